// Lets the thread sanitizer see Swift's Mutex on Linux.
//
// The uncontended path of Synchronization.Mutex is inlined into the program, so that it is seen. The
// contended path is in libswiftSynchronization.so, which is not built with the sanitizer: it takes no
// part in the order of events, and each access under a contended lock is reported as a race. The
// functions here stand before those of the library, call them, and tell the sanitizer what happened.
// They are there only in builds with --sanitize=thread.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) && defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Swift's names for Synchronization._MutexHandle's _lockSlow(_:), _tryLockSlow() and _unlockSlow().
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle
#define UNSEEN __attribute__((no_sanitize("thread")))

SWIFT void strata_lock(uint32_t seen, SELF) __asm__(LOCK);
SWIFT bool strata_try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void strata_unlock(SELF) __asm__(UNLOCK);

SWIFT UNSEEN void strata_lock(uint32_t seen, SELF) {
  typedef SWIFT void (*Function)(uint32_t, SELF);
  ((Function)dlsym(RTLD_NEXT, LOCK))(seen, handle);
  __tsan_acquire(handle);
}

SWIFT UNSEEN bool strata_try_lock(SELF) {
  typedef SWIFT bool (*Function)(SELF);
  bool is_locked = ((Function)dlsym(RTLD_NEXT, TRY_LOCK))(handle);
  if (is_locked) __tsan_acquire(handle);
  return is_locked;
}

SWIFT UNSEEN void strata_unlock(SELF) {
  typedef SWIFT void (*Function)(SELF);
  __tsan_release(handle);
  ((Function)dlsym(RTLD_NEXT, UNLOCK))(handle);
}

#endif
#endif
