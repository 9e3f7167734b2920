/* The parts of a small LV2 host that Swift cannot write: a variadic log function, processor state, thread time. */
#ifndef NEARFAR_HOST_SUPPORT_H
#define NEARFAR_HOST_SUPPORT_H
#include <lv2/core/lv2.h>
#include <stddef.h>

/* A log that keeps what is printed to it, and the features that offer it to a plugin. */
typedef struct nf_host_log nf_host_log;
nf_host_log *nf_host_log_make(void);
void nf_host_log_destroy(nf_host_log *log);
const char *nf_host_log_text(const nf_host_log *log);
/* urid:map and log:log, ending with NULL; valid while the log lives. */
const LV2_Feature *const *nf_host_log_features(nf_host_log *log);

/* The floating-point control bits of this thread (rounding, denormals, exception masks). */
unsigned nf_floating_point_mode(void);
void nf_set_floating_point_mode(unsigned mode);

/* Processor time of this thread in seconds. */
double nf_thread_seconds(void);
#endif
