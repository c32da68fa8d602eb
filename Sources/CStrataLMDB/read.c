#include <sched.h>
#include <string.h>

#include "internal.h"

strata_slot *strata_slot_take(strata_env *env, int *result) {
  static _Thread_local uint32_t favourite;
  static atomic_uint next_favourite;
  if (favourite == 0) favourite = 1 + atomic_fetch_add(&next_favourite, 1);
  for (unsigned round = 0;; round++) {
    for (uint32_t i = 0; i < env->slot_count; i++) {
      int rc = strata_usable(env);
      if (rc != 0) {
        *result = rc;
        return NULL;
      }
      strata_slot *slot = &env->slots[(favourite + i) % env->slot_count];
      if (atomic_load_explicit(&slot->busy, memory_order_relaxed)) continue;
      if (atomic_exchange_explicit(&slot->busy, 1, memory_order_acquire)) continue;
      // Closing takes the slots one by one, so this decides between a read and a close.
      rc = strata_usable(env);
      if (rc == 0) return slot;
      strata_slot_release(slot);
      *result = rc;
      return NULL;
    }
    // Reads take microseconds; more threads than slots only wait for one of those.
    sched_yield();
  }
}

void strata_slot_release(strata_slot *slot) {
  atomic_store_explicit(&slot->busy, 0, memory_order_release);
}

int strata_slot_renew(strata_env *env, strata_slot *slot) {
  if (env->epoch != NULL && strata_epoch_read(env->epoch) != env->epoch_value) return STRATA_MOVED;
  if (slot->txn != NULL) {
    int rc = mdb_txn_renew(slot->txn);
    if (rc == 0) return 0;
    mdb_txn_abort(slot->txn);
    slot->txn = NULL;
    return rc;
  }
  MDB_txn *txn = NULL;
  int rc = mdb_txn_begin(env->lmdb, NULL, MDB_RDONLY, &txn);
  if (rc == MDB_READERS_FULL) {
    int dead = 0;
    mdb_reader_check(env->lmdb, &dead);
    rc = mdb_txn_begin(env->lmdb, NULL, MDB_RDONLY, &txn);
  }
  if (rc == 0) slot->txn = txn;
  return rc;
}

// An error can spoil the transaction for all later calls, so only the two ordinary answers keep it.
static void strata_slot_finish(strata_slot *slot, int rc) {
  if (slot->txn == NULL) return;
  if (rc == 0 || rc == MDB_NOTFOUND || rc == STRATA_TOO_SMALL) {
    mdb_txn_reset(slot->txn);
  } else {
    mdb_txn_abort(slot->txn);
    slot->txn = NULL;
  }
}

static int strata_copy_out(const MDB_val *value, void *buffer, size_t capacity, size_t *length) {
  *length = value->mv_size;
  if (value->mv_size > capacity) return STRATA_TOO_SMALL;
  memcpy(buffer, value->mv_data, value->mv_size);
  return 0;
}

typedef struct {
  strata_env *env;
  strata_slot *slot;
  int db;
  MDB_val key;
  void *buffer;
  size_t capacity;
  size_t *length;
} strata_get_call;

static int strata_get_body(void *argument) {
  strata_get_call *call = argument;
  int rc = strata_slot_renew(call->env, call->slot);
  if (rc != 0) return rc;
  MDB_val value;
  rc = mdb_get(call->slot->txn, call->env->dbi[call->db], &call->key, &value);
  if (rc == 0) rc = strata_copy_out(&value, call->buffer, call->capacity, call->length);
  strata_slot_finish(call->slot, rc);
  return rc;
}

// The slot stays taken after a fault: its transaction is in an unknown state.
static int strata_read(strata_env *env, strata_slot *slot, strata_body body, void *call) {
  int rc = strata_guarded(env, body, call);
  if (rc != STRATA_FAULT) strata_slot_release(slot);
  return rc;
}

int strata_get(
    strata_env *env, int db, const void *key, size_t key_length, void *buffer, size_t capacity,
    size_t *length) {
  int rc = 0;
  strata_slot *slot = strata_slot_take(env, &rc);
  if (slot == NULL) return rc;
  strata_get_call call = {env, slot, db, {key_length, (void *)key}, buffer, capacity, length};
  return strata_read(env, slot, strata_get_body, &call);
}

