/* C calls that the audio thread may make, vouched for one by one (nf_rt_…), and the few others that Embedded Swift,
 * which cannot import the C library, needs when a plugin is built (nf_…).
 *
 * RT marks a function as free of locks and allocation for the Swift compiler's real-time proof. Only functions whose
 * bodies were looked at carry it: arithmetic from libm, memory moves, and processor instructions. */
#ifndef NEARFAR_PLATFORM_H
#define NEARFAR_PLATFORM_H
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#define RT static inline __attribute__((swift_attr("@_noLocks"), always_inline))

RT float nf_rt_sin(float x) { return sinf(x); }
RT float nf_rt_cos(float x) { return cosf(x); }
RT float nf_rt_atan2(float y, float x) { return atan2f(y, x); }
RT float nf_rt_exp(float x) { return expf(x); }
RT float nf_rt_log(float x) { return logf(x); }
RT float nf_rt_pow(float x, float y) { return powf(x, y); }
RT float nf_rt_sqrt(float x) { return __builtin_sqrtf(x); }
RT float nf_rt_floor(float x) { return __builtin_floorf(x); }
RT void nf_rt_copy(void *to, const void *from, size_t bytes) { memmove(to, from, bytes); }
RT void nf_rt_clear(void *to, size_t bytes) { memset(to, 0, bytes); }
RT size_t nf_rt_length(const char *text) { return strlen(text); }

/* A pointer that two threads hand to each other: the one in `slot` is taken out, `value` put in its place. */
RT void *nf_rt_exchange(void **slot, void *value) { return __atomic_exchange_n(slot, value, __ATOMIC_ACQ_REL); }
RT int nf_rt_is_empty(void **slot) { return __atomic_load_n(slot, __ATOMIC_ACQUIRE) == NULL; }

/* A word that one thread writes and another reads, whole. Acquire and release cost nothing on x86-64, little elsewhere. */
RT uint64_t nf_rt_load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
RT void nf_rt_store(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

typedef float nf_float8 __attribute__((ext_vector_type(8)));
typedef int32_t nf_int8x32 __attribute__((ext_vector_type(8)));
typedef int16_t nf_int16x16 __attribute__((ext_vector_type(16)));
typedef int16_t nf_int8x16 __attribute__((ext_vector_type(8)));
typedef int8_t nf_int16x8 __attribute__((ext_vector_type(16)));

/* sum[i] + a[2i] * b[2i] + a[2i + 1] * b[2i + 1] */
RT nf_int8x32 nf_rt_add_pair_products(nf_int8x32 sum, nf_int16x16 a, nf_int16x16 b) {
#if defined(__AVX512VNNI__) && defined(__AVX512VL__)
  return (nf_int8x32)_mm256_dpwssd_epi32((__m256i)sum, (__m256i)a, (__m256i)b);
#elif defined(__AVX2__)
  return sum + (nf_int8x32)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
  typedef int32_t half __attribute__((ext_vector_type(4)));
  half low = (half)_mm_madd_epi16((__m128i)a.lo, (__m128i)b.lo), high = (half)_mm_madd_epi16((__m128i)a.hi, (__m128i)b.hi);
  return sum + __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return sum + __builtin_convertvector(a.even, nf_int8x32) * __builtin_convertvector(b.even, nf_int8x32)
      + __builtin_convertvector(a.odd, nf_int8x32) * __builtin_convertvector(b.odd, nf_int8x32);
#endif
}

/* Sixteen bytes, at any address, with their signs. */
RT nf_int16x16 nf_rt_widen_bytes(const int8_t *bytes) {
  nf_int16x8 narrow;
  memcpy(&narrow, bytes, sizeof narrow);
  return __builtin_convertvector(narrow, nf_int16x16);
}

RT nf_float8 nf_rt_floats(nf_int8x32 x) { return __builtin_convertvector(x, nf_float8); }

/* The lower half of each word, to any address. */
RT void nf_rt_store_low_halves(int16_t *to, nf_int8x32 x) {
  nf_int8x16 low = __builtin_convertvector(x, nf_int8x16);
  memcpy(to, &low, sizeof low);
}

/* Flush-to-zero and denormals-are-zero on; returns the mode to hand back to nf_rt_restore_denormals. */
RT uint64_t nf_rt_flush_denormals(void) {
#if defined(__SSE__)
  unsigned mode = _mm_getcsr();
  _mm_setcsr(mode | 0x8040u);
  return mode;
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode | (1ull << 24)));
  return mode;
