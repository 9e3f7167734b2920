import Ambisonics
import CPlatform
import Signal

/// The remix of a first-order recording: 4 channels (ACN, SN3D) in; 4 of ambience and 1 of dialog out.
///
/// With x the input delayed by `latencyFrames`, s the speech image and d the dialog: FOA out = A·x + (S − A)·s, dialog
/// out = D·d, with the gains A, S, D of `RemixLaw`. So a background stem and the speech image add up to the input exactly,
/// and where A = S = 1 the output is the input bit for bit. Gains move along straight lines, style changes cross-fade within one
/// analysis window. Build: `init`. Audio: the rest. Latency: one analysis window, 16 to 24 ms, constant.
public struct Remixer: ~Copyable {
  public var controls = RemixControls()
  public let latencyFrames: Int
  private var stft: STFT
  private var separator: Separator
  private var delay: DelayLine
  private var law = RemixLaw()
  private let spectra: Spectra
  private let separated: Spectra
  private let recording: ChannelBuffer
  /// What the separation hears.
  private let heard: ChannelBuffer
  /// Speech image and dialog of one call.
  private let parts: ChannelBuffer
  private var recordingGain, speechGain, dialogGain: Ramp
  private let gains: ChannelBuffer
  private var isFresh = true
  /// A hop was complete since the start.
  private var isHearing = false
  private let partFrames: Int

  /// +200 dB re full scale: powers of powers of louder sounds would overflow, and what has learnt them never recover.
  private static var loudest: Float { 1e10 }

  /// `capacity`: the most frames of one `process`. `weights`: path of the mask network's weights; where there is none, or
  /// `warn` is told why they cannot be used, simpler cues take the network's place.
  public init(sampleRate: Double, capacity: Int, weights: String? = nil, warn: (String) -> Void = { _ in }) {
    let grid = SeparationGrid(sampleRate: sampleRate)
    stft = STFT(size: grid.frameSize, inputs: 4, outputs: 5)
    latencyFrames = stft.latencyFrames
    partFrames = stft.hop / 4
    separator = Separator(grid: grid, weights: weights, warn: warn)
    delay = DelayLine(channels: 4, delayFrames: stft.latencyFrames)
    spectra = Spectra(channels: 4, bins: grid.bins)
    separated = Spectra(channels: 5, bins: grid.bins)
    recording = ChannelBuffer(channels: 4, capacity: capacity)
    heard = ChannelBuffer(channels: 4, capacity: capacity)
    parts = ChannelBuffer(channels: 5, capacity: capacity)
    gains = ChannelBuffer(channels: 3, capacity: capacity)
    let ramp = Ramp(0, lengthFrames: max(1, Int(0.02 * sampleRate)))
    (recordingGain, speechGain, dialogGain) = (ramp, ramp, ramp)
  }

  @_noLocks public mutating func reset() {
    stft.reset()
    separator.reset()
    delay.reset()
    law = RemixLaw()
    isHearing = false
    recordingGain.reset()
    speechGain.reset()
    dialogGain.reset()
    isFresh = true
  }

  /// `input`: 4 channels; `output`: 5, FOA then dialog; another buffer than `input`.
  @_noLocks
  public mutating func process(_ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, frames: Int) {
    if isFresh {
      isFresh = false
      setGains()
    }
    delay.process(input, into: recording, frames: frames)
    for channel in 0..<4 {
      VectorMath.clamp(input[channel], limit: Self.loudest, into: heard[channel], count: frames)
    }
    var done = 0
    while done < frames {
      let untilPart = partFrames - stft.position % partFrames
      let count = stft.advance(heard, into: parts, from: done, frames: min(frames - done, untilPart))
      mix(into: output, from: done, frames: count)
      done += count
      if stft.position % partFrames == 0 { workOnHop() }
    }
  }

  public var meters: RemixMeters {
    @_noLocks get {
      let talker = separator.estimator.talker.direction
      return RemixMeters(
        speechPresence: separator.estimator.activity, azimuthDegrees: talker.azimuthDegrees,
        elevationDegrees: talker.elevationDegrees)
    }
  }

  /// The part of the work on the last complete hop that is due at this place of the stream.
  @_noLocks private mutating func workOnHop() {
    if stft.isHopComplete {
      stft.analyse(into: spectra)
      isHearing = true
    }
    guard isHearing, let part = HopPart(rawValue: stft.position / partFrames) else { return }
    let view = FieldOfView(
      azimuthDegrees: controls.frameAzimuthDegrees, widthDegrees: controls.frameWidthDegrees)
    separator.process(part, spectra, voice: controls.style.voice, view: view, into: separated)
    guard part == .separate else { return }
    stft.synthesise(separated)
    law.speechPower = separator.speechPower
    law.ambiencePower = separator.ambiencePower
    setGains()
  }

  @_noLocks private mutating func setGains() {
    var gains = RemixGains.recording()
    if controls.isEnabled && controls.style != .standard {
      gains = law.gains(style: controls.style, amount: controls.amount)
      gains.ambience *= controls.ambienceGain
      gains.speech *= controls.dialogGain
      gains.dialog *= controls.dialogGain
    }
    recordingGain.setTarget(gains.ambience)
    speechGain.setTarget(gains.speech - gains.ambience)
    dialogGain.setTarget(gains.dialog)
  }

  /// Nothing is remixed: the output is the recording, denormals and signs of zeros included.
  private var isRecording: Bool {
    @_noLocks get {
      !recordingGain.isMoving && !speechGain.isMoving && !dialogGain.isMoving
        && recordingGain.value == 1 && speechGain.value == 0 && dialogGain.value == 0
    }
  }

  @_noLocks
  private mutating func mix(into output: borrowing ChannelBuffer, from start: Int, frames: Int) {
    let isCopy = isRecording
    recordingGain.render(into: gains[0], frames: frames)
    speechGain.render(into: gains[1], frames: frames)
    dialogGain.render(into: gains[2], frames: frames)
    if isCopy {
      for channel in 0..<4 {
        nf_rt_copy(output[channel] + start, recording[channel] + start, frames * MemoryLayout<Float>.stride)
      }
      return nf_rt_clear(output[4] + start, frames * MemoryLayout<Float>.stride)
    }
    for channel in 0..<4 {
      let (x, s, out) = (recording[channel] + start, parts[channel] + start, output[channel] + start)
      for frame in 0..<frames { out[frame] = gains[0][frame] * x[frame] + gains[1][frame] * s[frame] }
    }
    let (d, out) = (parts[Separator.dialogChannel] + start, output[4] + start)
    for frame in 0..<frames { out[frame] = gains[2][frame] * d[frame] }
  }
}
