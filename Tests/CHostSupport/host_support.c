#define _GNU_SOURCE
#include "host_support.h"
#include <lv2/log/log.h>
#include <lv2/urid/urid.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

struct nf_host_log {
  char text[8192];
  size_t used;
  LV2_Log_Log log;
  LV2_URID_Map map;
  LV2_Feature log_feature, map_feature;
  const LV2_Feature *features[3];
};

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char *known[256];
  (void)handle;
  LV2_URID id = 0;
  pthread_mutex_lock(&lock);
  while (id < 255 && known[id] && strcmp(known[id], uri)) id++;
  if (!known[id]) known[id] = strdup(uri);
  pthread_mutex_unlock(&lock);
  return id + 1;
}

static int log_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments) {
  /* Plugins may print from threads of their own. */
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  nf_host_log *log = handle;
  (void)type;
  pthread_mutex_lock(&lock);
  size_t room = sizeof log->text - log->used;
  int count = vsnprintf(log->text + log->used, room, format, arguments);
  if (count > 0) log->used += (size_t)count < room ? (size_t)count : room - 1;
  pthread_mutex_unlock(&lock);
  return count;
}
static int log_printf(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = log_vprintf(handle, type, format, arguments);
  va_end(arguments);
  return count;
}

nf_host_log *nf_host_log_make(void) {
  nf_host_log *log = calloc(1, sizeof *log);
  log->log = (LV2_Log_Log){log, log_printf, log_vprintf};
  log->map = (LV2_URID_Map){NULL, map_uri};
  log->log_feature = (LV2_Feature){LV2_LOG__log, &log->log};
  log->map_feature = (LV2_Feature){LV2_URID__map, &log->map};
  log->features[0] = &log->map_feature;
  log->features[1] = &log->log_feature;
  return log;
}
void nf_host_log_destroy(nf_host_log *log) { free(log); }
const char *nf_host_log_text(const nf_host_log *log) { return log->text; }
const LV2_Feature *const *nf_host_log_features(nf_host_log *log) { return log->features; }

unsigned nf_floating_point_mode(void) {
#if defined(__SSE__)
  return _mm_getcsr() & 0xffc0u;
#else
  return 0;
#endif
}
void nf_set_floating_point_mode(unsigned mode) {
#if defined(__SSE__)
  _mm_setcsr(mode);
#else
  (void)mode;
#endif
}

double nf_thread_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double nf_wall_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
