#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pages.h"
#include "strata_lmdb.h"

// A walk over every page that the newest meta page reaches, by plain reads: nothing is mapped and no
// code of LMDB runs, so no damage can hurt it. What it passes, LMDB can read and write without fault.

typedef struct {
  const uint8_t *bytes;
  size_t length;
} strata_bytes;

typedef struct {
  int file;
  uint64_t page_size, last_page;
  uint8_t *seen;  // one bit a page
  strata_inspection *out;
} strata_walk;

typedef struct {
  strata_tree tree;       // what the root says
  strata_tree counted;    // what the walk found
  int integer_keys;
} strata_tree_walk;

static int strata_bad(strata_walk *walk, uint64_t page, const char *reason) {
  snprintf(
      walk->out->reason, sizeof walk->out->reason, "page %llu: %s", (unsigned long long)page, reason);
  return STRATA_SUSPECT;
}

static int strata_reach(strata_walk *walk, uint64_t page, uint64_t count) {
  if (page < 2 || page > walk->last_page || count > walk->last_page + 1 - page) {
    return strata_bad(walk, page, "is outside the file");
  }
  for (uint64_t i = page; i < page + count; i++) {
    uint8_t bit = (uint8_t)(1u << (i % 8));
    if (walk->seen[i / 8] & bit) return strata_bad(walk, i, "is reached twice");
    walk->seen[i / 8] |= bit;
  }
  walk->out->pages_reached += count;
  return 0;
}

static int strata_compare(const strata_tree_walk *tree, strata_bytes a, strata_bytes b) {
  if (tree->integer_keys) {
    uint64_t x = strata_u64(a.bytes), y = strata_u64(b.bytes);
    return x < y ? -1 : x > y;
  }
  size_t shorter = a.length < b.length ? a.length : b.length;
  int order = memcmp(a.bytes, b.bytes, shorter);
  if (order != 0) return order;
  return a.length < b.length ? -1 : a.length > b.length;
}

static int strata_walk_tree(
    strata_walk *walk, const strata_tree *root, int integer_keys, int is_main);

// An overflow run: its first page's header, then, for the free list, what it holds.
static int strata_walk_overflow(
    strata_walk *walk, strata_tree_walk *tree, uint64_t page, uint64_t size) {
  uint8_t header[STRATA_PAGE_HEADER];
  if (page < 2 || page > walk->last_page) return strata_bad(walk, page, "is outside the file");
  int rc = strata_read_at(walk->file, header, sizeof header, page * walk->page_size);
  if (rc != 0) return rc > 0 ? rc : strata_bad(walk, page, "is missing");
  uint64_t count = strata_u32(header + 12);
  if (strata_u64(header) != page || strata_u16(header + 10) != STRATA_OVERFLOW) {
    return strata_bad(walk, page, "is no overflow page");
  }
  if (count != (STRATA_PAGE_HEADER - 1 + size) / walk->page_size + 1) {
    return strata_bad(walk, page, "the overflow run has another length than its value");
  }
  tree->counted.overflow_pages += count;
  return strata_reach(walk, page, count);
}

// A list of free pages: a count, then page numbers in descending order.
static int strata_walk_free(strata_walk *walk, uint64_t page, const uint8_t *list, uint64_t size) {
  if (size < 8 || size % 8 != 0 || strata_u64(list) > size / 8 - 1) {
    return strata_bad(walk, page, "a list of free pages has a wrong length");
  }
  uint64_t count = strata_u64(list), previous = STRATA_NO_PAGE;
  for (uint64_t i = 1; i <= count; i++) {
    uint64_t id = strata_u64(list + 8 * i);
    if (id >= previous) return strata_bad(walk, page, "free pages are out of order");
    int rc = strata_reach(walk, id, 1);
    if (rc != 0) return rc;
    previous = id;
  }
  return 0;
}

