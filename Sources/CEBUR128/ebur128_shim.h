/* libebur128, which measures loudness (EBU R 128, ITU-R BS.1770), for tests and programs; no plugin links it. Its enumerations have
 * names that no module should export (`mode`, `error`), and Swift cannot see them or-ed: what is used of them is named here. */
#ifndef NEARFAR_EBUR128_H
#define NEARFAR_EBUR128_H
#include <ebur128.h>
#include <math.h>

static inline ebur128_state *nf_ebur128_make(unsigned channels, unsigned long rate) {
  return ebur128_init(channels, rate, EBUR128_MODE_I | EBUR128_MODE_LRA);
}

/* The same in constant memory (a histogram, 0.1 LU fine), and without the range where that is not wanted; NULL where that cannot be. */
static inline ebur128_state *nf_ebur128_make_constant(unsigned channels, unsigned long rate, int finds_range) {
  return ebur128_init(channels, rate, EBUR128_MODE_I | EBUR128_MODE_HISTOGRAM | (finds_range ? EBUR128_MODE_LRA : 0));
}

/* LUFS; -infinity for silence. */
static inline double nf_ebur128_integrated(ebur128_state *state) {
  double value = -INFINITY;
  return ebur128_loudness_global(state, &value) == EBUR128_SUCCESS ? value : -INFINITY;
}

/* Of the last 0.4 s. */
static inline double nf_ebur128_momentary(ebur128_state *state) {
  double value = -INFINITY;
  return ebur128_loudness_momentary(state, &value) == EBUR128_SUCCESS ? value : -INFINITY;
}

/* LU */
static inline double nf_ebur128_range(ebur128_state *state) {
  double value = 0;
  return ebur128_loudness_range(state, &value) == EBUR128_SUCCESS ? value : 0;
}
#endif
