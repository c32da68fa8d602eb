// LMDB 0.9's file, as far as the checks by plain reads need it. All numbers are in the machine's byte
// order, page numbers and counters 64 bits wide.
#pragma once

#include <stdint.h>
#include <string.h>

#define STRATA_PAGE_HEADER 16
#define STRATA_NODE_HEADER 8
#define STRATA_META_MAGIC 0xBEEFC0DEu
#define STRATA_META_VERSION 1u
#define STRATA_NO_PAGE UINT64_MAX

enum { STRATA_BRANCH = 1, STRATA_LEAF = 2, STRATA_OVERFLOW = 4, STRATA_META = 8 };
enum { STRATA_BIG = 1, STRATA_SUB = 2, STRATA_DUP = 4 };

// A database's root: 48 bytes.
typedef struct {
  uint32_t pad;  // in the first one of a meta page: the page size
  uint16_t flags, depth;
  uint64_t branch_pages, leaf_pages, overflow_pages, entries, root;
} strata_tree;

typedef struct {
  uint32_t magic, version;
  uint64_t address, map_size;
  strata_tree trees[2];  // the free list, the named databases
  uint64_t last_page, transaction;
} strata_meta;

_Static_assert(sizeof(strata_tree) == 48, "LMDB's layout on 64-bit machines");
_Static_assert(sizeof(strata_meta) == 136, "LMDB's layout on 64-bit machines");

static inline uint16_t strata_u16(const uint8_t *at) {
  uint16_t x;
  memcpy(&x, at, sizeof x);
  return x;
}

static inline uint32_t strata_u32(const uint8_t *at) {
  uint32_t x;
  memcpy(&x, at, sizeof x);
  return x;
}

static inline uint64_t strata_u64(const uint8_t *at) {
  uint64_t x;
  memcpy(&x, at, sizeof x);
  return x;
}

// `length` bytes at `offset`: 0, or -1 where the file ends before, or errno.
int strata_read_at(int file, void *buffer, size_t length, uint64_t offset);
