/* Writing a small file as a whole, or not at all. Called from threads that may wait, never the audio thread. */
#ifndef NEARFAR_FILE_WRITING_H
#define NEARFAR_FILE_WRITING_H
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All bytes, and on the disk; 0 or the error's number. */
static inline int nf_write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    const ssize_t written = write(file, bytes, count);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
  return fsync(file) == 0 ? 0 : errno;
}

/* A new file in the folder of `target`; its name goes into `name`, which holds PATH_MAX bytes. -1 with errno set: there is none. */
static inline int nf_open_beside(const char *target, char *name) {
  const char *slash = strrchr(target, '/');
  const int folder = slash ? (int)(slash - target) + 1 : 0;
  for (int attempt = 0; attempt < 100; attempt++) {
    if (snprintf(name, PATH_MAX, "%.*s.nearfar-%ld-%d.part", folder, target, (long)getpid(), attempt) >= PATH_MAX) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

/* Puts a new file with these bytes in the place of `path`: until all of it is on the disk, whoever reads finds what was there before.
 * A file that was there hands on its permissions, a symbolic link its target. 0, or the number of the error, after which nothing has
 * changed. */
static inline int nf_replace_file(const char *path, const char *bytes, size_t count) {
  char resolved[PATH_MAX], name[PATH_MAX];
  const char *target = realpath(path, resolved) ? resolved : path;
  struct stat before;
  const int existed = stat(target, &before) == 0;
  /* What its owner has protected stays. */
  if (existed && access(target, W_OK) != 0) return errno;
  const int file = nf_open_beside(target, name);
  if (file < 0) return errno;
  int error = nf_write_all(file, bytes, count);
  if (!error && existed && fchmod(file, before.st_mode & 07777) != 0) error = errno;
  if (close(file) != 0 && !error) error = errno;
  if (!error && rename(name, target) != 0) error = errno;
  if (error) unlink(name);
  return error;
}

/* 0 where new files may be made in the folder of `path`, else the number of the error. */
static inline int nf_check_folder(const char *path) {
  char folder[PATH_MAX];
  const char *slash = strrchr(path, '/');
  const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
  if (length + NAME_MAX >= sizeof folder) return ENAMETOOLONG;
  memcpy(folder, length ? path : "./", length ? length : 2);
  folder[length ? length : 2] = 0;
  return access(folder, W_OK | X_OK) == 0 ? 0 : errno;
}

static inline const char *nf_error_text(int error) { return strerror(error); }
/* Whether it is about permissions, a folder that is not there, or a disk that is full. */
static inline int nf_error_is_permission(int error) { return error == EACCES || error == EPERM || error == EROFS; }
static inline int nf_error_is_absence(int error) { return error == ENOENT || error == ENOTDIR; }
static inline int nf_error_is_space(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG; }
#endif
