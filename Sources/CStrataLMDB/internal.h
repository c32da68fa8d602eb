#pragma once

#include <lmdb.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>

#include "strata_lmdb.h"

// One read transaction of the pool. `busy` is a lock that is only ever tried, never waited for.
typedef struct {
  _Alignas(64) atomic_int busy;
  MDB_txn *txn;  // NULL until first use; reset between uses; guarded by `busy`
} strata_slot;

#define STRATA_MAX_SLOTS 64

struct strata_env {
  MDB_env *lmdb;
  MDB_dbi dbi[STRATA_DB_COUNT];
  atomic_int poisoned;
  atomic_int closed;
  int guarded;
  uint32_t fork_count;
  uint64_t device, inode;
  strata_epoch *epoch;
  uint64_t epoch_value;
  uint32_t slot_count;
  strata_slot slots[STRATA_MAX_SLOTS];
  MDB_txn *write_txn;  // the writer thread's alone
  int write_sync;      // flags set at present; the writer thread's alone
  struct strata_env *next;  // in the registry, under its lock
};

typedef int (*strata_body)(void *call);

// Runs `body` so that a fault inside it comes back as STRATA_FAULT. Bodies hold nothing that a jump
// out of them would leak: no locks of ours, no heap memory.
int strata_guarded(strata_env *env, strata_body body, void *call);
void strata_guard_assert(MDB_env *lmdb, const char *message);

// 0 where the environment may be used.
static inline int strata_usable(const strata_env *env) {
  if (atomic_load_explicit(&env->closed, memory_order_acquire)) return STRATA_CLOSED;
  if (atomic_load_explicit(&env->poisoned, memory_order_relaxed)) return STRATA_POISONED;
  if (env->fork_count != strata_fork_count()) return STRATA_FORKED;
  return 0;
}

// A free slot of the pool, or NULL where the environment can't be used (`*result` says why).
strata_slot *strata_slot_take(strata_env *env, int *result);
void strata_slot_release(strata_slot *slot);
// Within the guard: the slot's transaction, at the newest snapshot.
int strata_slot_renew(strata_env *env, strata_slot *slot);

int strata_scan_in(MDB_txn *txn, MDB_dbi dbi, strata_range *range, char *buffer, size_t capacity);
int strata_usage_in(strata_env *env, MDB_txn *txn, strata_usage *out);
