#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // pthread_setname_np
#endif
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "strata_http.h"

struct start {
  void (*body)(void *context);
  void *context;
  char name[16]; // Linux keeps no more
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
#if defined(__APPLE__)
  pthread_setname_np(start.name);
#elif defined(__linux__)
  pthread_setname_np(pthread_self(), start.name);
#endif
  start.body(start.context);
  return NULL;
}

bool strata_http_thread_start(const char *name, void (*body)(void *context), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return false;
  start->body = body;
  start->context = context;
  strncpy(start->name, name, sizeof start->name - 1);
  start->name[sizeof start->name - 1] = '\0';
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The new thread inherits the mask. No handler of the host program may interrupt it, and a peer
  // that closes its socket must not raise SIGPIPE there. Faults of the thread itself stay open, or a
  // crash could not be reported.
  sigset_t blocked, before;
  sigfillset(&blocked);
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  bool started = pthread_create(&thread, &attributes, run, start) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (!started) free(start);
  return started;
}

void strata_thread_rest(int milliseconds) {
  struct timespec rest = {milliseconds / 1000, (milliseconds % 1000) * 1000000L};
  nanosleep(&rest, NULL);
}

int64_t strata_wall_seconds(void) { return (int64_t)time(NULL); }
