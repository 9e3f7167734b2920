/* Jansson, which reads and writes JSON, and the macros and arrays of it that Swift cannot. Called while a file is loaded or written,
 * never from the audio thread. */
#ifndef NEARFAR_JANSSON_H
#define NEARFAR_JANSSON_H
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline json_t *nf_json_load(const uint8_t *bytes, size_t count, json_error_t *error) {
  return json_loadb((const char *)bytes, count, JSON_REJECT_DUPLICATES, error);
}
static inline void nf_json_release(json_t *json) { json_decref(json); }
static inline json_t *nf_json_retain(json_t *json) { return json_incref(json); }
static inline const char *nf_json_reason(const json_error_t *error) { return error->text; }
static inline int nf_json_is_number(const json_t *json) { return json_is_number(json); }
static inline int nf_json_is_array(const json_t *json) { return json_is_array(json); }
static inline int nf_json_is_object(const json_t *json) { return json_is_object(json); }
static inline int nf_json_is_text(const json_t *json) { return json_is_string(json); }
/* Whether it is a text, and this one. */
static inline int nf_json_equals(const json_t *json, const char *text) {
  return json_is_string(json) && strcmp(json_string_value(json), text) == 0;
}
/* 1 true, 0 false, -1 neither. */
static inline int nf_json_truth(const json_t *json) { return json_is_true(json) ? 1 : json_is_false(json) ? 0 : -1; }
/* On one line; to be freed with nf_json_free_text. Numbers as short as they were rounded to. */
static inline char *nf_json_line(const json_t *json) { return json_dumps(json, JSON_REAL_PRECISION(12) | JSON_ENCODE_ANY); }
static inline void nf_json_free_text(char *text) { free(text); }
#endif
