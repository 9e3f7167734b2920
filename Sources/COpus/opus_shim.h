/* libopus, for the one kind of track that FFmpeg's libraries do not decode; and what of it Swift cannot import. */
#ifndef NEARFAR_OPUS_H
#define NEARFAR_OPUS_H
#include <opus_projection.h>

/* In 1/256 dB. */
static inline int nf_opus_set_gain(OpusProjectionDecoder *decoder, int gain) {
  return opus_projection_decoder_ctl(decoder, OPUS_SET_GAIN(gain));
}
#endif
