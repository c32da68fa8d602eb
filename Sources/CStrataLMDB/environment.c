#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

// All environments of this process. Two of one file would drop each other's locks (they belong to
// the process), so the second open is refused here whatever name it came by. The identity is that of
// the data file: it stays open, so its inode can't come back for another file meanwhile.
static pthread_mutex_t strata_registry_lock = PTHREAD_MUTEX_INITIALIZER;
static strata_env *strata_registry;

static const char *const strata_names[STRATA_DB_COUNT] = {"data", "exp", "use", "rem", "tag", "params"};

static int strata_open_databases(strata_env *env, unsigned txn_flags, unsigned dbi_flags) {
  MDB_txn *txn = NULL;
  int rc = mdb_txn_begin(env->lmdb, NULL, txn_flags, &txn);
  if (rc != 0) return rc;
  for (int i = 0; i < STRATA_DB_COUNT; i++) {
    rc = mdb_dbi_open(txn, strata_names[i], dbi_flags, &env->dbi[i]);
    if (rc != 0) {
      mdb_txn_abort(txn);
      return rc;
    }
  }
  return mdb_txn_commit(txn);
}

typedef struct {
  strata_env *env;
  const strata_open_options *options;
} strata_open_call;

static int strata_open_body(void *argument) {
  strata_open_call *call = argument;
  strata_env *env = call->env;
  int rc = mdb_env_create(&env->lmdb);
  if (rc != 0) return rc;
  mdb_env_set_assert(env->lmdb, strata_guard_assert);
  rc = mdb_env_set_maxdbs(env->lmdb, STRATA_DB_COUNT);
  if (rc == 0) rc = mdb_env_set_maxreaders(env->lmdb, call->options->max_readers);
  if (rc == 0) rc = mdb_env_set_mapsize(env->lmdb, call->options->map_size);
  // NOTLS: a task may read on any thread. NORDAHEAD: cold random reads are 30 % faster and don't
  // fill the page cache with neighbours.
  if (rc == 0) {
    rc = mdb_env_open(env->lmdb, call->options->directory, MDB_NOTLS | MDB_NORDAHEAD, 0600);
  }
  if (rc == 0) {
    // First without writing: another process may be stopped within its write transaction.
    rc = strata_open_databases(env, MDB_RDONLY, 0);
    if (rc == MDB_NOTFOUND) rc = strata_open_databases(env, 0, MDB_CREATE);
  }
  if (rc != 0) {
    mdb_env_close(env->lmdb);
    env->lmdb = NULL;
  }
  return rc;
}

static int strata_data_identity(const char *directory, uint64_t *device, uint64_t *inode) {
  size_t length = strlen(directory);
  char path[4096];
  if (length + sizeof "/data.mdb" > sizeof path) return ENAMETOOLONG;
  memcpy(path, directory, length);
  memcpy(path + length, "/data.mdb", sizeof "/data.mdb");
  return strata_identity(path, device, inode);
}

static int strata_is_registered(uint64_t device, uint64_t inode) {
  for (strata_env *env = strata_registry; env != NULL; env = env->next) {
    // What the parent had open before a fork is not ours.
    if (env->fork_count != strata_fork_count()) continue;
    if (env->device == device && env->inode == inode) return 1;
  }
  return 0;
}

static int strata_open_locked(strata_env *env, const strata_open_options *options) {
  uint64_t device, inode;
  int rc = strata_data_identity(options->directory, &device, &inode);
  if (rc != 0 && rc != ENOENT) return rc;
  if (rc == 0 && strata_is_registered(device, inode)) return STRATA_OPEN_TWICE;
  strata_open_call call = {env, options};
  // Later versions of LMDB can answer EINVAL when two processes open at the same moment.
  for (int attempt = 0; attempt < 4; attempt++) {
    rc = strata_guarded(env, strata_open_body, &call);
    if (rc != EINVAL) break;
    usleep(2000);
  }
  if (rc != 0) return rc;
  rc = strata_data_identity(options->directory, &env->device, &env->inode);
  if (rc != 0) return rc;
  env->next = strata_registry;
  strata_registry = env;
  return 0;
}

