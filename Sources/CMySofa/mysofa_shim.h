/* libmysofa, and the two questions about files that come before it. Called while a plugin is built, never from the audio
 * thread. */
#ifndef NEARFAR_MYSOFA_H
#define NEARFAR_MYSOFA_H
#include <mysofa.h>
#include <stdio.h>
#include <stdlib.h>

static inline const char *nf_environment(const char *name) { return getenv(name); }

static inline int nf_can_read(const char *path) {
  FILE *file = fopen(path, "rb");
  char byte;
  int readable = file && fread(&byte, 1, 1, file) == 1;
  if (file) fclose(file);
  return readable;
}
#endif