static int strata_walk_value(
    strata_walk *walk, strata_tree_walk *tree, uint64_t page, const uint8_t *node, int is_main) {
  uint16_t flags = strata_u16(node + 4), key_length = strata_u16(node + 6);
  uint64_t size = strata_u16(node) | (uint64_t)strata_u16(node + 2) << 16;
  const uint8_t *data = node + STRATA_NODE_HEADER + key_length;
  if (flags & STRATA_SUB) {
    if (!is_main || size != sizeof(strata_tree)) return strata_bad(walk, page, "a stray database");
    strata_tree sub;
    memcpy(&sub, data, sizeof sub);
    return strata_walk_tree(walk, &sub, 0, 0);
  }
  if (is_main) return strata_bad(walk, page, "a value where only databases belong");
  if ((flags & STRATA_BIG) == 0) {
    return tree->integer_keys ? strata_walk_free(walk, page, data, size) : 0;
  }
  uint64_t first = strata_u64(data);
  int rc = strata_walk_overflow(walk, tree, first, size);
  if (rc != 0 || !tree->integer_keys) return rc;
  uint8_t *list = malloc(size);
  if (list == NULL) return ENOMEM;
  rc = strata_read_at(
      walk->file, list, size, first * walk->page_size + STRATA_PAGE_HEADER);
  rc = rc == 0 ? strata_walk_free(walk, first, list, size)
               : rc > 0 ? rc : strata_bad(walk, first, "is missing");
  free(list);
  return rc;
}

static int strata_walk_page(
    strata_walk *walk, strata_tree_walk *tree, uint64_t page, int level, strata_bytes low,
    strata_bytes high, int is_main);

// Where node `i` begins and how many bytes it holds, checked against the page; NULL is damage.
static const uint8_t *strata_node(
    strata_walk *walk, strata_tree_walk *tree, const uint8_t *bytes, int i, int leaf, size_t *size,
    strata_bytes *key) {
  uint16_t upper = strata_u16(bytes + 14);
  size_t offset = strata_u16(bytes + STRATA_PAGE_HEADER + 2 * i);
  if (offset < upper || offset % 2 != 0 || offset + STRATA_NODE_HEADER > walk->page_size) return NULL;
  const uint8_t *node = bytes + offset;
  uint16_t flags = strata_u16(node + 4);
  size_t need = STRATA_NODE_HEADER + strata_u16(node + 6);
  if (leaf) {
    if ((flags & ~(STRATA_BIG | STRATA_SUB)) != 0) return NULL;
    uint64_t value = strata_u16(node) | (uint64_t)strata_u16(node + 2) << 16;
    need += (flags & STRATA_BIG) ? 8 : value;
  }
  if (offset + need > walk->page_size) return NULL;
  *size = (need + 1) & ~(size_t)1;
  *key = (strata_bytes){node + STRATA_NODE_HEADER, strata_u16(node + 6)};
  int implicit = !leaf && i == 0;
  if (key->length > 511 || (!implicit && key->length == 0)) return NULL;
  if (tree->integer_keys && !implicit && key->length != 8) return NULL;
  return node;
}

static int strata_walk_nodes(
    strata_walk *walk, strata_tree_walk *tree, uint64_t page, const uint8_t *bytes, int level,
    strata_bytes low, strata_bytes high, int is_main) {
  int leaf = (strata_u16(bytes + 10) & STRATA_LEAF) != 0;
  int count = (strata_u16(bytes + 12) - STRATA_PAGE_HEADER) / 2;
  size_t total = 0;
  strata_bytes previous = low;
  for (int i = 0; i < count; i++) {
    size_t size = 0;
    strata_bytes key;
    const uint8_t *node = strata_node(walk, tree, bytes, i, leaf, &size, &key);
    if (node == NULL) return strata_bad(walk, page, "a node does not fit its page");
    total += size;
    int implicit = !leaf && i == 0;
    if (!implicit) {
      int order = previous.bytes == NULL ? 1 : strata_compare(tree, key, previous);
      // The first key of a page may equal the separator that led here.
      if (order < 0 || (order == 0 && i > 0)) return strata_bad(walk, page, "keys are out of order");
      if (high.bytes != NULL && strata_compare(tree, key, high) >= 0) {
        return strata_bad(walk, page, "a key lies beyond its page's separator");
      }
      previous = key;
    }
    int rc;
    if (leaf) {
      tree->counted.entries++;
      rc = strata_walk_value(walk, tree, page, node, is_main);
    } else {
      uint64_t child = strata_u16(node) | (uint64_t)strata_u16(node + 2) << 16 |
                       (uint64_t)strata_u16(node + 4) << 32;
      strata_bytes next = high;
      if (i + 1 < count) {
        size_t unused;
        if (strata_node(walk, tree, bytes, i + 1, leaf, &unused, &next) == NULL) {
          return strata_bad(walk, page, "a node does not fit its page");
        }
      }
      rc = strata_walk_page(walk, tree, child, level + 1, implicit ? low : key, next, is_main);
    }
    if (rc != 0) return rc;
  }
  size_t upper = strata_u16(bytes + 14);
  if (total != walk->page_size - upper) return strata_bad(walk, page, "nodes overlap or are missing");
  return 0;
}

