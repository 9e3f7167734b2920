/* libsndfile, which reads and writes sound files, and what of it Swift cannot import. */
#ifndef NEARFAR_SNDFILE_H
#define NEARFAR_SNDFILE_H
#include <sndfile.h>

static inline int nf_sound_type_mask(void) { return SF_FORMAT_TYPEMASK; }
static inline int nf_sound_encoding_mask(void) { return SF_FORMAT_SUBMASK; }

/* Whether the file says that its channels are classic B-format (the GUID of WAVE_FORMAT_EXTENSIBLE). */
static inline int nf_sound_is_b_format(SNDFILE *file) {
  return sf_command(file, SFC_WAVEX_GET_AMBISONIC, NULL, 0) == SF_AMBISONIC_B_FORMAT;
}

/* Lets a WAV that is being written say so. */
static inline void nf_sound_set_b_format(SNDFILE *file) {
  sf_command(file, SFC_WAVEX_SET_AMBISONIC, NULL, SF_AMBISONIC_B_FORMAT);
}
#endif
