// The only door to liblmdb: every call is guarded against faults inside the library, copies what it
// found into the caller's memory, and hands out no pointer of LMDB's.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Results: 0 is success; positive values are errno; -30799 … -30780 are LMDB's own; these are ours.
enum {
  STRATA_FAULT = -31001,      // a signal or an assert inside LMDB; the environment is now poisoned
  STRATA_POISONED = -31002,   // an earlier call faulted: the environment is never touched again
  STRATA_FORKED = -31003,     // opened by the parent of this process
  STRATA_CLOSED = -31004,     // closed, or closing
  STRATA_TOO_SMALL = -31005,  // the caller's buffer is too small; the size needed was written
  STRATA_SUSPECT = -31006,    // the file does not check out
  STRATA_LOST = -31007,       // the file is empty, or too short to hold a database
  STRATA_OPEN_TWICE = -31008, // this process has the same file open already
  STRATA_MOVED = -31009,      // another generation has become the current one
  STRATA_NO_TXN = -31010,     // a write call without a write transaction
};

// LMDB's codes that callers decide by.
enum {
  STRATA_NOT_FOUND = -30798,
  STRATA_PAGE_NOT_FOUND = -30797,
  STRATA_CORRUPTED = -30796,
  STRATA_PANIC = -30795,
  STRATA_VERSION_MISMATCH = -30794,
  STRATA_INVALID = -30793,
  STRATA_MAP_FULL = -30792,
  STRATA_READERS_FULL = -30790,
  STRATA_MAP_RESIZED = -30785,
  STRATA_BAD_TXN = -30782,
};

// The named databases, opened once with the environment.
enum {
  STRATA_DB_DATA = 0,    // domain and key hash -> record
  STRATA_DB_EXPIRY = 1,  // deadline, data key -> nothing
  STRATA_DB_USE = 2,     // time of last use, data key -> nothing
  STRATA_DB_REMOVED = 3, // slot -> stamp of the last removal
  STRATA_DB_TAGS = 4,    // tag hash, data key -> nothing
  STRATA_DB_PARAMS = 5,  // name -> value
  STRATA_DB_COUNT = 6,
};

// How far a commit goes before it returns.
enum {
  STRATA_SYNC_FULL = 0, // data and meta page are on the medium
  STRATA_SYNC_NONE = 1, // in the kernel's hands: survives the process, not the power
};

typedef struct strata_env strata_env;
typedef struct strata_epoch strata_epoch;
typedef struct strata_bell strata_bell;

/// What a text for a result code says; never NULL.
const char *strata_message(int code);

// MARK: guard

/// Handlers for SIGSEGV, SIGBUS and SIGFPE are installed once per process, at the first guarded open.
/// A fault outside a guarded call goes on to the handler that was there before.
void strata_guard_install(void);
/// For tests and benchmarks: runs an empty guarded call, or one that faults on purpose.
int strata_guard_probe(int fault);

// MARK: environment

typedef struct {
  const char *directory;     // the generation's directory; it must exist
  uint64_t map_size;         // bytes, fixed for the life of the file
  uint32_t max_readers;      // reader slots for all processes together
  uint32_t read_slots;       // read transactions that this process keeps
  int32_t guarded;           // 0 opts out of the signal guard
  strata_epoch *epoch;       // may be NULL
  uint64_t epoch_value;      // the value at which this generation is current
} strata_open_options;

/// Opens the environment and all named databases. May block only where the databases have to be
/// created. Fails with STRATA_OPEN_TWICE where this process has the same data file open.
int strata_env_open(const strata_open_options *options, strata_env **out);
/// Waits for reads in progress, then closes. A poisoned or inherited environment is leaked instead.
/// The handle stays valid (every call answers STRATA_CLOSED) until `strata_env_free`.
int strata_env_close(strata_env *env);
void strata_env_free(strata_env *env);
/// 1 after a fault.
int strata_env_is_poisoned(const strata_env *env);
/// Never touch the environment again.
void strata_env_poison(strata_env *env);
int strata_env_sync(strata_env *env);
/// Frees the slots of dead readers.
int strata_env_reader_check(strata_env *env, int *dead);

typedef struct {
  uint64_t used_pages;  // branch, leaf and overflow pages of all databases
  uint64_t last_page;   // the highest page number in use: the file's true length
  uint64_t page_size;
  uint64_t map_size;
  uint64_t entries[STRATA_DB_COUNT];
} strata_usage;

/// Sizes by a read transaction (`writing` 0) or the write transaction that is open (1).
int strata_env_usage(strata_env *env, int writing, strata_usage *out);

// MARK: reading, from any thread

/// Copies the value of `key` into `buffer`. `*length` is the value's length also where the buffer is
/// too small for it (STRATA_TOO_SMALL).
int strata_get(
    strata_env *env, int db, const void *key, size_t key_length, void *buffer, size_t capacity,
    size_t *length);

