/* libmysofa, and what is asked about a file before it. Called while a plugin is built, never from the audio
 * thread. */
#ifndef NEARFAR_MYSOFA_H
#define NEARFAR_MYSOFA_H
#include <mysofa.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What tells a file from others, and from itself before it was changed; all zero where there is none. */
typedef struct {
  unsigned long long device, inode, bytes;
  long long seconds, nanoseconds;
} nf_file_identity;

static inline nf_file_identity nf_identify_file(const char *path) {
  struct stat status;
  nf_file_identity identity = {0, 0, 0, 0, 0};
  if (stat(path, &status) == 0) {
    identity.device = status.st_dev;
    identity.inode = status.st_ino;
    identity.bytes = (unsigned long long)status.st_size;
    identity.seconds = status.st_mtim.tv_sec;
    identity.nanoseconds = status.st_mtim.tv_nsec;
  }
  return identity;
}

/* One for this library, however many of its modules this text is compiled into. Never taken by the audio thread. */
__attribute__((weak, visibility("hidden"))) pthread_mutex_t nf_heads_lock = PTHREAD_MUTEX_INITIALIZER;
static inline void nf_lock_heads(void) { pthread_mutex_lock(&nf_heads_lock); }
static inline void nf_unlock_heads(void) { pthread_mutex_unlock(&nf_heads_lock); }

static inline const char *nf_environment(const char *name) { return getenv(name); }

/* 0: cannot be read, 1: not HDF5, which every SOFA file is, 2: HDF5 by its first bytes. */
static inline int nf_file_kind(const char *path) {
  static const char signature[8] = {(char)0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  char start[8];
  FILE *file = fopen(path, "rb");
  size_t bytes = file ? fread(start, 1, sizeof start, file) : 0;
  if (file) fclose(file);
  if (bytes == 0) return 0;
  return bytes == sizeof start && memcmp(start, signature, sizeof start) == 0 ? 2 : 1;
}
#endif
