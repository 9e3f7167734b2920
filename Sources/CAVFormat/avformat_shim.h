/* FFmpeg's libraries, which read and write movies, and what of them Swift cannot import: macros, and files by their descriptor. */
#ifndef NEARFAR_AVFORMAT_H
#define NEARFAR_AVFORMAT_H
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <stdint.h>
#include <unistd.h>

static inline int nf_av_again(void) { return AVERROR(EAGAIN); }
static inline int nf_av_end(void) { return AVERROR_EOF; }
static inline int nf_av_damaged(void) { return AVERROR_INVALIDDATA; }
static inline int nf_av_no_decoder(void) { return AVERROR_DECODER_NOT_FOUND; }
static inline int nf_av_no_memory(void) { return AVERROR(ENOMEM); }
static inline int64_t nf_av_no_time(void) { return AV_NOPTS_VALUE; }
/* The number of the system's error in one of FFmpeg's; 0 where it is none. */
static inline int nf_av_errno(int error) { return error < 0 && error > -4096 ? AVUNERROR(error) : 0; }
static inline void nf_av_quiet(void) { av_log_set_level(AV_LOG_QUIET); }

/* The stream of a file; streams are behind a pointer to pointers. */
static inline AVStream *nf_av_stream(AVFormatContext *file, int index) { return file->streams[index]; }

/* Channels in an order that nobody names. */
static inline AVChannelLayout nf_av_unnamed_channels(int count) {
  AVChannelLayout layout = {0};
  layout.order = AV_CHANNEL_ORDER_UNSPEC;
  layout.nb_channels = count;
  return layout;
}

/* From whatever the decoder gives to one plane of floats for each channel; no channel is mixed with another. */
static inline SwrContext *nf_av_to_floats(int channels, enum AVSampleFormat format, int rate) {
  SwrContext *converter = NULL;
  AVChannelLayout layout = nf_av_unnamed_channels(channels);
  if (swr_alloc_set_opts2(&converter, &layout, AV_SAMPLE_FMT_FLTP, rate, &layout, format, rate, 0, NULL) < 0) return NULL;
  if (swr_init(converter) < 0) swr_free(&converter);
  return converter;
}

/* A file that is open for reading and writing, for a muxer. The descriptor is its opaque pointer. */
static int nf_av_read_descriptor(void *opaque, uint8_t *bytes, int count) {
  const ssize_t got = read((int)(intptr_t)opaque, bytes, (size_t)count);
  return got < 0 ? AVERROR(errno) : got == 0 ? AVERROR_EOF : (int)got;
}
static int nf_av_write_descriptor(void *opaque, uint8_t *bytes, int count) {
  int done = 0;
  while (done < count) {
    const ssize_t sent = write((int)(intptr_t)opaque, bytes + done, (size_t)(count - done));
    if (sent < 0 && errno != EINTR) return AVERROR(errno);
    if (sent > 0) done += (int)sent;
  }
  return count;
}
static int64_t nf_av_seek_descriptor(void *opaque, int64_t offset, int whence) {
  if (whence & AVSEEK_SIZE) return AVERROR(ENOSYS);
  const off_t place = lseek((int)(intptr_t)opaque, offset, whence & ~AVSEEK_FORCE);
  return place < 0 ? AVERROR(errno) : place;
}
static inline AVIOContext *nf_av_descriptor(int descriptor) {
  const int size = 1 << 16;
  return avio_alloc_context(
    av_malloc(size), size, 1, (void *)(intptr_t)descriptor, nf_av_read_descriptor, nf_av_write_descriptor,
    nf_av_seek_descriptor);
}
static inline void nf_av_free_descriptor(AVIOContext *io) {
  if (io) av_freep(&io->buffer);
  avio_context_free(&io);
}
#endif
