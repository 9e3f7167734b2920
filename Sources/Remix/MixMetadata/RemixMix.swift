import CPlatform
import Signal

/// What mix metadata do to the remix at one sample rate: gains, loudness, and the equalization of the parts.
///
/// Build: `init`. Audio: the rest. The equalization has minimum phase and no latency; bands that the sample rate has no room for
/// are left out.
public struct RemixMix: ~Copyable {
  /// Where it comes from.
  let origin: MixStatus
  /// Amplitudes, on top of the controls'.
  let dialogGain, ambienceGain: Float
  /// With what the file says of loudness.
  let law: RemixLaw
  private let ambience: SectionCascade
  private let voice: SectionCascade

  /// Changes nothing.
  public init() { self.init(MixMetadata(), sampleRate: 48_000, origin: .none) }

  public init(_ metadata: MixMetadata, sampleRate: Double, origin: MixStatus = .file) {
    self.origin = origin
    dialogGain = Float(nf_pow(10, metadata.dialog.gainDecibels / 20))
    ambienceGain = Float(nf_pow(10, metadata.ambience.gainDecibels / 20))
    law = RemixLaw(metadata)
    ambience = SectionCascade(
      metadata.ambience.equalization.compactMap { $0.coefficients(sampleRate: sampleRate) }, pairs: 2)
    voice = SectionCascade(
      metadata.dialog.equalization.compactMap { $0.coefficients(sampleRate: sampleRate) }, pairs: 3)
  }

  var isFlat: Bool { @_noLocks get { ambience.isFlat && voice.isFlat } }

  @_noLocks func reset() {
    ambience.reset()
    voice.reset()
  }

  /// Equalizes the parts in place: 4 channels of ambience, 4 of the speech image, the dialog.
  @_noLocks func process(_ parts: borrowing ChannelBuffer, frames: Int) {
    for pair in 0..<2 {
      ambience.process(parts[2 * pair], parts[2 * pair + 1], pair: pair, frames: frames)
      voice.process(parts[4 + 2 * pair], parts[5 + 2 * pair], pair: pair, frames: frames)
    }
    voice.process(parts[8], parts[8], pair: 2, frames: frames)
  }
}

extension RemixLaw {
  /// Build.
  fileprivate init(_ metadata: MixMetadata) {
    self.init()
    if let dialog = metadata.loudness.dialog, let ambience = metadata.loudness.ambience {
      let (speech, place) = (nf_pow(10, dialog / 10), nf_pow(10, ambience / 10))
      let whole = metadata.loudness.recording.map { nf_pow(10, $0 / 10) } ?? (speech + place)
      speechPower = Float(speech)
      ambiencePower = Float(place)
      crossPower = Float(0.5 * (whole - speech - place))
    }
    naturalVoice = (metadata.equalLoudness?.cinematic).map(Self.logarithms)
    closeVoice = (metadata.equalLoudness?.studio).map(Self.logarithms)
  }

  private static func logarithms(_ decibels: SIMD4<Double>) -> SIMD4<Float> {
    SIMD4<Float>(decibels * (nf_log(10) / 20))
  }
}
