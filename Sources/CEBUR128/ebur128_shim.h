/* libebur128, which measures loudness (EBU R 128, ITU-R BS.1770). Its enumerations have names that no module should export
 * (`mode`, `channel`, `error`): what is used of them is named here. */
#ifndef NEARFAR_EBUR128_H
#define NEARFAR_EBUR128_H
#include <ebur128.h>
#include <math.h>

/* Integrated loudness, loudness range and sample peaks, in constant memory (a histogram, 0.1 LU fine); NULL where that cannot be. */
static inline ebur128_state *nf_loudness_make(unsigned channels, unsigned long rate) {
  return ebur128_init(
    channels, rate, EBUR128_MODE_I | EBUR128_MODE_LRA | EBUR128_MODE_SAMPLE_PEAK | EBUR128_MODE_HISTOGRAM);
}
static inline void nf_loudness_destroy(ebur128_state *state) { ebur128_destroy(&state); }
static inline int nf_loudness_add(ebur128_state *state, const float *interleaved, size_t frames) {
  return ebur128_add_frames_float(state, interleaved, frames);
}
/* LUFS; -infinity for silence. */
static inline double nf_loudness_integrated(ebur128_state *state) {
  double value = -INFINITY;
  return ebur128_loudness_global(state, &value) == EBUR128_SUCCESS ? value : -INFINITY;
}
/* LU */
static inline double nf_loudness_range(ebur128_state *state) {
  double value = 0;
  return ebur128_loudness_range(state, &value) == EBUR128_SUCCESS ? value : 0;
}
/* Of one channel, as an amplitude. */
static inline double nf_loudness_peak(ebur128_state *state, unsigned channel) {
  double value = 0;
  return ebur128_sample_peak(state, channel, &value) == EBUR128_SUCCESS ? value : 0;
}
#endif
