/* The parts of a small LV2 host that Swift cannot write: a variadic log function, processor state, thread time. */
#ifndef NEARFAR_HOST_SUPPORT_H
#define NEARFAR_HOST_SUPPORT_H
#include <lv2/core/lv2.h>
#include <stddef.h>
#include <stdint.h>

/* A log that keeps what is printed to it, and the features that offer it to a plugin. */
typedef struct nf_host_log nf_host_log;
nf_host_log *nf_host_log_make(void);
void nf_host_log_destroy(nf_host_log *log);
const char *nf_host_log_text(const nf_host_log *log);
/* urid:map and log:log, ending with NULL; valid while the log lives. */
const LV2_Feature *const *nf_host_log_features(nf_host_log *log);

/* What a host offers beyond the log: which features a plugin is given at instantiation. */
typedef enum { NF_WORKER_NONE, NF_WORKER_IMMEDIATE, NF_WORKER_LATE } nf_worker_kind;
/* A host with urid:map, the log, pictures in mixer strips and a worker; `log` must outlive it. */
typedef struct nf_file_host nf_file_host;
nf_file_host *nf_file_host_make(nf_host_log *log, nf_worker_kind worker);
void nf_file_host_destroy(nf_file_host *host);
const LV2_Feature *const *nf_file_host_features(nf_file_host *host);
/* How often the plugin has asked for its picture to be drawn. */
int nf_file_host_pictures_asked_for(const nf_file_host *host);
/* To be called once the instance is made. */
void nf_file_host_attach(nf_file_host *host, const LV2_Descriptor *descriptor, LV2_Handle handle);
/* The buffers for the plugin's atom ports. */
void *nf_file_host_input(nf_file_host *host);
void *nf_file_host_output(nf_file_host *host);
/* Before and after every run. */
void nf_file_host_before_run(nf_file_host *host);
void nf_file_host_after_run(nf_file_host *host);
/* The next run gets these messages. A `type` of NULL: atom:Path. */
void nf_file_host_send_set(nf_file_host *host, const char *property, const char *value, const char *type);
void nf_file_host_send_get(nf_file_host *host, const char *property);
void nf_file_host_send_midi(nf_file_host *host, const uint8_t *bytes, uint32_t count);
/* Does what the late worker was asked for; returns how many messages there were. */
int nf_file_host_work(nf_file_host *host);
/* The path in the last patch:Set that the plugin sent, of a property or (NULL) of any; "(none)" before the first. */
const char *nf_file_host_told(nf_file_host *host, const char *property);
/* Sessions: up to four properties are kept, as paths below `folder` where they lie there. Without `with_map`, no feature but the paths'. */
int nf_file_host_save(nf_file_host *host, const char *folder, int with_map);
int nf_file_host_restore(nf_file_host *host, const char *folder, int with_map);
/* What the session holds of a property; NULL: nothing. */
const char *nf_file_host_stored(nf_file_host *host, const char *property);
/* A `type` of NULL: atom:Path. */
void nf_file_host_store(nf_file_host *host, const char *property, const char *path, const char *type);

/* The floating-point control bits of this thread (rounding, denormals, exception masks). */
unsigned nf_floating_point_mode(void);
void nf_set_floating_point_mode(unsigned mode);

/* Processor time of this thread in seconds. */
double nf_thread_seconds(void);

/* A clock that only goes forward, read without a system call: for times too short for the one above. */
double nf_wall_seconds(void);
#endif
