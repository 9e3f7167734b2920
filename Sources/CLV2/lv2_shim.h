/* The LV2 headers that the plugins use, and what Swift cannot do with them: read their URIs, call a
 * variadic function, walk through atoms. */
#ifndef NEARFAR_LV2_H
#define NEARFAR_LV2_H
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdbool.h>
#include <string.h>

/* Free of locks and allocation: see platform.h. */
#define RT static inline __attribute__((swift_attr("@_noLocks"), always_inline))

static inline const char *nf_lv2_log_uri(void) { return LV2_LOG__log; }
static inline const char *nf_lv2_map_uri(void) { return LV2_URID__map; }
static inline const char *nf_lv2_schedule_uri(void) { return LV2_WORKER__schedule; }
static inline const char *nf_lv2_worker_uri(void) { return LV2_WORKER__interface; }
static inline const char *nf_lv2_state_uri(void) { return LV2_STATE__interface; }
static inline const char *nf_lv2_map_path_uri(void) { return LV2_STATE__mapPath; }
static inline const char *nf_lv2_free_path_uri(void) { return LV2_STATE__freePath; }
static inline const char *nf_lv2_note_uri(void) { return LV2_LOG__Note; }
static inline const char *nf_lv2_warning_uri(void) { return LV2_LOG__Warning; }
static inline const char *nf_lv2_error_uri(void) { return LV2_LOG__Error; }

static inline void nf_lv2_log(const LV2_Log_Log *log, LV2_URID type, const char *text) {
  log->printf(log->handle, type, "%s", text);
}

/* The host's numbers for what messages about one property are made of; all 0 where it numbers nothing. */
typedef struct {
  LV2_URID property;
  LV2_URID sequence, object, blank, path, string, urid;
  LV2_URID patch_set, patch_get, patch_property, patch_value;
} nf_lv2_words;

static inline nf_lv2_words nf_lv2_map_words(const LV2_URID_Map *map, const char *property) {
#define NF_ID(uri) map->map(map->handle, uri)
  const nf_lv2_words words = {NF_ID(property), NF_ID(LV2_ATOM__Sequence), NF_ID(LV2_ATOM__Object), NF_ID(LV2_ATOM__Blank),
    NF_ID(LV2_ATOM__Path), NF_ID(LV2_ATOM__String), NF_ID(LV2_ATOM__URID), NF_ID(LV2_PATCH__Set), NF_ID(LV2_PATCH__Get),
    NF_ID(LV2_PATCH__property), NF_ID(LV2_PATCH__value)};
#undef NF_ID
  return words;
}

/* What a block's messages ask for; a later path takes the place of an earlier one. */
typedef struct {
  bool set, unusable, get;
} nf_lv2_request;

/* Reads every patch:Set and patch:Get of the property out of a sequence. The path goes, ended by a 0, into `path`, which
 * holds `capacity` bytes; one that does not fit there, or is no text, is unusable. */
RT nf_lv2_request nf_rt_lv2_read(
    const LV2_Atom_Sequence *sequence, const nf_lv2_words *words, char *path, uint32_t capacity) {
  nf_lv2_request request = {false, false, false};
  if (!words->sequence || sequence->atom.type != words->sequence || sequence->atom.size < sizeof(LV2_Atom_Sequence_Body)) {
    return request;
  }
  LV2_ATOM_SEQUENCE_FOREACH(sequence, event) {
    if (event->body.type != words->object && event->body.type != words->blank) continue;
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    const bool is_set = object->body.otype == words->patch_set;
    if (event->body.size < sizeof(LV2_Atom_Object_Body) || (!is_set && object->body.otype != words->patch_get)) continue;
    const LV2_Atom *property = NULL, *value = NULL;
    LV2_ATOM_OBJECT_FOREACH(object, part) {
      if (part->key == words->patch_property) property = &part->value;
      if (part->key == words->patch_value) value = &part->value;
    }
    const bool is_ours = property && property->type == words->urid && property->size == sizeof(LV2_URID) &&
      ((const LV2_Atom_URID *)property)->body == words->property;
    if (!is_set) {
      /* Without a property it asks for all of them. */
      if (is_ours || !property) request.get = true;
    } else if (is_ours) {
      request.set = value && (value->type == words->path || value->type == words->string) && value->size < capacity;
      request.unusable = !request.set;
      if (request.set) {
        memcpy(path, value + 1, value->size);
        path[value->size] = 0;
      }
    }
  }
  return request;
}

/* Makes an output port's sequence empty. Returns the room in it for nf_rt_lv2_append; 0: none at all. */
RT uint32_t nf_rt_lv2_begin(LV2_Atom_Sequence *sequence, const nf_lv2_words *words) {
  const uint32_t capacity = sequence->atom.size;
  sequence->atom.type = words->sequence;
  sequence->atom.size = words->sequence ? sizeof(LV2_Atom_Sequence_Body) : 0;
  if (!words->sequence || capacity < sizeof(LV2_Atom_Sequence_Body)) return 0;
  sequence->body.unit = 0;
  sequence->body.pad = 0;
  return capacity;
}

/* Adds one patch:Set of the property to a sequence that nf_rt_lv2_begin made; false where there is no room for it. */
RT bool nf_rt_lv2_append(LV2_Atom_Sequence *sequence, const nf_lv2_words *words, const char *path, uint32_t capacity) {
  struct {
    LV2_Atom_Event event;
    LV2_Atom_Object_Body object;
    LV2_Atom_Property_Body property;
    LV2_URID property_value, pad;
    LV2_Atom_Property_Body value;
  } message;
  const uint32_t length = (uint32_t)strlen(path) + 1;
  const uint32_t size = (uint32_t)sizeof message + lv2_atom_pad_size(length);
  if (capacity < sequence->atom.size + size) return false;
  memset(&message, 0, sizeof message);
  message.event.body.type = words->object;
  message.event.body.size = size - (uint32_t)sizeof message.event;
  message.object.otype = words->patch_set;
  message.property.key = words->patch_property;
  message.property.value.type = words->urid;
  message.property.value.size = sizeof(LV2_URID);
  message.property_value = words->property;
  message.value.key = words->patch_value;
  message.value.value.type = words->path;
  message.value.value.size = length;
  char *target = (char *)&sequence->body + sequence->atom.size;
  memcpy(target, &message, sizeof message);
  memset(target + sizeof message, 0, lv2_atom_pad_size(length));
  memcpy(target + sizeof message, path, length);
  sequence->atom.size += size;
  return true;
}

/* Asks the host to call the plugin's work() in another thread; false where it takes no more now. */
RT bool nf_rt_lv2_schedule(const LV2_Worker_Schedule *worker, uint32_t size, const void *data) {
  return worker->schedule_work(worker->handle, size, data) == LV2_WORKER_SUCCESS;
}
#undef RT
#endif
