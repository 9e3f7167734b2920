/* The LV2 headers that the plugins use, and what Swift cannot do with them: read their URIs, call a
 * variadic function. */
#ifndef NEARFAR_LV2_H
#define NEARFAR_LV2_H
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/urid/urid.h>

static inline const char *nf_lv2_log_uri(void) { return LV2_LOG__log; }
static inline const char *nf_lv2_map_uri(void) { return LV2_URID__map; }
static inline const char *nf_lv2_note_uri(void) { return LV2_LOG__Note; }
static inline const char *nf_lv2_warning_uri(void) { return LV2_LOG__Warning; }
static inline const char *nf_lv2_error_uri(void) { return LV2_LOG__Error; }

static inline void nf_lv2_log(const LV2_Log_Log *log, LV2_URID type, const char *text) {
  log->printf(log->handle, type, "%s", text);
}
#endif
