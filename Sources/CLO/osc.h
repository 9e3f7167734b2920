/* Open Sound Control over UDP: the socket, and messages as liblo reads them. For a thread that may wait; never the audio
 * thread.
 *
 * The socket is not liblo's, whose servers always listen on all interfaces of the machine and have a thread each. */
#ifndef NEARFAR_OSC_H
#define NEARFAR_OSC_H
#include <arpa/inet.h>
#include <errno.h>
#include <lo/lo.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* A socket on this machine's port, for senders on this machine, or with `is_open` on any; -1 with errno set. Without
 * SO_REUSEADDR, so that a port in use is refused. */
static inline int nf_udp_open(int port, int is_open) {
  const int socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_ < 0) return -1;
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons((uint16_t)port);
  address.sin_addr.s_addr = htonl(is_open ? INADDR_ANY : INADDR_LOOPBACK);
  if (bind(socket_, (const struct sockaddr *)&address, sizeof address) == 0) return socket_;
  const int problem = errno;
  close(socket_);
  errno = problem;
  return -1;
}
static inline void nf_udp_close(int socket_) { close(socket_); }

/* The next packet's length, more than `capacity` where it did not fit; -1: none is waiting. */
static inline long nf_udp_receive(int socket_, void *data, size_t capacity) {
  return (long)recv(socket_, data, capacity, MSG_DONTWAIT | MSG_TRUNC);
}
static inline const char *nf_last_error(void) { return strerror(errno); }

/* Something that ends a wait. */
static inline int nf_alarm_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline void nf_alarm_ring(int alarm) {
  const uint64_t one = 1;
  if (write(alarm, &one, sizeof one) < 0) return;
}
static inline void nf_alarm_destroy(int alarm) { close(alarm); }

/* Until something can be read from one of them, or the time is over. */
static inline void nf_wait(const int *descriptors, int count, int milliseconds) {
  struct pollfd polled[64];
  if (count > 64) count = 64;
  for (int i = 0; i < count; i++) polled[i] = (struct pollfd){descriptors[i], POLLIN, 0};
  poll(polled, (nfds_t)count, milliseconds);
}

enum { NF_OSC_VALUES = 8, NF_OSC_DEPTH = 4 };
/* A message of numbers alone. */
typedef void (*nf_osc_taker)(void *context, const char *path, const float *values, int count);

static inline void nf_osc_read_message(void *data, size_t bytes, nf_osc_taker take, void *context) {
  lo_message message = lo_message_deserialise(data, bytes, NULL);
  if (!message) return;
  const int count = lo_message_get_argc(message);
  const char *types = lo_message_get_types(message);
  lo_arg **arguments = lo_message_get_argv(message);
  const char *path = lo_get_path(data, (ssize_t)bytes);
  int is_usable = path && count >= 1 && count <= NF_OSC_VALUES;
  float values[NF_OSC_VALUES] = {0};
  for (int i = 0; is_usable && i < count; i++) {
    is_usable = lo_is_numerical_type((lo_type)types[i]);
    if (is_usable) values[i] = (float)lo_hires_val((lo_type)types[i], arguments[i]);
  }
  if (is_usable) take(context, path, values, count);
  lo_message_free(message);
}

/* Every message of a packet, in bundles too; their times are not heeded: the newest counts. `data`: at a multiple of 4. */
static inline void nf_osc_read(uint8_t *data, size_t bytes, int depth, nf_osc_taker take, void *context) {
  static const char bundle[8] = "#bundle";
  if (bytes < 8 || memcmp(data, bundle, sizeof bundle) != 0) {
    if (bytes >= 4 && data[0] == '/') nf_osc_read_message(data, bytes, take, context);
    return;
  }
  if (depth == NF_OSC_DEPTH) return;
  for (size_t start = 16; start + 4 <= bytes;) {
    uint32_t length;
    memcpy(&length, data + start, sizeof length);
    length = ntohl(length);
    start += 4;
    if (length % 4 != 0 || length > bytes - start) return;
    nf_osc_read(data + start, length, depth + 1, take, context);
    start += length;
  }
}
#endif
