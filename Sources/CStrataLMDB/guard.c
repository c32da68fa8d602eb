#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

// A damaged or shortened file makes LMDB touch memory that isn't there. Such a fault is synchronous:
// it hits the thread that made the call, so a jump on that thread back to the call's beginning is
// enough. The mask is not saved (that would be a system call each time), hence SA_NODEFER: the
// signal was never blocked, so there is nothing to restore.
static _Thread_local sigjmp_buf *volatile strata_frame;

// The thread sanitizer puts a handler of its own before ours, which blocks all signals while ours runs:
// there the mask has to be saved, or a second fault would end the process.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define STRATA_SAVES_MASK 1
#endif
#endif
#ifndef STRATA_SAVES_MASK
#define STRATA_SAVES_MASK 0
#endif

static const int strata_signals[] = {SIGSEGV, SIGBUS, SIGFPE};
#define STRATA_SIGNALS (sizeof strata_signals / sizeof strata_signals[0])
static struct sigaction strata_previous[STRATA_SIGNALS];
static pthread_once_t strata_guard_once = PTHREAD_ONCE_INIT;

static void strata_chain(int signal, siginfo_t *info, void *context) {
  for (size_t i = 0; i < STRATA_SIGNALS; i++) {
    if (strata_signals[i] != signal) continue;
    const struct sigaction *previous = &strata_previous[i];
    if (previous->sa_flags & SA_SIGINFO) {
      previous->sa_sigaction(signal, info, context);
    } else if (previous->sa_handler == SIG_IGN && info->si_code <= 0) {
      return;
    } else if (previous->sa_handler == SIG_DFL || previous->sa_handler == SIG_IGN) {
      // Back to the default: a fault happens again on return; a signal that was sent must be resent.
      struct sigaction restore;
      memset(&restore, 0, sizeof restore);
      restore.sa_handler = SIG_DFL;
      sigaction(signal, &restore, NULL);
      if (info->si_code <= 0) raise(signal);
    } else {
      previous->sa_handler(signal);
    }
    return;
  }
}

static void strata_handle(int signal, siginfo_t *info, void *context) {
  sigjmp_buf *frame = strata_frame;
  if (frame != NULL && info->si_code > 0) {
    strata_frame = NULL;
    siglongjmp(*frame, 1);
  }
  int saved = errno;
  strata_chain(signal, info, context);
  errno = saved;
}

static void strata_guard_install_once(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = strata_handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < STRATA_SIGNALS; i++) {
    sigaction(strata_signals[i], &action, &strata_previous[i]);
  }
}

void strata_guard_install(void) { pthread_once(&strata_guard_once, strata_guard_install_once); }

void strata_guard_assert(MDB_env *lmdb, const char *message) {
  (void)lmdb;
  (void)message;
  sigjmp_buf *frame = strata_frame;
  if (frame == NULL) abort();
  strata_frame = NULL;
  siglongjmp(*frame, 1);
}

int strata_guarded(strata_env *env, strata_body body, void *call) {
  if (env != NULL && !env->guarded) return body(call);
  sigjmp_buf frame;
  if (sigsetjmp(frame, STRATA_SAVES_MASK) != 0) {
    if (env != NULL) strata_env_poison(env);
    return STRATA_FAULT;
  }
  strata_frame = &frame;
  atomic_signal_fence(memory_order_seq_cst);
  int result = body(call);
  atomic_signal_fence(memory_order_seq_cst);
  strata_frame = NULL;
  return result;
}

static int strata_probe_body(void *call) {
  if (*(int *)call) {
    int *volatile nowhere = (int *)8;
    *nowhere = 1;
  }
  return 0;
}

int strata_guard_probe(int fault) {
  if (fault) strata_guard_install();
  return strata_guarded(NULL, strata_probe_body, &fault);
}
