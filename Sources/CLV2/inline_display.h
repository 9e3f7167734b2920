/* Small pictures of plugins in the mixer strips of Ardour and Mixbus: the binary interface of the extension
 * http://harrisonconsoles.com/lv2/inlinedisplay, whose own header no package installs. */
#ifndef NEARFAR_INLINE_DISPLAY_H
#define NEARFAR_INLINE_DISPLAY_H
#include <lv2/core/lv2.h>
#include <stdint.h>

#define NF_INLINE_DISPLAY "http://harrisonconsoles.com/lv2/inlinedisplay#"

static inline const char *nf_lv2_display_interface_uri(void) { return NF_INLINE_DISPLAY "interface"; }
static inline const char *nf_lv2_queue_draw_uri(void) { return NF_INLINE_DISPLAY "queue_draw"; }

/* Pixels as Cairo's ARGB32: premultiplied, `stride` bytes from row to row. */
typedef struct {
  unsigned char *data;
  int width, height, stride;
} nf_lv2_display_surface;

/* What the plugin offers: a picture of the width wanted, valid until the next call. NULL: none. */
typedef struct {
  nf_lv2_display_surface *(*render)(LV2_Handle instance, uint32_t width, uint32_t most_height);
} nf_lv2_display_interface;

/* What the host offers: asks it to call `render` soon, in another thread. */
typedef struct {
  void *handle;
  void (*queue_draw)(void *handle);
} nf_lv2_display_queue;

/* The extension allows the call in run(): the host sets a flag. */
static inline __attribute__((swift_attr("@_noLocks"), always_inline)) void nf_rt_lv2_queue_draw(
    const nf_lv2_display_queue *queue) {
  queue->queue_draw(queue->handle);
}
#endif