int strata_env_open(const strata_open_options *options, strata_env **out) {
  *out = NULL;
  strata_env *env = aligned_alloc(64, (sizeof *env + 63) / 64 * 64);
  if (env == NULL) return ENOMEM;
  memset(env, 0, sizeof *env);
  env->guarded = options->guarded;
  env->fork_count = strata_fork_count();
  env->epoch = options->epoch;
  env->epoch_value = options->epoch_value;
  env->slot_count = options->read_slots;
  if (env->slot_count < 1) env->slot_count = 1;
  if (env->slot_count > STRATA_MAX_SLOTS) env->slot_count = STRATA_MAX_SLOTS;
  if (env->guarded) strata_guard_install();
  pthread_mutex_lock(&strata_registry_lock);
  int rc = strata_open_locked(env, options);
  pthread_mutex_unlock(&strata_registry_lock);
  if (rc != 0) {
    // After a fault LMDB's part is in an unknown state: it is leaked, ours isn't.
    free(env);
    return rc;
  }
  int dead;
  strata_env_reader_check(env, &dead);
  *out = env;
  return 0;
}

static int strata_close_body(void *argument) {
  strata_env *env = argument;
  if (env->write_txn != NULL) mdb_txn_abort(env->write_txn);
  env->write_txn = NULL;
  for (uint32_t i = 0; i < env->slot_count; i++) {
    if (env->slots[i].txn != NULL) mdb_txn_abort(env->slots[i].txn);
    env->slots[i].txn = NULL;
  }
  mdb_env_close(env->lmdb);
  return 0;
}

int strata_env_close(strata_env *env) {
  if (atomic_exchange(&env->closed, 1)) return STRATA_CLOSED;
  if (env->fork_count != strata_fork_count()) return STRATA_FORKED;
  if (strata_env_is_poisoned(env)) return STRATA_POISONED;
  // Each slot is taken for good: a read that is under way ends first, a later one finds us closed.
  for (uint32_t i = 0; i < env->slot_count; i++) {
    while (atomic_exchange_explicit(&env->slots[i].busy, 1, memory_order_acquire)) {
      if (strata_env_is_poisoned(env)) return STRATA_POISONED;
      sched_yield();
    }
  }
  pthread_mutex_lock(&strata_registry_lock);
  int rc = strata_guarded(env, strata_close_body, env);
  if (rc == 0) {
    for (strata_env **link = &strata_registry; *link != NULL; link = &(*link)->next) {
      if (*link != env) continue;
      *link = env->next;
      break;
    }
    env->lmdb = NULL;
  }
  pthread_mutex_unlock(&strata_registry_lock);
  return rc;
}

void strata_env_free(strata_env *env) {
  // What could not be closed stays in the registry, so that its file is not opened a second time.
  if (env->lmdb == NULL) free(env);
}

int strata_env_is_poisoned(const strata_env *env) { return atomic_load(&env->poisoned); }

void strata_env_poison(strata_env *env) { atomic_store(&env->poisoned, 1); }

static int strata_sync_body(void *argument) { return mdb_env_sync(((strata_env *)argument)->lmdb, 1); }

int strata_env_sync(strata_env *env) {
  int rc = strata_usable(env);
  return rc != 0 ? rc : strata_guarded(env, strata_sync_body, env);
}

typedef struct {
  strata_env *env;
  int *dead;
} strata_check_call;

static int strata_check_body(void *argument) {
  strata_check_call *call = argument;
  return mdb_reader_check(call->env->lmdb, call->dead);
}

int strata_env_reader_check(strata_env *env, int *dead) {
  *dead = 0;
  int rc = strata_usable(env);
  strata_check_call call = {env, dead};
  return rc != 0 ? rc : strata_guarded(env, strata_check_body, &call);
}
