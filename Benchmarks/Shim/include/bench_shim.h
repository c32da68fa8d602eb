#pragma once
#include <stdint.h>

/// How many blocks the calling thread has asked the allocator for; -1 where that can't be counted.
int64_t bench_allocation_count(void);

/// Bytes in use on the heap; -1 where that can't be told.
int64_t bench_heap_bytes(void);

/// The most memory that the process ever had resident, in bytes.
int64_t bench_peak_bytes(void);
