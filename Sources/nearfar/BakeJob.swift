import AudioFiles
import Options
import Remix
import Signal

/// One recording on its way into a movie: rendered and measured first, then written.
final class BakeJob {
  private let arguments: Arguments
  private let path: String
  private let terminal: Terminal
  private let plan: BakePlan
  private let setting: ProcessSetting
  private let recording: Recording
  private let stereoRate: Int

  /// Everything that can be found wrong before the work begins is found here and in `run` before the first frame.
  init(_ arguments: Arguments, _ terminal: Terminal) throws {
    self.arguments = arguments
    self.terminal = terminal
    path = arguments.operands[0]
    plan = try BakePlan(arguments, recording: path)
    setting = try ProcessSetting(arguments, recording: path)
    recording = try Recording(path, arguments)
    stereoRate = plan.stereoRate(recording.reader.info.sampleRate)
  }

  func run() throws -> BakeReport {
    let start = Clock.now
    for note in recording.notes { terminal.note("\(path): \(note)") }
    // Begun first, so that what cannot be is found before the time is spent.
    let movie = try MovieWriter(
      OutputFile(plan.path, replaces: plan.replaces),
      plan.sounds(fieldRate: recording.reader.info.sampleRate), video: plan.video)
    let spool = try SoundSpool(channels: 2, beside: plan.path)
    let measured = try render(into: spool)
    let frames = try write(spool, measured, to: movie)
    try movie.finish(mixMetadata: measured.mixMetadata)
    let report = BakeReport(
      recording: recording, plan: plan, measured: measured, frames: frames, stereoRate: stereoRate,
      seconds: Clock.now - start)
    for warning in report.warnings { terminal.warning(warning) }
    return report
  }

  /// What the first pass finds out.
  struct Measured {
    /// Of the stereo before its gain, and of the field heard the same way without the remix, in LUFS.
    let stereo, spatial: Double?
    /// Of the stereo before its gain, as an amplitude.
    let peak: Float
    let mixMetadata: String

    /// Makes the stereo as loud as the field, in dB; 0 where there is nothing to measure.
    var gainDecibels: Double {
      guard let stereo, let spatial else { return 0 }
      return spatial - stereo
    }
  }

  // MARK: Rendering

  private func render(into spool: SoundSpool) throws -> Measured {
    let info = recording.reader.info
    let weights = try WeightsSearch.folder(chosen: arguments[ProcessOptions.weights])
    let progress = Progress(
      .chosen(arguments), terminal,
      name: FilePath.name(path),
      totalFrames: info.frames.map { RenderingChain.converted($0, from: info.sampleRate, to: stereoRate) },
      sampleRate: stereoRate)
    let stereo = try MeasuredStage(channels: 2, sampleRate: stereoRate, spool: spool, progress)
    let spatial = try MeasuredStage(channels: 2, sampleRate: stereoRate)
    let pressure = try MeasuredStage(channels: 1, sampleRate: info.sampleRate)
    let chain = try makeChain(setting, weights, last: stereo)
    let plain = try makeChain(ProcessSetting(unmixed, recording: path), weights, last: spatial)
    try recording.readAll(into: Tee([pressure, chain.first, plain.first]))
    progress.end()
    return Measured(
      stereo: stereo.loudness, spatial: spatial.loudness, peak: stereo.peak,
      mixMetadata: try mixMetadata(chain.rendering, loudness: pressure.loudness))
  }

  private func makeChain(_ setting: ProcessSetting, _ weights: String, last: any SoundStage) throws -> RenderingChain {
    try RenderingChain(recording, setting, weights: weights, outputRate: stereoRate, terminal) { last }
  }

  /// The same head and loudspeakers without the remix.
  private var unmixed: Arguments {
    get throws {
      var words = ["--style", "Standard", "--amount", "0"]
      let kept = [ProcessOptions.layout, ProcessOptions.sofa, ProcessOptions.equalization, ProcessOptions.head]
      for option in kept { if let value = arguments[option] { words += ["--\(option.name)", value] } }
      return try ArgumentParser.parse(words + ["--", path], for: BakeCommand.spec)
    }
  }

  /// The mix file that is followed, to the letter; else what was done.
  private func mixMetadata(_ rendering: Rendering, loudness: Double?) throws -> String {
    if let path = setting.metadata {
      let contents = FileContents(path: path, mostBytes: 1 << 24)
      guard contents.isRead else { throw Failure(.setting, "\(path): cannot be read any more; try again") }
      return String(decoding: contents.bytes, as: UTF8.self)
    }
    var mix = MixMetadata()
    mix.algorithm = "\(Nearfar.spec.name) \(Nearfar.spec.version)"
    mix.loudness.recording = loudness.map { max($0, -120) }
    mix.style = Style(rawValue: Int(rendering.plugins[0].meter("style")))
    mix.amount = Double(rendering.plugins[0].meter("remix_amount"))
    return MixMetadataWriter.text(mix)
  }

  // MARK: Writing

  /// Returns how many frames of the recording were written.
  private func write(_ spool: SoundSpool, _ measured: Measured, to movie: MovieWriter) throws -> Int {
    let again = try Recording(path, arguments)
    let rate = again.reader.info.sampleRate
    try spool.rewind()
    let field = ChannelBuffer(channels: 4, capacity: 4096)
    let stereo = ChannelBuffer(channels: 2, capacity: 4096)
    let gain = Float(Decibels.amplitude(measured.gainDecibels))
    var written = 0
    while true {
      let frames = try again.read(into: field)
      let end = frames == 0
      if !end { try movie.write(sound: 1, field, from: 0, frames: frames) }
      let wanted = end ? .max : RenderingChain.converted(again.reader.framesRead, from: rate, to: stereoRate)
      written = try write(spool, stereo, gain, until: wanted, from: written, movie)
      if end { break }
    }
    return again.reader.framesRead
  }

  private func write(
    _ spool: SoundSpool, _ stereo: borrowing ChannelBuffer, _ gain: Float, until wanted: Int, from written: Int,
    _ movie: MovieWriter
  ) throws -> Int {
    var written = written
    while written < wanted {
      let frames = try spool.read(wanted - written, into: stereo)
      if frames == 0 { break }
      for channel in 0..<2 {
        for frame in 0..<frames { stereo[channel][frame] *= gain }
      }
      try movie.write(sound: 0, stereo, from: 0, frames: frames)
      written += frames
    }
    return written
  }
}
