#include "host_support.h"
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `OUTPUT` bytes are what the plugins ask for at least. */
enum { INPUT = 16384, OUTPUT = 8192, MESSAGES = 64, MESSAGE = 8192, FILES = 4, PATH = 4096 };

/* What the plugin said of one property, and what the session keeps of it. */
typedef struct {
  LV2_URID key, type;
  char told[PATH], stored[PATH];
  int is_stored;
} file_state;

struct nf_file_host {
  LV2_URID_Map *map;
  nf_worker_kind kind;
  const LV2_Descriptor *descriptor;
  LV2_Handle handle;
  const LV2_Worker_Interface *worker;
  LV2_Worker_Schedule schedule;
  LV2_Feature worker_feature;
  struct { void *handle; void (*queue_draw)(void *handle); } display_queue;
  LV2_Feature display_feature;
  const LV2_Feature *features[5];
  int pictures_asked_for;
  _Alignas(8) uint8_t input[INPUT], output[OUTPUT];
  LV2_Atom_Forge forge;
  LV2_Atom_Forge_Frame frame;
  struct { uint32_t size; uint8_t data[MESSAGE]; } queue[MESSAGES], answers[MESSAGES];
  int queued, answered;
  /* In the order of their first use; `last` was told of last. */
  file_state files[FILES];
  const file_state *last;
  const char *folder;
};

static void *data_of(const LV2_Feature *const *features, const char *uri) {
  for (; *features; features++) if (!strcmp((*features)->URI, uri)) return (*features)->data;
  return NULL;
}
static LV2_URID id(const nf_file_host *host, const char *uri) { return host->map->map(host->map->handle, uri); }

static file_state *find(nf_file_host *host, LV2_URID key) {
  file_state *file = host->files;
  while (file < host->files + FILES && file->key && file->key != key) file++;
  if (file == host->files + FILES) abort();
  if (!file->key) strcpy(file->told, "(none)");
  file->key = key;
  return file;
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
  nf_file_host *host = handle;
  if (host->answered == MESSAGES || size > MESSAGE) return LV2_WORKER_ERR_NO_SPACE;
  host->answers[host->answered].size = size;
  memcpy(host->answers[host->answered++].data, data, size);
  return LV2_WORKER_SUCCESS;
}
static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void *data) {
  nf_file_host *host = handle;
  if (host->kind == NF_WORKER_IMMEDIATE) return host->worker->work(host->handle, respond, host, size, data);
  if (host->queued == MESSAGES || size > MESSAGE) return LV2_WORKER_ERR_NO_SPACE;
  host->queue[host->queued].size = size;
  memcpy(host->queue[host->queued++].data, data, size);
  return LV2_WORKER_SUCCESS;
}

static void queue_draw(void *handle) { ((nf_file_host *)handle)->pictures_asked_for++; }

nf_file_host *nf_file_host_make(nf_host_log *log, nf_worker_kind worker) {
  nf_file_host *host = calloc(1, sizeof *host);
  const LV2_Feature *const *basic = nf_host_log_features(log);
  host->map = data_of(basic, LV2_URID__map);
  host->kind = worker;
  host->schedule = (LV2_Worker_Schedule){host, schedule};
  host->worker_feature = (LV2_Feature){LV2_WORKER__schedule, &host->schedule};
  host->features[0] = basic[0];
  host->features[1] = basic[1];
  host->display_queue.handle = host;
  host->display_queue.queue_draw = queue_draw;
  host->display_feature =
    (LV2_Feature){"http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw", &host->display_queue};
  host->features[2] = &host->display_feature;
  host->features[3] = worker == NF_WORKER_NONE ? NULL : &host->worker_feature;
  lv2_atom_forge_init(&host->forge, host->map);
  return host;
}
void nf_file_host_destroy(nf_file_host *host) { free(host); }
int nf_file_host_pictures_asked_for(const nf_file_host *host) { return host->pictures_asked_for; }
const LV2_Feature *const *nf_file_host_features(nf_file_host *host) { return host->features; }

static void begin(nf_file_host *host) {
  lv2_atom_forge_set_buffer(&host->forge, host->input, INPUT);
  lv2_atom_forge_sequence_head(&host->forge, &host->frame, 0);
}
void nf_file_host_attach(nf_file_host *host, const LV2_Descriptor *descriptor, LV2_Handle handle) {
  host->descriptor = descriptor;
  host->handle = handle;
  host->worker = descriptor->extension_data ? descriptor->extension_data(LV2_WORKER__interface) : NULL;
  begin(host);
}
void *nf_file_host_input(nf_file_host *host) { return host->input; }
void *nf_file_host_output(nf_file_host *host) { return host->output; }

void nf_file_host_send_set(nf_file_host *host, const char *property, const char *value, const char *type) {
  LV2_Atom_Forge_Frame object;
  lv2_atom_forge_frame_time(&host->forge, 0);
  lv2_atom_forge_object(&host->forge, &object, 0, id(host, LV2_PATCH__Set));
  lv2_atom_forge_key(&host->forge, id(host, LV2_PATCH__property));
  lv2_atom_forge_urid(&host->forge, id(host, property));
  lv2_atom_forge_key(&host->forge, id(host, LV2_PATCH__value));
  const uint32_t size = (uint32_t)strlen(value) + 1;
  lv2_atom_forge_atom(&host->forge, size, id(host, type ? type : LV2_ATOM__Path));
  lv2_atom_forge_write(&host->forge, value, size);
  lv2_atom_forge_pop(&host->forge, &object);
}
void nf_file_host_send_get(nf_file_host *host, const char *property) {
  LV2_Atom_Forge_Frame object;
  lv2_atom_forge_frame_time(&host->forge, 0);
  lv2_atom_forge_object(&host->forge, &object, 0, id(host, LV2_PATCH__Get));
  lv2_atom_forge_key(&host->forge, id(host, LV2_PATCH__property));
  lv2_atom_forge_urid(&host->forge, id(host, property));
  lv2_atom_forge_pop(&host->forge, &object);
}

