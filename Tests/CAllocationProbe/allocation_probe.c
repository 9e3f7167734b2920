#define _GNU_SOURCE
#include "allocation_probe.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

/* The address sanitizer has an allocator and locks of its own, which nothing may take the place of: with it this counts
 * nothing, and the tests of allocation fail. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define NF_IS_SANITIZED 1
#endif
#endif

/* The allocator behind the public names, exported by glibc for replacements such as these. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* initial-exec: reading these never allocates, as a lazily made thread-local block would. */
#define PER_THREAD static __thread __attribute__((tls_model("initial-exec")))
PER_THREAD int is_watching;
PER_THREAD nf_probe_counts counts;

#ifndef NF_IS_SANITIZED
#define COUNT(what) do { if (is_watching) counts.what++; } while (0)

void *malloc(size_t size) { COUNT(allocations); return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { COUNT(allocations); return __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { COUNT(allocations); return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { COUNT(allocations); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { COUNT(allocations); return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  COUNT(allocations);
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}
void free(void *memory) {
  if (memory) COUNT(frees);
  __libc_free(memory);
}

/* The real lock functions, found once before main: looking them up later could lock. */
static int (*real_mutex_lock)(pthread_mutex_t *);
static int (*real_read_lock)(pthread_rwlock_t *);
static int (*real_write_lock)(pthread_rwlock_t *);

static void find_real_functions(void) {
  real_mutex_lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  real_read_lock = (int (*)(pthread_rwlock_t *))dlsym(RTLD_NEXT, "pthread_rwlock_rdlock");
  real_write_lock = (int (*)(pthread_rwlock_t *))dlsym(RTLD_NEXT, "pthread_rwlock_wrlock");
}
__attribute__((constructor)) static void find_early(void) { find_real_functions(); }

int pthread_mutex_lock(pthread_mutex_t *lock) {
  COUNT(locks);
  if (!real_mutex_lock) find_real_functions();
  return real_mutex_lock(lock);
}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  COUNT(locks);
  if (!real_read_lock) find_real_functions();
  return real_read_lock(lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  COUNT(locks);
  if (!real_write_lock) find_real_functions();
  return real_write_lock(lock);
}
#endif

void nf_probe_begin(void) {
  counts = (nf_probe_counts){0, 0, 0};
  is_watching = 1;
}
nf_probe_counts nf_probe_end(void) {
  is_watching = 0;
  return counts;
}

void nf_probe_misbehave(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  /* volatile: the compiler may drop a pair of malloc and free. */
  void *volatile memory = malloc(64);
  free(memory);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}
