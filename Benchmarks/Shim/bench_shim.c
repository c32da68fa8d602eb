#define _GNU_SOURCE
#include "bench_shim.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>

#if defined(__GLIBC__)
#include <malloc.h>

// The program's own allocation functions take the place of the library's for everything in the process:
// they count and pass on. Blocks come from the library, so its own `free` takes them back.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread int64_t allocations;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  allocations++;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  allocations++;
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *block = found;
  return 0;
}

int64_t bench_allocation_count(void) { return allocations; }

int64_t bench_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}
#else
int64_t bench_allocation_count(void) { return -1; }
int64_t bench_heap_bytes(void) { return -1; }
#endif

int64_t bench_peak_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return -1;
#if defined(__APPLE__)
  return usage.ru_maxrss;
#else
  return usage.ru_maxrss * 1024;
#endif
}
