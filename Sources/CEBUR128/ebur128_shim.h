/* Loudness as others measure it, for tests and programs; no plugin links it. */
#ifndef NEARFAR_EBUR128_H
#define NEARFAR_EBUR128_H
#include <ebur128.h>

/* Swift cannot see enumerations that are or-ed. */
static inline ebur128_state *nf_ebur128_make(unsigned channels, unsigned long rate) {
  return ebur128_init(channels, rate, EBUR128_MODE_I | EBUR128_MODE_LRA);
}
#endif
