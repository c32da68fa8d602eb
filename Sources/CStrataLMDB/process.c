#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

// MARK: fork

static atomic_uint strata_forks;
static pthread_once_t strata_fork_once = PTHREAD_ONCE_INIT;

static void strata_after_fork(void) { atomic_fetch_add(&strata_forks, 1); }

static void strata_watch_forks(void) { pthread_atfork(NULL, NULL, strata_after_fork); }

uint32_t strata_fork_count(void) {
  pthread_once(&strata_fork_once, strata_watch_forks);
  return atomic_load_explicit(&strata_forks, memory_order_relaxed);
}

// MARK: epoch

// The file is one page long from its making on. Somebody may still cut it, so reads that can be
// guarded are: those of LMDB's calls. The others only run where a manager opens or switches.
struct strata_epoch {
  _Atomic uint64_t *counter;
};

int strata_epoch_open(const char *path, strata_epoch **out) {
  *out = NULL;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return errno;
  int rc = 0;
  struct stat status;
  if (fstat(file, &status) != 0) rc = errno;
  // Never shorter than it was: another process has it mapped.
  if (rc == 0 && status.st_size < 4096 && ftruncate(file, 4096) != 0) rc = errno;
  void *map = MAP_FAILED;
  if (rc == 0) {
    map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) rc = errno;
  }
  close(file);
  if (rc != 0) return rc;
  strata_epoch *epoch = malloc(sizeof *epoch);
  if (epoch == NULL) {
    munmap(map, 4096);
    return ENOMEM;
  }
  epoch->counter = map;
  *out = epoch;
  return 0;
}

uint64_t strata_epoch_read(const strata_epoch *epoch) {
  return atomic_load_explicit(epoch->counter, memory_order_acquire);
}

uint64_t strata_epoch_bump(strata_epoch *epoch) { return atomic_fetch_add(epoch->counter, 1) + 1; }

void strata_epoch_close(strata_epoch *epoch) {
  munmap((void *)epoch->counter, 4096);
  free(epoch);
}

// MARK: bell

struct strata_bell {
  pthread_mutex_t lock;
  pthread_cond_t rung;
  int flag;  // under `lock`
};

strata_bell *strata_bell_make(void) {
  strata_bell *bell = calloc(1, sizeof *bell);
  if (bell == NULL) abort();
  pthread_mutex_init(&bell->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
#if defined(__linux__)
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
  pthread_cond_init(&bell->rung, &attributes);
  pthread_condattr_destroy(&attributes);
  return bell;
}

void strata_bell_ring(strata_bell *bell) {
  pthread_mutex_lock(&bell->lock);
  if (!bell->flag) {
    bell->flag = 1;
    pthread_cond_signal(&bell->rung);
  }
  pthread_mutex_unlock(&bell->lock);
}

int strata_bell_wait(strata_bell *bell, int milliseconds) {
  struct timespec until;
#if defined(__linux__)
  clock_gettime(CLOCK_MONOTONIC, &until);
#else
  clock_gettime(CLOCK_REALTIME, &until);
#endif
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec += 1;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&bell->lock);
  int rc = 0;
  while (!bell->flag && rc == 0) rc = pthread_cond_timedwait(&bell->rung, &bell->lock, &until);
  int rung = bell->flag;
  bell->flag = 0;
  pthread_mutex_unlock(&bell->lock);
  return rung;
}

void strata_bell_free(strata_bell *bell) {
  pthread_cond_destroy(&bell->rung);
  pthread_mutex_destroy(&bell->lock);
  free(bell);
}

void strata_pause(int milliseconds) {
  struct timespec time = {milliseconds / 1000, (long)(milliseconds % 1000) * 1000000};
  nanosleep(&time, NULL);
}

// MARK: thread

typedef struct {
  void (*body)(void *);
  void *context;
} strata_start;

static void *strata_thread_main(void *argument) {
  strata_start start = *(strata_start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int strata_thread_start(void (*body)(void *), void *context) {
  strata_start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (strata_start){body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_t thread;
  int rc = pthread_create(&thread, &attributes, strata_thread_main, start);
  pthread_attr_destroy(&attributes);
  if (rc != 0) free(start);
  return rc;
}