typedef struct {
  strata_env *env;
  strata_slot *slot;
  strata_lookup *lookups;
  size_t count;
  char *buffer;
  size_t capacity;
} strata_many_call;

static int strata_many_body(void *argument) {
  strata_many_call *call = argument;
  int rc = strata_slot_renew(call->env, call->slot);
  if (rc != 0) return rc;
  size_t used = 0;
  int full = 0;
  for (size_t i = 0; i < call->count; i++) {
    strata_lookup *lookup = &call->lookups[i];
    MDB_val key = {lookup->key_length, (void *)lookup->key}, value;
    rc = full ? STRATA_TOO_SMALL
              : mdb_get(call->slot->txn, call->env->dbi[lookup->db], &key, &value);
    if (rc == 0) {
      rc = strata_copy_out(&value, call->buffer + used, call->capacity - used, &lookup->length);
      lookup->offset = used;
      if (rc == 0) used += lookup->length;
      full = rc == STRATA_TOO_SMALL;
    }
    lookup->result = rc;
    if (rc != 0 && rc != MDB_NOTFOUND && rc != STRATA_TOO_SMALL) break;
    rc = 0;
  }
  strata_slot_finish(call->slot, rc);
  return rc;
}

int strata_get_many(
    strata_env *env, strata_lookup *lookups, size_t count, void *buffer, size_t capacity) {
  int rc = 0;
  strata_slot *slot = strata_slot_take(env, &rc);
  if (slot == NULL) return rc;
  strata_many_call call = {env, slot, lookups, count, buffer, capacity};
  return strata_read(env, slot, strata_many_body, &call);
}

typedef struct {
  strata_env *env;
  strata_slot *slot;
  int db;
  strata_range *range;
  void *buffer;
  size_t capacity;
} strata_scan_call;

static int strata_scan_body(void *argument) {
  strata_scan_call *call = argument;
  MDB_dbi dbi = call->env->dbi[call->db];
  if (call->slot == NULL) {
    return strata_scan_in(call->env->write_txn, dbi, call->range, call->buffer, call->capacity);
  }
  int rc = strata_slot_renew(call->env, call->slot);
  if (rc != 0) return rc;
  rc = strata_scan_in(call->slot->txn, dbi, call->range, call->buffer, call->capacity);
  strata_slot_finish(call->slot, rc);
  return rc;
}

int strata_scan(strata_env *env, int db, strata_range *range, void *buffer, size_t capacity) {
  range->count = 0;
  range->used = 0;
  int rc = strata_usable(env);
  if (rc != 0) return rc;
  strata_scan_call call = {env, NULL, db, range, buffer, capacity};
  if (range->writing) {
    if (env->write_txn == NULL) return STRATA_NO_TXN;
    return strata_guarded(env, strata_scan_body, &call);
  }
  call.slot = strata_slot_take(env, &rc);
  if (call.slot == NULL) return rc;
  return strata_read(env, call.slot, strata_scan_body, &call);
}

typedef struct {
  strata_env *env;
  strata_slot *slot;
  strata_usage *out;
} strata_usage_call;

static int strata_usage_body(void *argument) {
  strata_usage_call *call = argument;
  if (call->slot == NULL) return strata_usage_in(call->env, call->env->write_txn, call->out);
  int rc = strata_slot_renew(call->env, call->slot);
  if (rc != 0) return rc;
  rc = strata_usage_in(call->env, call->slot->txn, call->out);
  strata_slot_finish(call->slot, rc);
  return rc;
}

int strata_env_usage(strata_env *env, int writing, strata_usage *out) {
  memset(out, 0, sizeof *out);
  int rc = strata_usable(env);
  if (rc != 0) return rc;
  strata_usage_call call = {env, NULL, out};
  if (writing) {
    if (env->write_txn == NULL) return STRATA_NO_TXN;
    return strata_guarded(env, strata_usage_body, &call);
  }
  call.slot = strata_slot_take(env, &rc);
  if (call.slot == NULL) return rc;
  return strata_read(env, call.slot, strata_usage_body, &call);
}
