import AudioFiles
import Signal

/// What is done to a stereo rendition before it is written: it is made as loud as the field, and its true peaks are held below
/// a ceiling.
struct StereoMaster {
  let channels = 2
  let sampleRate: Int
  /// In dB.
  private(set) var gain: Double
  /// In dBTP; nil where peaks may rise.
  let ceiling: Double?
  /// LUFS, as it is written; nil for silence and for less than 0.4 s.
  private(set) var loudness: Double?
  /// As an amplitude, as it is written.
  private(set) var truePeak: Float
  /// As rendered.
  private let peakBefore: Float
  /// The most that peaks are held down, in dB.
  private(set) var reduction = 0.0

  /// What takes the rendition and hands it on as it is to be written.
  func stage(next: any SoundStage) -> LimiterStage {
    LimiterStage(
      channels: channels, sampleRate: sampleRate, gain: gain,
      ceiling: isHolding ? ceiling ?? Self.noCeiling : Self.noCeiling, next: next)
  }

  private var peakWithGain: Float { peakBefore * Float(Decibels.amplitude(gain)) }

  /// Some peak would rise above the ceiling.
  private var isHolding: Bool { Decibels.level(peakWithGain) > ceiling ?? Self.noCeiling }

  /// No sample rises so high.
  private static let noCeiling = 200.0
  /// Both are taken for equally loud, in LU.
  private static let tolerance = 0.05
  private static let mostRounds = 8
  private static let leastSlope = 0.2
  /// Peaks are not held further down for loudness' sake: what is missing is told. In dB.
  private static let mostExtraGain = 6.0

  /// `spool`: the rendition, read from its beginning on. `target`: LUFS, nil where there is nothing to match.
  init(
    _ spool: SoundSpool, _ measured: MeasuredStage, target: Double?, ceiling: Double?, sampleRate: Int
  ) throws {
    (self.sampleRate, self.ceiling) = (sampleRate, ceiling)
    let matching = target.flatMap { target in measured.loudness.map { target - $0 } } ?? 0
    gain = matching
    loudness = measured.loudness.map { $0 + matching }
    (peakBefore, truePeak) = (measured.truePeak, measured.truePeak)
    guard matching != 0 || isHolding else { return }
    try measure(spool)
    try match(spool, target, mostGain: matching + Self.mostExtraGain)
  }

  /// Makes up for what holding the peaks takes away, and for pauses that count at one level and not at the other (the gate at
  /// -70 LUFS). The more is held, the less of a gain is heard: that slope is found on the way. Pauses that come to count make a
  /// leap, and no slope.
  private mutating func match(_ spool: SoundSpool, _ target: Double?, mostGain: Double) throws {
    var slope = 1.0
    for _ in 0..<Self.mostRounds {
      guard let target, let before = loudness, (target - before).magnitude > Self.tolerance else { return }
      let step = min((target - before) / slope, mostGain - gain)
      guard step != 0 else { return }
      gain += step
      try measure(spool)
      slope = isHolding ? min(1, max(Self.leastSlope, ((loudness ?? before) - before) / step)) : 1
    }
  }

  /// What comes out with the gain as it is.
  private mutating func measure(_ spool: SoundSpool) throws {
    try spool.rewind()
    let meter = try MeasuredStage(channels: channels, sampleRate: sampleRate, findsPeaks: isHolding)
    let limiter = stage(next: meter)
    let audio = ChannelBuffer(channels: channels, capacity: 4096)
    while true {
      let frames = try spool.read(into: audio)
      if frames == 0 { break }
      try limiter.take(audio, from: 0, frames: frames)
    }
    try limiter.finish()
    (loudness, truePeak) = (meter.loudness, isHolding ? meter.truePeak : peakWithGain)
    reduction = 0 - Decibels.level(limiter.leastGain)
  }
}
