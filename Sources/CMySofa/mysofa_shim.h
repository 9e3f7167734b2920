/* libmysofa, and what is asked about a file before it. Called while a plugin is built, never from the audio
 * thread. */
#ifndef NEARFAR_MYSOFA_H
#define NEARFAR_MYSOFA_H
#include <mysofa.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