static int strata_walk_page(
    strata_walk *walk, strata_tree_walk *tree, uint64_t page, int level, strata_bytes low,
    strata_bytes high, int is_main) {
  if (level > tree->tree.depth) return strata_bad(walk, page, "the tree is deeper than it says");
  int rc = strata_reach(walk, page, 1);
  if (rc != 0) return rc;
  uint8_t *bytes = malloc(walk->page_size);
  if (bytes == NULL) return ENOMEM;
  rc = strata_read_at(walk->file, bytes, walk->page_size, page * walk->page_size);
  uint16_t flags = strata_u16(bytes + 10), lower = strata_u16(bytes + 12);
  uint16_t upper = strata_u16(bytes + 14);
  int leaf = level == tree->tree.depth;
  if (rc != 0) {
    rc = rc > 0 ? rc : strata_bad(walk, page, "is missing");
  } else if (strata_u64(bytes) != page || flags != (leaf ? STRATA_LEAF : STRATA_BRANCH)) {
    rc = strata_bad(walk, page, "has a wrong number or kind");
  } else if (
      lower < STRATA_PAGE_HEADER + (leaf ? 2 : 4) || lower % 2 != 0 || upper < lower ||
      upper > walk->page_size || upper % 2 != 0) {
    rc = strata_bad(walk, page, "has impossible bounds");
  } else {
    *(leaf ? &tree->counted.leaf_pages : &tree->counted.branch_pages) += 1;
    rc = strata_walk_nodes(walk, tree, page, bytes, level, low, high, is_main);
  }
  free(bytes);
  return rc;
}

static int strata_walk_tree(
    strata_walk *walk, const strata_tree *root, int integer_keys, int is_main) {
  strata_tree_walk tree = {*root, {0}, integer_keys};
  if (root->depth > 32) return strata_bad(walk, root->root, "an impossible depth");
  if (root->root == STRATA_NO_PAGE || root->depth == 0) {
    int empty = root->root == STRATA_NO_PAGE && root->depth == 0 && root->entries == 0 &&
                root->leaf_pages == 0 && root->branch_pages == 0 && root->overflow_pages == 0;
    return empty ? 0 : strata_bad(walk, root->root, "an empty tree that counts something");
  }
  uint16_t allowed = integer_keys ? 0x08 : 0;  // MDB_INTEGERKEY; we use no other flag
  if ((root->flags & 0x7fff) != allowed) return strata_bad(walk, root->root, "unknown flags");
  strata_bytes none = {NULL, 0};
  int rc = strata_walk_page(walk, &tree, root->root, 1, none, none, is_main);
  if (rc != 0) return rc;
  const strata_tree *found = &tree.counted;
  if (found->branch_pages != root->branch_pages || found->leaf_pages != root->leaf_pages ||
      found->overflow_pages != root->overflow_pages || found->entries != root->entries) {
    return strata_bad(walk, root->root, "the tree's counters are wrong");
  }
  if (!is_main && !integer_keys) walk->out->entries += found->entries;
  return 0;
}

int strata_validate(const char *data_file, strata_inspection *out) {
  int rc = strata_inspect(data_file, out);
  if (rc != 0) return rc;
  strata_walk walk = {-1, out->page_size, out->last_page, NULL, out};
  walk.file = open(data_file, O_RDONLY | O_CLOEXEC);
  if (walk.file < 0) return errno;
  uint8_t page[STRATA_PAGE_HEADER + sizeof(strata_meta)];
  strata_meta meta;
  uint64_t newest = out->transaction % 2;
  rc = strata_read_at(walk.file, page, sizeof page, newest * out->page_size);
  walk.seen = calloc(out->last_page / 8 + 1, 1);
  if (rc == 0 && walk.seen == NULL) rc = ENOMEM;
  if (rc == 0) {
    memcpy(&meta, page + STRATA_PAGE_HEADER, sizeof meta);
    rc = strata_walk_tree(&walk, &meta.trees[0], 1, 0);
    if (rc == 0) rc = strata_walk_tree(&walk, &meta.trees[1], 0, 1);
  }
  if (rc < 0 && rc != STRATA_SUSPECT) rc = strata_bad(&walk, newest, "is missing");
  free(walk.seen);
  close(walk.file);
  return rc;
}
