/* libsoxr, which converts sample rates, for channels that lie apart in memory. */
#ifndef NEARFAR_SOXR_H
#define NEARFAR_SOXR_H
#include <soxr.h>

/* 20 bits of precision reach -120 dB; linear phase. NULL where there is no memory. */
static inline soxr_t nf_resampler_make(double from, double to, unsigned channels) {
  soxr_io_spec_t io = soxr_io_spec(SOXR_FLOAT32_S, SOXR_FLOAT32_S);
  soxr_quality_spec_t quality = soxr_quality_spec(SOXR_VHQ, 0);
  soxr_runtime_spec_t runtime = soxr_runtime_spec(1);
  soxr_error_t error = NULL;
  soxr_t resampler = soxr_create(from, to, channels, &error, &io, &quality, &runtime);
  return error ? NULL : resampler;
}

/* `input` NULL: no more comes. Frames taken and given are returned through `taken` and `given`; 0 for success. */
static inline int nf_resampler_process(
  soxr_t resampler, const float *const *input, size_t frames, size_t *taken, float *const *output, size_t room,
  size_t *given) {
  return soxr_process(resampler, (soxr_in_t)input, frames, taken, (soxr_out_t)output, room, given) != NULL;
}
#endif
