#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pages.h"
#include "strata_lmdb.h"

int strata_read_at(int file, void *buffer, size_t length, uint64_t offset) {
  char *at = buffer;
  while (length > 0) {
    ssize_t got = pread(file, at, length, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return -1;
    at += got;
    offset += (uint64_t)got;
    length -= (size_t)got;
  }
  return 0;
}

static int strata_suspect(strata_inspection *out, const char *reason) {
  snprintf(out->reason, sizeof out->reason, "%s", reason);
  return STRATA_SUSPECT;
}

static int64_t strata_modified(const struct stat *status) {
#if defined(__APPLE__)
  return (int64_t)status->st_mtimespec.tv_sec * 1000000000 + status->st_mtimespec.tv_nsec;
#else
  return (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec;
#endif
}

static int strata_read_meta(int file, uint64_t page, uint64_t page_size, strata_meta *meta) {
  uint8_t bytes[STRATA_PAGE_HEADER + sizeof *meta];
  int rc = strata_read_at(file, bytes, sizeof bytes, page * page_size);
  if (rc != 0) return rc;
  memcpy(meta, bytes + STRATA_PAGE_HEADER, sizeof *meta);
  return strata_u64(bytes) == page && (strata_u16(bytes + 10) & STRATA_META) ? 0 : -2;
}

static int strata_check_metas(int file, strata_inspection *out) {
  strata_meta metas[2];
  uint64_t page_size = 4096;
  for (uint64_t i = 0; i < 2; i++) {
    int rc = strata_read_meta(file, i, page_size, &metas[i]);
    if (rc > 0) return rc;
    if (rc < 0) return strata_suspect(out, "a meta page is missing or has a wrong header");
    if (metas[i].magic != STRATA_META_MAGIC) return strata_suspect(out, "a meta page has no magic");
    if (metas[i].version != STRATA_META_VERSION) {
      return strata_suspect(out, "a meta page has another version of LMDB's format");
    }
    if (i == 0) {
      page_size = metas[0].trees[0].pad;
      if (page_size < 512 || page_size > 65536 || (page_size & (page_size - 1)) != 0) {
        return strata_suspect(out, "the page size is impossible");
      }
    } else if (metas[1].trees[0].pad != page_size) {
      return strata_suspect(out, "the meta pages disagree about the page size");
    }
  }
  uint64_t a = metas[0].transaction, b = metas[1].transaction;
  const strata_meta *newest = a > b ? &metas[0] : &metas[1];
  // Transaction n is written to meta page n % 2, so the two differ by one, once both are used.
  int fresh = a == 0 && b <= 1;
  if (!fresh && ((a > b ? a - b : b - a) != 1 || (a & 1) != 0 || (b & 1) != 1)) {
    return strata_suspect(out, "the meta pages' transaction numbers don't follow each other");
  }
  out->page_size = page_size;
  out->map_size = newest->map_size;
  out->last_page = newest->last_page;
  out->transaction = newest->transaction;
  struct stat status;
  if (fstat(file, &status) != 0) return errno;
  out->file_size = (uint64_t)status.st_size;
  out->modified = strata_modified(&status);
  if (newest->last_page < 1 || newest->last_page >= newest->map_size / page_size) {
    return strata_suspect(out, "the last page lies outside the map");
  }
  if (out->file_size / page_size < newest->last_page + 1) {
    return strata_suspect(out, "the file is shorter than its meta page says");
  }
  return 0;
}

int strata_inspect(const char *data_file, strata_inspection *out) {
  memset(out, 0, sizeof *out);
  int file = open(data_file, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status;
  int rc = 0;
  if (fstat(file, &status) != 0) {
    rc = errno;
  } else if (!S_ISREG(status.st_mode)) {
    rc = strata_suspect(out, "it is not a regular file");
  } else {
    out->file_size = (uint64_t)status.st_size;
    if (status.st_size < 8192) {
      snprintf(out->reason, sizeof out->reason, "it is too short to hold a database");
      rc = STRATA_LOST;
    }
  }
  // Another process may be in the middle of a commit, whose meta page we then see half written.
  for (int attempt = 0; rc == 0 && attempt < 4; attempt++) {
    rc = strata_check_metas(file, out);
    if (rc != STRATA_SUSPECT || attempt == 3) break;
    rc = 0;
    usleep(1000);
  }
  close(file);
  return rc;
}
