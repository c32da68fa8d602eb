#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/sysctl.h>
#endif

#include "strata_lmdb.h"

int strata_lock_open(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  return file < 0 ? -errno : file;
}

// Classic locks of the process: they vanish with it, and a forked child does not inherit them.
static int strata_set_lock(int descriptor, short kind) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  return fcntl(descriptor, F_SETLK, &lock) == 0 ? 0 : errno;
}

int strata_lock(int descriptor, int exclusive, int milliseconds) {
  for (int waited = 0;; waited += 2) {
    int rc = strata_set_lock(descriptor, exclusive ? F_WRLCK : F_RDLCK);
    if (rc == EACCES) rc = EAGAIN;
    if ((rc != EAGAIN && rc != EINTR) || waited >= milliseconds) return rc;
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
  }
}

int strata_unlock(int descriptor) { return strata_set_lock(descriptor, F_UNLCK); }

void strata_lock_close(int descriptor) { close(descriptor); }

static int strata_write_all(int file, const char *at, size_t length) {
  while (length > 0) {
    ssize_t put = write(file, at, length);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put < 0 ? errno : EIO;
    at += put;
    length -= (size_t)put;
  }
  return fsync(file) == 0 ? 0 : errno;
}

int strata_replace_file(const char *directory, const char *name, const void *bytes, size_t length) {
  int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return errno;
  char draft[256];
  snprintf(draft, sizeof draft, "%s.%ld.new", name, (long)getpid());
  int rc = 0;
  int file = openat(folder, draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) {
    rc = errno;
  } else {
    rc = strata_write_all(file, bytes, length);
    if (close(file) != 0 && rc == 0) rc = errno;
    if (rc == 0 && renameat(folder, draft, folder, name) != 0) rc = errno;
    if (rc == 0 && fsync(folder) != 0) rc = errno;
    if (rc != 0) unlinkat(folder, draft, 0);
  }
  close(folder);
  return rc;
}

int strata_identity(const char *path, uint64_t *device, uint64_t *inode) {
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  *device = (uint64_t)status.st_dev;
  *inode = (uint64_t)status.st_ino;
  return 0;
}

// Locks and shared maps are only coherent on file systems of this machine.
int strata_is_remote(const char *directory) {
  struct statfs status;
  if (statfs(directory, &status) != 0) return -errno;
#if defined(__linux__)
  switch ((unsigned long)status.f_type) {
    case 0x6969:      // NFS
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB2
    case 0x517B:      // SMB
    case 0x01021997:  // 9p
    case 0x65735546:  // FUSE
    case 0x564C:      // NCP
    case 0x5346414F:  // AFS
    case 0x00C36400:  // Ceph
      return 1;
    default:
      return 0;
  }
#else
  return (status.f_flags & MNT_LOCAL) == 0;
#endif
}

void strata_boot_identity(char *out, size_t capacity) {
  if (capacity == 0) return;
  out[0] = 0;
#if defined(__linux__)
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t got = read(file, out, capacity - 1);
  close(file);
  if (got < 0) got = 0;
  out[got] = 0;
  out[strcspn(out, "\n")] = 0;
#else
  struct timeval boot;
  size_t size = sizeof boot;
  if (sysctlbyname("kern.boottime", &boot, &size, NULL, 0) == 0) {
    snprintf(out, capacity, "%lld", (long long)boot.tv_sec);
  }
#endif
}
