import CAVFormat
import Signal

/// Samples as they are.
final class PCMTrack: MovieSoundTrack {
  private let packer: SamplePacker

  init(_ file: UnsafeMutablePointer<AVFormatContext>, _ format: MovieSoundFormat, _ encoding: SampleEncoding) {
    packer = SamplePacker(encoding)
    super.init(file, format)
    let parameters = stream.pointee.codecpar!
    parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    parameters.pointee.codec_id = packer.codec
    parameters.pointee.sample_rate = Int32(format.sampleRate)
    parameters.pointee.bits_per_coded_sample = Int32(8 * packer.bytes)
    parameters.pointee.block_align = Int32(packer.bytes * format.channels)
    if format.isAmbisonic {
      parameters.pointee.ch_layout = nf_av_unnamed_channels(Int32(format.channels))
    } else {
      av_channel_layout_default(&parameters.pointee.ch_layout, Int32(format.channels))
    }
  }

  override func write(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames count: Int, _ sink: Sink
  ) throws(AudioFileError) {
    let frameBytes = packer.bytes * format.channels
    guard av_new_packet(packet, Int32(frameBytes * count)) >= 0 else { fatalError("no memory for sound") }
    for channel in 0..<format.channels {
      packer.pack(
        audio[first + channel] + start, count, into: packet.pointee.data + packer.bytes * channel, step: frameBytes)
    }
    (packet.pointee.pts, packet.pointee.dts) = (Int64(frames), Int64(frames))
    packet.pointee.duration = Int64(count)
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    frames += count
    try sink(packet)
  }
}