void nf_file_host_send_midi(nf_file_host *host, const uint8_t *bytes, uint32_t count) {
  lv2_atom_forge_frame_time(&host->forge, 0);
  lv2_atom_forge_atom(&host->forge, count, id(host, LV2_MIDI__MidiEvent));
  lv2_atom_forge_write(&host->forge, bytes, count);
}

void nf_file_host_before_run(nf_file_host *host) {
  LV2_Atom_Sequence *output = (LV2_Atom_Sequence *)host->output;
  output->atom.size = OUTPUT - sizeof(LV2_Atom);
  output->atom.type = id(host, LV2_ATOM__Chunk);
}
void nf_file_host_after_run(nf_file_host *host) {
  begin(host);
  LV2_Atom_Sequence *output = (LV2_Atom_Sequence *)host->output;
  if (output->atom.type == id(host, LV2_ATOM__Sequence)) {
    LV2_ATOM_SEQUENCE_FOREACH(output, event) {
      const LV2_Atom *property = NULL, *value = NULL;
      lv2_atom_object_get((const LV2_Atom_Object *)&event->body, id(host, LV2_PATCH__property), &property,
        id(host, LV2_PATCH__value), &value, 0);
      if (!property || !value || value->type != id(host, LV2_ATOM__Path)) continue;
      file_state *file = find(host, ((const LV2_Atom_URID *)property)->body);
      snprintf(file->told, sizeof file->told, "%s", (const char *)(value + 1));
      host->last = file;
    }
  }
  for (int i = 0; i < host->answered; i++) {
    host->worker->work_response(host->handle, host->answers[i].size, host->answers[i].data);
  }
  host->answered = 0;
  if (host->worker && host->worker->end_run) host->worker->end_run(host->handle);
}
int nf_file_host_work(nf_file_host *host) {
  const int count = host->queued;
  for (int i = 0; i < count; i++) host->worker->work(host->handle, respond, host, host->queue[i].size, host->queue[i].data);
  host->queued = 0;
  return count;
}
const char *nf_file_host_told(nf_file_host *host, const char *property) {
  if (property) return find(host, id(host, property))->told;
  return host->last ? host->last->told : "(none)";
}

static char *abstract_path(LV2_State_Map_Path_Handle handle, const char *path) {
  const nf_file_host *host = handle;
  const size_t length = strlen(host->folder);
  return strdup(!strncmp(path, host->folder, length) ? path + length : path);
}
static char *absolute_path(LV2_State_Map_Path_Handle handle, const char *path) {
  const nf_file_host *host = handle;
  char text[8192];
  snprintf(text, sizeof text, "%s%s", path[0] == '/' ? "" : host->folder, path);
  return strdup(text);
}
static void free_path(LV2_State_Free_Path_Handle handle, char *path) {
  (void)handle;
  free(path);
}
static LV2_State_Status store(
    LV2_State_Handle handle, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags) {
  nf_file_host *host = handle;
  file_state *file = find(host, key);
  if (size > sizeof file->stored || !(flags & LV2_STATE_IS_POD)) return LV2_STATE_ERR_BAD_FLAGS;
  file->type = type;
  memcpy(file->stored, value, size);
  file->is_stored = 1;
  return LV2_STATE_SUCCESS;
}
static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags) {
  nf_file_host *host = handle;
  const file_state *file = find(host, key);
  if (!file->is_stored) return NULL;
  if (size) *size = strlen(file->stored) + 1;
  if (type) *type = file->type;
  if (flags) *flags = LV2_STATE_IS_POD;
  return file->stored;
}

static int state(nf_file_host *host, const char *folder, int with_map, int is_save) {
  const LV2_State_Interface *interface = host->descriptor->extension_data(LV2_STATE__interface);
  LV2_State_Map_Path paths = {host, abstract_path, absolute_path};
  LV2_State_Free_Path freeing = {host, free_path};
  const LV2_Feature map = {LV2_URID__map, host->map}, path = {LV2_STATE__mapPath, &paths}, release = {LV2_STATE__freePath, &freeing};
  const LV2_Feature *features[4] = {&path, &release, with_map ? &map : NULL, NULL};
  host->folder = folder;
  if (!is_save) return (int)interface->restore(host->handle, retrieve, host, 0, features);
  for (int i = 0; i < FILES; i++) host->files[i].is_stored = 0;
  return (int)interface->save(host->handle, store, host, 0, features);
}
int nf_file_host_save(nf_file_host *host, const char *folder, int with_map) { return state(host, folder, with_map, 1); }
int nf_file_host_restore(nf_file_host *host, const char *folder, int with_map) { return state(host, folder, with_map, 0); }
const char *nf_file_host_stored(nf_file_host *host, const char *property) {
  const file_state *file = find(host, id(host, property));
  return file->is_stored ? file->stored : NULL;
}
void nf_file_host_store(nf_file_host *host, const char *property, const char *path, const char *type) {
  file_state *file = find(host, id(host, property));
  file->type = id(host, type ? type : LV2_ATOM__Path);
  snprintf(file->stored, sizeof file->stored, "%s", path);
  file->is_stored = 1;
}
