#include <string.h>

#include "internal.h"

// Only the writer thread comes here, so `write_txn` needs no lock.

typedef struct {
  strata_env *env;
  int db;
  MDB_val key;
  MDB_val value;
  void *buffer;
  size_t capacity;
  size_t *length;
  int sync;
  unsigned flags;
} strata_write_call;

static int strata_in_txn(strata_env *env, strata_body body, strata_write_call *call) {
  int rc = strata_usable(env);
  if (rc != 0) return rc;
  if (env->write_txn == NULL) return STRATA_NO_TXN;
  return strata_guarded(env, body, call);
}

static int strata_begin_body(void *argument) {
  strata_write_call *call = argument;
  strata_env *env = call->env;
  // LMDB 0.9.24 ignores flags of a single transaction; between two of them the environment's may be
  // changed by the thread that writes.
  if (env->write_sync != call->sync) {
    int rc = mdb_env_set_flags(env->lmdb, MDB_NOSYNC, call->sync == STRATA_SYNC_NONE);
    if (rc != 0) return rc;
    env->write_sync = call->sync;
  }
  return mdb_txn_begin(env->lmdb, NULL, 0, &env->write_txn);
}

int strata_write_begin(strata_env *env, int sync) {
  int rc = strata_usable(env);
  if (rc != 0) return rc;
  if (env->write_txn != NULL) return STRATA_BAD_TXN;
  strata_write_call call = {.env = env, .sync = sync};
  rc = strata_guarded(env, strata_begin_body, &call);
  if (rc != 0 && rc != STRATA_FAULT) env->write_txn = NULL;
  return rc;
}

static int strata_write_get_body(void *argument) {
  strata_write_call *call = argument;
  int rc = mdb_get(call->env->write_txn, call->env->dbi[call->db], &call->key, &call->value);
  if (rc != 0) return rc;
  *call->length = call->value.mv_size;
  if (call->value.mv_size > call->capacity) return STRATA_TOO_SMALL;
  memcpy(call->buffer, call->value.mv_data, call->value.mv_size);
  return 0;
}

int strata_write_get(
    strata_env *env, int db, const void *key, size_t key_length, void *buffer, size_t capacity,
    size_t *length) {
  strata_write_call call = {
      .env = env, .db = db, .key = {key_length, (void *)key}, .buffer = buffer,
      .capacity = capacity, .length = length};
  return strata_in_txn(env, strata_write_get_body, &call);
}

static int strata_put_body(void *argument) {
  strata_write_call *call = argument;
  return mdb_put(call->env->write_txn, call->env->dbi[call->db], &call->key, &call->value,
                 call->flags);
}

int strata_write_put(
    strata_env *env, int db, const void *key, size_t key_length, const void *value, size_t length) {
  strata_write_call call = {
      .env = env, .db = db, .key = {key_length, (void *)key}, .value = {length, (void *)value}};
  return strata_in_txn(env, strata_put_body, &call);
}

int strata_write_append(
    strata_env *env, int db, const void *key, size_t key_length, const void *value, size_t length) {
  strata_write_call call = {
      .env = env, .db = db, .key = {key_length, (void *)key}, .value = {length, (void *)value},
      .flags = MDB_APPEND};
  return strata_in_txn(env, strata_put_body, &call);
}

static int strata_delete_body(void *argument) {
  strata_write_call *call = argument;
  return mdb_del(call->env->write_txn, call->env->dbi[call->db], &call->key, NULL);
}

int strata_write_delete(strata_env *env, int db, const void *key, size_t key_length) {
  strata_write_call call = {.env = env, .db = db, .key = {key_length, (void *)key}};
  return strata_in_txn(env, strata_delete_body, &call);
}

static int strata_commit_body(void *argument) {
  strata_env *env = ((strata_write_call *)argument)->env;
  MDB_txn *txn = env->write_txn;
  env->write_txn = NULL;  // it is freed whatever the commit answers
  return mdb_txn_commit(txn);
}

int strata_write_commit(strata_env *env) {
  strata_write_call call = {.env = env};
  return strata_in_txn(env, strata_commit_body, &call);
}

static int strata_abort_body(void *argument) {
  strata_env *env = ((strata_write_call *)argument)->env;
  MDB_txn *txn = env->write_txn;
  env->write_txn = NULL;
  mdb_txn_abort(txn);
  return 0;
}

void strata_write_abort(strata_env *env) {
  strata_write_call call = {.env = env};
  strata_in_txn(env, strata_abort_body, &call);
}
