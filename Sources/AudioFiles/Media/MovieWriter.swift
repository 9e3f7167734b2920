import CAVFormat
import Glibc
import Signal

/// Writes a QuickTime movie of sound tracks that are alternatives of each other, perhaps with another file's video, and mix
/// metadata; it has its name only when `finish` has succeeded.
public final class MovieWriter {
  private let output: OutputFile
  private var file: UnsafeMutablePointer<AVFormatContext>?
  private var video: MovieVideo?
  private var tracks: [MovieSoundTrack] = []
  private var isOpen = true

  /// `sounds`: the first is what players play. `source`: the file whose video is taken over.
  public init(
    _ output: OutputFile, _ sounds: [MovieSoundFormat], video source: String?
  ) throws(AudioFileError) {
    self.output = output
    nf_av_quiet()
    avformat_alloc_output_context2(&file, nil, "mov", nil)
    guard let file else { fatalError("no memory for a movie") }
    file.pointee.pb = nf_av_descriptor(output.descriptor)
    if let source { video = try MovieVideo(source, into: file, path: output.path) }
    for sound in sounds { tracks.append(try MovieSoundTrack.make(file, sound, path: output.path)) }
    // Keys of any name, which the muxer would leave out otherwise.
    av_opt_set(file.pointee.priv_data, "movflags", "use_metadata_tags", 0)
    // Of the edit lists, which say how long a track is: to the frame, where milliseconds are usual.
    av_opt_set_int(file.pointee.priv_data, "movie_timescale", Int64(sounds.map(\.sampleRate).max() ?? 1000), 0)
    try check(avformat_write_header(file, nil))
  }

  deinit {
    if let file { nf_av_free_descriptor(file.pointee.pb) }
    avformat_free_context(file)
    if isOpen { close(output.descriptor) }
  }

  /// The next frames of one of the sounds. All are to be written in step, or memory fills up.
  public func write(
    sound index: Int, _ audio: borrowing ChannelBuffer, channel first: Int = 0, from start: Int, frames: Int
  ) throws(AudioFileError) {
    let track = tracks[index]
    try track.write(audio, channel: first, from: start, frames: frames) { packet throws(AudioFileError) in
      try send(packet, of: track)
    }
    guard index == 0 else { return }
    try video?.write(until: Double(track.frames) / Double(track.format.sampleRate)) { packet throws(AudioFileError) in
      try send(packet)
    }
  }

  /// Nothing more comes. `mixMetadata`: the text of a mix file.
  public func finish(mixMetadata: String) throws(AudioFileError) {
    for track in tracks {
      try track.finish { packet throws(AudioFileError) in try send(packet, of: track) }
    }
    try video?.write(until: nil) { packet throws(AudioFileError) in try send(packet) }
    // Of which the muxer writes at the end what stands here.
    av_dict_set(&file!.pointee.metadata, MediaFile.mixMetadataKey, mixMetadata, 0)
    try check(av_write_trailer(file))
    avio_flush(file!.pointee.pb)
    try check(file!.pointee.pb.pointee.error)
    try describe(mixMetadata)
    isOpen = false
    guard close(output.descriptor) == 0 else { throw failure(String(cString: strerror(errno)), -errno) }
    try output.finish()
  }

  // MARK: Packets

  private func send(
    _ packet: UnsafeMutablePointer<AVPacket>, of track: MovieSoundTrack
  ) throws(AudioFileError) {
    let base = AVRational(num: 1, den: Int32(track.format.sampleRate))
    av_packet_rescale_ts(packet, base, track.stream.pointee.time_base)
    packet.pointee.stream_index = track.stream.pointee.index
    try send(packet)
  }

  private func send(_ packet: UnsafeMutablePointer<AVPacket>) throws(AudioFileError) {
    try check(av_interleaved_write_frame(file, packet))
    try check(file!.pointee.pb.pointee.error)
  }

  private func check(_ status: Int32) throws(AudioFileError) {
    if status < 0 { throw failure(AVStatus.text(status), status) }
  }

  private func failure(_ reason: String, _ status: Int32) -> AudioFileError {
    AudioFileError(.output, output.path, "cannot be written (\(reason))", remedy: AVStatus.remedy(status))
  }

  // MARK: What the muxer does not say

  /// The group of alternatives, which of them stands in for the others, the layout of Ambisonics, and the track of the mix
  /// metadata; all of it in front.
  private func describe(_ mixMetadata: String) throws(AudioFileError) {
    guard var movie = QuickTimeMovie(descriptor: output.descriptor) else {
      preconditionFailure("the muxer wrote no movie")
    }
    let identifiers = movie.tracks.map(\.identifier)
    let first = identifiers[Int(tracks[0].stream.pointee.index)]
    for track in tracks {
      movie.change(track: identifiers[Int(track.stream.pointee.index)]) { entry in
        entry.alternateGroup = 1
        if entry.identifier != first { entry.fallback = first }
        if track.format.isAmbisonic { entry.layoutTag = MediaFile.ambisonicTag << 16 | track.format.channels }
      }
    }
    let sample = QuickTimeMetadata.sample(mixMetadata)
    let described = identifiers[Int(tracks.last!.stream.pointee.index)]
    let added = movie.add { movie, identifier in
      QuickTimeMetadata.track(
        identifier, key: MediaFile.mixMetadataKey, sampleBytes: sample.count, in: movie, describing: described)
    }
    let error = movie.writeInFront(of: output.descriptor, data: sample, of: added)
    guard error == 0 else { throw failure(String(cString: strerror(error)), -error) }
  }
}
