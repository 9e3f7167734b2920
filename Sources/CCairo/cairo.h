/* Cairo, loaded when the first picture is drawn: hosts that draw have it, and the others do without. */
#ifndef NEARFAR_CAIRO_H
#define NEARFAR_CAIRO_H
#include <cairo/cairo.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

/* What is used of it. */
typedef struct {
  __typeof__(cairo_image_surface_create_for_data) *make_surface;
  __typeof__(cairo_surface_flush) *flush;
  __typeof__(cairo_surface_destroy) *destroy_surface;
  __typeof__(cairo_create) *make_context;
  __typeof__(cairo_destroy) *destroy_context;
  __typeof__(cairo_set_source_rgba) *set_colour;
  __typeof__(cairo_rectangle) *add_rectangle;
  __typeof__(cairo_arc) *add_arc;
  __typeof__(cairo_move_to) *move_to;
  __typeof__(cairo_line_to) *line_to;
  __typeof__(cairo_fill) *fill;
  __typeof__(cairo_stroke) *stroke;
  __typeof__(cairo_set_line_width) *set_line_width;
  __typeof__(cairo_set_font_size) *set_font_size;
  __typeof__(cairo_show_text) *show_text;
} nf_cairo;

static nf_cairo nf_cairo_functions = {NULL};
static int nf_cairo_is_there = 0;
static pthread_once_t nf_cairo_once = PTHREAD_ONCE_INIT;

static inline void nf_cairo_open(void) {
  void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define NF_FIND(field, name) \
  if (!(nf_cairo_functions.field = (__typeof__(name) *)dlsym(library, #name))) return
  NF_FIND(make_surface, cairo_image_surface_create_for_data);
  NF_FIND(flush, cairo_surface_flush);
  NF_FIND(destroy_surface, cairo_surface_destroy);
  NF_FIND(make_context, cairo_create);
  NF_FIND(destroy_context, cairo_destroy);
  NF_FIND(set_colour, cairo_set_source_rgba);
  NF_FIND(add_rectangle, cairo_rectangle);
  NF_FIND(add_arc, cairo_arc);
  NF_FIND(move_to, cairo_move_to);
  NF_FIND(line_to, cairo_line_to);
  NF_FIND(fill, cairo_fill);
  NF_FIND(stroke, cairo_stroke);
  NF_FIND(set_line_width, cairo_set_line_width);
  NF_FIND(set_font_size, cairo_set_font_size);
  NF_FIND(show_text, cairo_show_text);
#undef NF_FIND
  nf_cairo_is_there = 1;
}

/* NULL where there is no Cairo. Any thread but the audio's. */
static inline const nf_cairo *nf_cairo_load(void) {
  pthread_once(&nf_cairo_once, nf_cairo_open);
  return nf_cairo_is_there ? &nf_cairo_functions : NULL;
}
#endif
