import Ambisonics
import CPlatform
import Signal

/// The remix of a first-order recording: 4 channels (ACN, SN3D) in; 4 of ambience and 1 of dialog out.
///
/// With x the input delayed by `latencyFrames`, s the speech image and d the dialog: FOA out = A·x + (S − A)·s, dialog
/// out = D·d, with the gains A, S, D of `RemixLaw` and, for D, of `LoudnessKeeper`. So a background stem and the speech image add up to the input exactly,
/// and where A = S = 1 the output is the input bit for bit. A mix file's equalization adds to a, s and d what it makes of them; it
/// and the file's gains are in every style but Standard, as are the trims. With wind reduction, x is the recording without the
/// noise that was found in it, in every style but Standard. Gains move along straight lines, style changes cross-fade within one
/// analysis window. Build: `init`. Audio: the rest. Latency: one analysis window, 16 to 24 ms, constant.
public struct Remixer: ~Copyable {
  public var controls = RemixControls()
  public let latencyFrames: Int
  /// Filled with what runs through, where there is one; it stays the caller's.
  public var measurement: UnsafeMutablePointer<MixMeasurement>?
  private var stft: STFT
  private var separator: Separator
  private var wind: WindReduction
  private var delay: DelayLine
  private var loudness: LoudnessKeeper
  /// By the law, without trims; what is no mix counts as the recording.
  private var played = RemixGains.recording()
  private var isFramed = false
  private let spectra: Spectra
  /// Speech image, dialog, and the recording's noise: W Y Z X.
  private let separated: Spectra
  /// Delayed; without the noise, but in Standard.
  private let recording: ChannelBuffer
  /// What the separation hears.
  private let heard: ChannelBuffer
  /// Speech image, dialog and noise of one call.
  private let parts: ChannelBuffer
  private var mixer: PartMixer
  /// Noise is looked for in this hop.
  private var isWindReduced = false
  private var mixStage: MixStage
  /// Of this part of a hop.
  private var isMixHeard = false
  /// No sound has come since the start.
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
    stft = STFT(size: grid.frameSize, inputs: 4, outputs: PartMixer.noiseChannel + 4)
    latencyFrames = stft.latencyFrames
    partFrames = stft.hop / 4
    separator = Separator(grid: grid, weights: weights, warn: warn)
    wind = WindReduction(grid: grid)
    delay = DelayLine(channels: 4, delayFrames: stft.latencyFrames)
    spectra = Spectra(channels: 4, bins: grid.bins)
    separated = Spectra(channels: PartMixer.noiseChannel + 4, bins: grid.bins)
    recording = ChannelBuffer(channels: 4, capacity: capacity)
    heard = ChannelBuffer(channels: 4, capacity: capacity)
    parts = ChannelBuffer(channels: PartMixer.noiseChannel + 4, capacity: capacity)
    mixer = PartMixer(rampFrames: stft.latencyFrames, capacity: capacity)
    loudness = LoudnessKeeper(grid: grid)
    mixStage = MixStage(fadeFrames: max(1, Int(0.05 * sampleRate)), capacity: capacity)
  }

  @_noLocks public mutating func reset() {
    stft.reset()
    separator.reset()
    wind.reset()
    isWindReduced = false
    delay.reset()
    loudness.reset()
    played = .recording()
    isFramed = false
    isHearing = false
    mixer.reset()
    mixStage.reset()
    isMixHeard = false
    isFresh = true
  }

  /// `input`: 4 channels; `output`: 5, FOA then dialog; another buffer than `input`.
  ///
  /// Time begins with the first sound. Hosts run plugins on digital silence for as long as they like before a recording begins;
  /// if that moved the hops or taught the separation anything, every export and every playback would differ.
  @_noLocks
  public mutating func process(_ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, frames: Int) {
    let silent = isFresh ? passSilence(input, into: output, frames: frames) : 0
    guard silent < frames else { return }
    if isFresh {
      isFresh = false
      setGains()
      isMixHeard = mixer.hearsMix
    }
    delay.process(input, into: recording, frames: frames)
    for channel in 0..<4 {
      VectorMath.clamp(input[channel], limit: Self.loudest, into: heard[channel], count: frames)
    }
    var done = silent
    while done < frames {
      let untilPart = partFrames - stft.position % partFrames
      let count = stft.advance(heard, into: parts, from: done, frames: min(frames - done, untilPart))
      mix(into: output, from: done, frames: count)
      done += count
      if stft.position % partFrames == 0 {
        workOnHop()
        isMixHeard = mixer.hearsMix
      }
    }
  }

  /// Returns the number of silent frames before the first sound.
  @_noLocks
  private mutating func passSilence(
    _ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, frames: Int
  ) -> Int {
    let silent = input.silentFrames(within: frames)
    for channel in 0..<5 { nf_rt_clear(output[channel], silent * MemoryLayout<Float>.stride) }
    // A mix that is chosen meanwhile is there at once.
    _ = mixStage.process(recording, parts, from: 0, frames: 0, isHeard: false)
    return silent
  }

  // MARK: The mix file

  public var mixStatus: MixStatus { @_noLocks get { mixStage.status } }

  /// Starts to follow `content`, a `RemixMix` from `Exchange.make`; the present one comes back through `takeOldMix`.
  @_noLocks public mutating func exchangeMix(for content: UnsafeMutableRawPointer) { mixStage.exchange(for: content) }

  @_noLocks public mutating func takeOldMix() -> UnsafeMutableRawPointer? { mixStage.takeOld() }

  /// A mix was chosen, or was to be learned, and there is none.
  @_noLocks public mutating func reportMix(_ failure: MixStatus) { mixStage.report(failure) }

  // MARK: What is heard

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
      reduceWind()
    }
    guard isHearing, let part = HopPart(rawValue: stft.position / partFrames) else { return }
    let view = FieldOfView(
      azimuthDegrees: controls.frameAzimuthDegrees, widthDegrees: controls.frameWidthDegrees)
    separator.process(part, spectra, voice: controls.style.voice, view: view, into: separated)
    guard part == .separate else { return }
    listen()
    measurement?.pointee.add(separator.estimator.talker.direction, activity: separator.estimator.activity)
    stft.synthesise(
      separated, outputs: isWindReduced ? separated.channels : PartMixer.noiseChannel,
      twin: controls.style.voice == .close ? nil : Separator.dialogChannel)
    setGains()
  }

  /// Takes the noise out of the hop's spectra, so that the separation does not hear it.
  @_noLocks private mutating func reduceWind() {
    if controls.windReduction > 0 {
      isWindReduced = true
      wind.process(spectra, amount: controls.windReduction, removed: separated, from: PartMixer.noiseChannel)
    } else if isWindReduced {
      isWindReduced = false
      wind.reset()
    }
  }

  /// What was learnt of all voices is not true of those within a field of view.
  @_noLocks private mutating func listen() {
    if isFramed != (controls.style.voice == .framed) {
      isFramed.toggle()
      loudness.forget()
    }
    loudness.add(separator.powers, played: played, activity: separator.estimator.activity)
  }

  @_noLocks private mutating func setGains() {
    let isRemix = controls.isEnabled && controls.style != .standard
    var gains = isRemix ? remixGains() : .recording()
    played = isRemix && controls.style.output == .mix ? gains : .recording()
    if isRemix {
      let dialogTrim = controls.dialogGain * mixStage.dialogGain
      gains.ambience *= controls.ambienceGain * mixStage.ambienceGain
      gains.speech *= dialogTrim
      gains.dialog *= dialogTrim
    }
    mixer.setTargets(gains, isRemix: isRemix, isNoiseRemoved: isRemix && controls.windReduction > 0)
  }

  @_noLocks private mutating func remixGains() -> RemixGains {
    let law = mixStage.law
    var gains = law.gains(style: controls.style, amount: controls.amount)
    guard controls.style.output == .mix, controls.amount > 0 else { return gains }
    // Below it the ratio of dialog and amount stays: both vanish.
    let amount = max(controls.amount, 0.05)
    let lift = loudness.lift(
      law.gains(style: controls.style, amount: amount), amount: amount,
      knowledge: law.knowledge(of: controls.style.voice))
    gains.dialog = controls.amount * lift
    return gains
  }

  @_noLocks
  private mutating func mix(into output: borrowing ChannelBuffer, from start: Int, frames: Int) {
    let isReduced = mixer.subtractNoise(parts, from: recording, start: start, frames: frames)
    measurement?.pointee.add(recording[0] + start, parts[0] + start, frames: frames)
    let isEqualized = mixStage.process(recording, parts, from: start, frames: frames, isHeard: isMixHeard)
    mixer.mix(
      recording, parts, into: output, start: start, frames: frames, isChanged: isEqualized || isReduced)
    if isEqualized { mixer.addEqualization(mixStage.additions, to: output, start: start, frames: frames) }
  }
}
