import Ambisonics
import Plugins
import Remix
import Signal

/// Separates a recording and measures its parts as mix metadata have them: of the recording, the speech image and the ambience the
/// omnidirectional channel, as one channel each.
final class Analysis: SoundStage {
  private let remix: Rendering
  private let progress: Progress
  private let recordingMeter, speechMeter, ambienceMeter: LoudnessMeter
  /// W of the recording, which waits for the ambience: `latencyFrames` and one block.
  private var waiting: [Float] = []
  private let heard: ChannelBuffer
  private let sampleRate: Double
  private(set) var talkers = TalkerPath()
  /// Given out so far, and taken so far.
  private(set) var frames = 0
  private var position = 0
  private var speechFrames = 0

  /// Blocks of one look at the talker: 21 ms at 48 kHz.
  private static let block = 1024

  /// `remix`: a rendering of `foa+dialog` in the style of a background stem.
  init(_ remix: Rendering, sampleRate: Int, _ progress: Progress) throws {
    self.remix = remix
    self.progress = progress
    self.sampleRate = Double(sampleRate)
    let meters = (0..<3).compactMap { _ in LoudnessMeter(channels: 1, sampleRate: sampleRate) }
    guard meters.count == 3 else { throw Failure(.failure, "loudness cannot be measured at \(sampleRate) Hz") }
    (recordingMeter, speechMeter, ambienceMeter) = (meters[0], meters[1], meters[2])
    heard = ChannelBuffer(channels: 2, capacity: Self.block)
    remix.begin()
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames count: Int) throws {
    var done = 0
    while done < count {
      let block = min(Self.block, count - done)
      waiting += UnsafeBufferPointer(start: audio[0] + start + done, count: block)
      remix.process(audio, from: start + done, frames: block)
      let early = min(block, max(0, remix.latencyFrames - position))
      if early < block { measure(from: early, frames: block - early) }
      position += block
      done += block
    }
  }

  func finish() throws {
    let silence = ChannelBuffer(channels: 4, capacity: Self.block)
    var left = remix.latencyFrames
    while left > 0 {
      let count = min(left, silence.capacity)
      try take(silence, from: 0, frames: count)
      left -= count
    }
  }

  private func measure(from start: Int, frames count: Int) {
    let ambience = remix.output[0] + start
    for frame in 0..<count {
      heard[0][frame] = waiting[frame]
      heard[1][frame] = waiting[frame] - ambience[frame]
    }
    waiting.removeFirst(count)
    recordingMeter.add(heard, channel: 0, frames: count)
    speechMeter.add(heard, channel: 1, frames: count)
    ambienceMeter.add(remix.output, channel: 0, from: start, frames: count)
    let plugin = remix.plugins[0]
    if plugin.meter("speech_presence") >= 0.5 {
      speechFrames += count
      talkers.add(
        seconds: Double(frames) / sampleRate,
        azimuth: Double(plugin.meter("dialog_azimuth")), elevation: Double(plugin.meter("dialog_elevation")))
    }
    frames += count
    progress.update(done: frames)
  }

  /// Share of the time in which somebody speaks, 0…1.
  var speechShare: Double { frames > 0 ? Double(speechFrames) / Double(frames) : 0 }

  var metadata: MixMetadata {
    var mix = MixMetadata()
    mix.algorithm = "\(Nearfar.spec.name) \(Nearfar.spec.version)"
    mix.loudness.recording = recordingMeter.integrated.map { max($0, -120) }
    mix.loudness.ambience = ambienceMeter.integrated.map { max($0, -120) }
    mix.delivery.loudnessRange = min(recordingMeter.range, 100)
    // What is taken for speech where nobody speaks is noise.
    guard speechShare >= Self.leastSpeech else {
      mix.style = .standard
      return mix
    }
    mix.loudness.dialog = speechMeter.integrated.map { max($0, -120) }
    mix.talkers = talkers.directions
    if let dialog = mix.loudness.dialog {
      mix.delivery.dialogNormalization = Int(min(max(dialog.rounded(), -31), -1))
      mix.style = .cinematic
      mix.amount = Self.amount(dialog: dialog, ambience: mix.loudness.ambience ?? -120)
    }
    return mix
  }

  private static let leastSpeech = 0.02
  /// LU that the voice is to stand above the place: effortless to understand.
  private static let wantedDistance = 12.0

  /// The place sinks by 12 dB times the amount: as far as is wanted between it and the voice, in steps of 0.05. Some of the
  /// remix stays in any case, and all of it is for the hardest cases alone.
  static func amount(dialog: Double, ambience: Double) -> Double {
    let wanted = (wantedDistance - (dialog - ambience)) / 12
    return (min(max(wanted, 0.2), 0.9) * 20).rounded() / 20
  }
}