typedef struct {
  int32_t db;
  const void *key;
  size_t key_length;
  size_t offset;  // out: where in the buffer the value begins
  size_t length;  // out: its length
  int32_t result; // out: 0, STRATA_NOT_FOUND, or STRATA_TOO_SMALL from the first that did not fit on
} strata_lookup;

/// Many keys in one snapshot.
int strata_get_many(
    strata_env *env, strata_lookup *lookups, size_t count, void *buffer, size_t capacity);

typedef struct {
  const void *from;      // first key wanted; NULL and 0 for the start
  size_t from_length;
  int32_t after;         // 1: strictly greater than `from`
  int32_t keys_only;     // 1: values are not copied, their lengths are told
  int32_t writing;       // 1: within the write transaction (writer thread only)
  uint32_t max_entries;
  uint32_t count;        // out
  size_t used;           // out: bytes written; with STRATA_TOO_SMALL the bytes the first one needs
} strata_range;

/// Copies entries in key order as: u32 key length, u32 value length, key, value (native endian).
int strata_scan(strata_env *env, int db, strata_range *range, void *buffer, size_t capacity);

// MARK: writing, from the one writer thread

int strata_write_begin(strata_env *env, int sync);
int strata_write_get(
    strata_env *env, int db, const void *key, size_t key_length, void *buffer, size_t capacity,
    size_t *length);
int strata_write_put(
    strata_env *env, int db, const void *key, size_t key_length, const void *value, size_t length);
/// The same for a key after all others of the database: its pages come out full.
int strata_write_append(
    strata_env *env, int db, const void *key, size_t key_length, const void *value, size_t length);
/// STRATA_NOT_FOUND is an answer, not a failure.
int strata_write_delete(strata_env *env, int db, const void *key, size_t key_length);
/// Whatever it returns, the transaction is over.
int strata_write_commit(strata_env *env);
void strata_write_abort(strata_env *env);

// MARK: checks by plain reads, without LMDB and without mapping the file

typedef struct {
  uint64_t file_size;
  int64_t modified;  // the file's time of change, nanoseconds since 1970
  uint64_t map_size;
  uint64_t last_page;
  uint64_t transaction;
  uint64_t page_size;
  uint64_t pages_reached;
  uint64_t entries;
  char reason[160];
} strata_inspection;

/// Both meta pages and the file's size. 0, STRATA_LOST, STRATA_SUSPECT, or errno.
int strata_inspect(const char *data_file, strata_inspection *out);
/// All pages that the newest meta page reaches. Nobody may write meanwhile.
int strata_validate(const char *data_file, strata_inspection *out);

// MARK: hashes

/// Whether two pieces of memory hold the same bytes.
static inline int strata_equal(const void *left, const void *right, size_t length) {
  return __builtin_memcmp(left, right, length) == 0;
}

/// SipHash-2-4 with 128 bits of output.
void strata_siphash128(const uint8_t seed[16], const void *bytes, size_t length, uint8_t out[16]);
/// XXH64.
uint64_t strata_checksum(uint64_t seed, const void *bytes, size_t length);

// MARK: files

/// Opens (creating it, 0600) the file and gives its descriptor, or -errno.
int strata_lock_open(const char *path);
/// Waits at most `milliseconds` for a lock on the whole file: 0, or errno (EAGAIN when it was busy).
int strata_lock(int descriptor, int exclusive, int milliseconds);
int strata_unlock(int descriptor);
void strata_lock_close(int descriptor);
/// Writes a file so that it is there in full or not at all, also after power loss.
int strata_replace_file(
    const char *directory, const char *name, const void *bytes, size_t length);
/// 1 where the directory lies on a network or user-space file system, 0 where not, -errno.
int strata_is_remote(const char *directory);
/// Device and inode of a path: 0 or errno.
int strata_identity(const char *path, uint64_t *device, uint64_t *inode);
/// The identity of this boot, as text; an empty text where the system has none.
void strata_boot_identity(char *out, size_t capacity);
/// The count of forks that lie between the process that loaded this code and this one.
uint32_t strata_fork_count(void);

/// A counter shared by all processes that map the same file.
int strata_epoch_open(const char *path, strata_epoch **out);
uint64_t strata_epoch_read(const strata_epoch *epoch);
uint64_t strata_epoch_bump(strata_epoch *epoch);
void strata_epoch_close(strata_epoch *epoch);

// MARK: the writer thread

strata_bell *strata_bell_make(void);
void strata_bell_ring(strata_bell *bell);
/// Waits until rung or for `milliseconds`; 1 when rung.
int strata_bell_wait(strata_bell *bell, int milliseconds);
void strata_bell_free(strata_bell *bell);

void strata_pause(int milliseconds);

/// Runs `body(context)` on a new detached thread with a 1 MiB stack: 0 or errno.
int strata_thread_start(void (*body)(void *context), void *context);

#ifdef __cplusplus
}
#endif
