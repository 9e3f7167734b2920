/* Vectors of 8 floats, the logistic function of a few, and rows of numbers turned into lanes: [column][row]. */
#pragma once
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
enum { LANES = 8 };
typedef float vec __attribute__((vector_size(4 * LANES), may_alias));
typedef float unaligned __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int ivec __attribute__((vector_size(4 * LANES)));

INLINE long least(long a, long b) { return a < b ? a : b; }
INLINE vec all(float x) { return (vec){} + x; }
INLINE vec load(const float *x) { return *(const unaligned *)x; }
/* Kept in a register: a plain load the compiler may repeat wherever it is used. */
INLINE vec load_once(const float *x) { return *(const volatile unaligned *)x; }
INLINE void store(float *x, vec v) { *(unaligned *)x = v; }

static float *allocate(long floats) {
  float *x = aligned_alloc(64, (floats * 4 + 63) / 64 * 64);
  if (!x) abort();
  return x;
}

INLINE vec clamped(vec x, float bound) {
  ivec over = x > bound, under = x < -bound;
  return (vec)(((ivec)x & ~(over | under)) | ((ivec)all(bound) & over) | ((ivec)all(-bound) & under));
}

/* x ← 1/(1 + e^-x) to 2e-7, for a few vectors in step, as each waits for its own results: 2^y = 2^n · 2^f, |f| ≤ 1/2, and
   Taylor's series of 2^f to its sixth power. */
INLINE void sigmoids(vec *x, int count) {
  static const float series[] = {1.33335581e-3f, 9.61812911e-3f, 5.55041087e-2f, 0.240226507f, 0.693147181f, 1};
  vec f[8], p[8];
  ivec n[8];
#pragma GCC unroll 8
  for (int i = 0; i < count; i++) {
    vec y = clamped(x[i] * -1.44269504f, 120);
    n[i] = __builtin_convertvector(y + 128.5f, ivec) - 128;
    f[i] = y - __builtin_convertvector(n[i], vec), p[i] = all(1.54035304e-4f);
  }
#pragma GCC unroll 8
  for (int k = 0; k < 6; k++)
#pragma GCC unroll 8
    for (int i = 0; i < count; i++) p[i] = p[i] * f[i] + series[k];
#pragma GCC unroll 8
  for (int i = 0; i < count; i++) x[i] = 1 / (1 + p[i] * (vec)((n[i] + 127) << 23));
}

/* 8 × 8, in place. */
INLINE void transpose(vec v[8]) {
  vec a[8], b[8];
  for (int i = 0; i < 4; i++) {
    a[2 * i] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    a[2 * i + 1] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; k++) {
      b[i + 2 * k] = __builtin_shufflevector(a[i + k], a[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[i + 2 * k + 1] = __builtin_shufflevector(a[i + k], a[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; i++) {
    v[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/* (count rows, columns) to [column][C vectors of rows], zeros for rows that are not there; or added to what is there. */
INLINE void to_lanes(const float *x, long stride, long count, long columns, int C, int adds, vec *lanes) {
  for (int c = 0; c < C; c++)
    for (long k = 0; k < columns; k += 8) {
      vec v[8];
      for (int i = 0; i < 8; i++) v[i] = 8 * c + i < count ? load(x + (8 * c + i) * stride + k) : all(0);
      transpose(v);
      for (int i = 0; i < 8; i++) lanes[(k + i) * C + c] = v[i] + (adds ? lanes[(k + i) * C + c] : all(0));
    }
}

INLINE void to_rows(const vec *lanes, long stride, long count, long columns, int C, float *x) {
  for (int c = 0; c < C; c++)
    for (long k = 0; k < columns; k += 8) {
      vec v[8];
      for (int i = 0; i < 8; i++) v[i] = lanes[(k + i) * C + c];
      transpose(v);
      for (int i = 0; i < 8 && 8 * c + i < count; i++) store(x + (8 * c + i) * stride + k, v[i]);
    }
}
