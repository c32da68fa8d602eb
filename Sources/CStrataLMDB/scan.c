#include <string.h>

#include "internal.h"

// Runs inside the guard. The cursor is closed before returning; after a fault it leaks with the rest.
int strata_scan_in(MDB_txn *txn, MDB_dbi dbi, strata_range *range, char *buffer, size_t capacity) {
  MDB_cursor *cursor = NULL;
  int rc = mdb_cursor_open(txn, dbi, &cursor);
  if (rc != 0) return rc;
  MDB_val key = {range->from_length, (void *)range->from}, value;
  rc = range->from_length == 0 ? mdb_cursor_get(cursor, &key, &value, MDB_FIRST)
                               : mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
  if (rc == 0 && range->after && key.mv_size == range->from_length &&
      memcmp(key.mv_data, range->from, key.mv_size) == 0) {
    rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
  }
  while (rc == 0 && range->count < range->max_entries) {
    uint32_t lengths[2] = {(uint32_t)key.mv_size, (uint32_t)value.mv_size};
    size_t value_bytes = range->keys_only ? 0 : value.mv_size;
    size_t need = sizeof lengths + key.mv_size + value_bytes;
    if (need > capacity - range->used) {
      if (range->count == 0) {
        range->used = need;
        rc = STRATA_TOO_SMALL;
      }
      break;
    }
    char *at = buffer + range->used;
    memcpy(at, lengths, sizeof lengths);
    memcpy(at + sizeof lengths, key.mv_data, key.mv_size);
    if (value_bytes > 0) memcpy(at + sizeof lengths + key.mv_size, value.mv_data, value_bytes);
    range->used += need;
    range->count++;
    rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
  }
  mdb_cursor_close(cursor);
  return rc == MDB_NOTFOUND ? 0 : rc;
}

static uint64_t strata_pages(const MDB_stat *stat) {
  return stat->ms_branch_pages + stat->ms_leaf_pages + stat->ms_overflow_pages;
}

int strata_usage_in(strata_env *env, MDB_txn *txn, strata_usage *out) {
  MDB_stat stat;
  // 0 and 1 are LMDB's own: the list of free pages and the table of named databases.
  for (MDB_dbi own = 0; own < 2; own++) {
    int rc = mdb_stat(txn, own, &stat);
    if (rc != 0) return rc;
    out->used_pages += strata_pages(&stat);
  }
  for (int i = 0; i < STRATA_DB_COUNT; i++) {
    int rc = mdb_stat(txn, env->dbi[i], &stat);
    if (rc != 0) return rc;
    out->used_pages += strata_pages(&stat);
    out->entries[i] = stat.ms_entries;
  }
  MDB_envinfo info;
  int rc = mdb_env_info(env->lmdb, &info);
  if (rc != 0) return rc;
  out->last_page = info.me_last_pgno;
  out->map_size = info.me_mapsize;
  out->page_size = stat.ms_psize;
  return 0;
}