#else
  return 0;
#endif
}
RT void nf_rt_restore_denormals(uint64_t mode) {
#if defined(__SSE__)
  _mm_setcsr((unsigned)mode);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#endif
}

static inline double nf_sin(double x) { return sin(x); }
static inline double nf_cos(double x) { return cos(x); }
static inline double nf_atan2(double y, double x) { return atan2(y, x); }
static inline double nf_acos(double x) { return acos(x); }
static inline double nf_exp(double x) { return exp(x); }
static inline double nf_log(double x) { return log(x); }
static inline double nf_pow(double x, double y) { return pow(x, y); }
static inline double nf_sqrt(double x) { return __builtin_sqrt(x); }

static inline void *nf_aligned_allocate(size_t bytes) {
  void *p = NULL;
  return posix_memalign(&p, 64, bytes ? bytes : 64) == 0 ? p : NULL;
}
static inline void nf_free(void *p) { free(p); }

/* A lock among threads that may wait: never the audio thread. */
static inline pthread_mutex_t *nf_lock_make(void) {
  pthread_mutex_t *lock = (pthread_mutex_t *)malloc(sizeof *lock);
  if (lock) pthread_mutex_init(lock, NULL);
  return lock;
}
static inline void nf_lock_destroy(pthread_mutex_t *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}
static inline void nf_lock(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static inline void nf_unlock(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }

/* 0: no file is there, 1: a file, 2: a folder, 3: something else, that reading might wait for. */
static inline int nf_file_form(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return 0;
  return S_ISREG(status.st_mode) ? 1 : S_ISDIR(status.st_mode) ? 2 : 3;
}

/* A thread of our own, which gets no signals of the host's; 0 where there is none to be had. */
static inline int nf_thread_start(pthread_t *thread, const char *name, void *(*body)(void *), void *context) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int is_started = pthread_create(thread, NULL, body, context) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
#ifdef __linux__
  /* pthread_setname_np is not there for strict C. */
  if (is_started) {
    extern int pthread_setname_np(pthread_t, const char *);
    pthread_setname_np(*thread, name);
  }
#endif
  return is_started;
}
static inline void nf_thread_join(pthread_t thread) { pthread_join(thread, NULL); }

/* The whole of a file of at most `most` bytes, to be freed with nf_free; NULL with errno set where it cannot be read, and with
 * *bytes above `most` where it is larger. */
static inline uint8_t *nf_read_file(const char *path, size_t most, size_t *bytes) {
  uint8_t *data = NULL;
  *bytes = 0;
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  if (fseek(file, 0, SEEK_END) == 0) {
    const long size = ftell(file);
    *bytes = size > 0 ? (size_t)size : 0;
    if (size >= 0 && (size_t)size <= most && fseek(file, 0, SEEK_SET) == 0) {
      data = (uint8_t *)malloc(*bytes + 1);
      if (data && fread(data, 1, *bytes, file) != *bytes) {
        free(data);
        data = NULL;
      }
    }
  }
  fclose(file);
  return data;
}
static inline void nf_print_error(const char *text) { fputs(text, stderr); }

/* NULL where this processor can run the code as it was compiled, else the name of the first instruction set it lacks. */
static inline const char *nf_missing_instruction_set(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
#define NF_NEED(feature) if (!__builtin_cpu_supports(feature)) return feature
#ifdef __AVX512F__
  NF_NEED("avx512f");
#endif
#ifdef __AVX512BW__
  NF_NEED("avx512bw");
#endif
#ifdef __AVX512VL__
  NF_NEED("avx512vl");
#endif
#ifdef __AVX512VNNI__
  NF_NEED("avx512vnni");
#endif
#ifdef __AVX2__
  NF_NEED("avx2");
#endif
#ifdef __FMA__
  NF_NEED("fma");
#endif
#ifdef __F16C__
  NF_NEED("f16c");
#endif
#ifdef __AVX__
  NF_NEED("avx");
#endif
#ifdef __SSE4_2__
  NF_NEED("sse4.2");
#endif
#undef NF_NEED
#endif
  return NULL;
}
#undef RT
#endif
