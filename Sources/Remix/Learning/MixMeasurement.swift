import Ambisonics
import CPlatform
import Signal

/// What `Remixer.measurement` measures while a recording runs through: its memory is the same however long that takes.
///
/// Build: `init`, `findings`. Audio: the rest; about 20 ns per frame.
public struct MixMeasurement: ~Copyable {
  private var recording, dialog, ambience: LoudnessMeter
  private var dialogRumble, ambienceRumble: RumbleMeter
  private let balance = BalanceHistogram()
  private var talkers = TalkerTrack()
  /// W of the ambience.
  private let place: FloatBuffer
  private let hopSeconds: Double
  private var hops = 0
  private var speechHops = 0.0

  /// `capacity`: as of the `Remixer` that fills it.
  public init(sampleRate: Double, capacity: Int) {
    recording = LoudnessMeter(sampleRate: sampleRate)
    dialog = LoudnessMeter(sampleRate: sampleRate)
    ambience = LoudnessMeter(sampleRate: sampleRate)
    dialogRumble = RumbleMeter(sampleRate: sampleRate)
    ambienceRumble = RumbleMeter(sampleRate: sampleRate)
    place = FloatBuffer(count: capacity)
    hopSeconds = SeparationGrid(sampleRate: sampleRate).hopSeconds
  }

  @_noLocks public mutating func reset() {
    recording.reset()
    dialog.reset()
    ambience.reset()
    dialogRumble.reset()
    ambienceRumble.reset()
    balance.clear()
    talkers.reset()
    hops = 0
    speechHops = 0
  }

  /// W of the recording and of the speech image, equally late; less than 100 ms.
  @_noLocks
  mutating func add(_ whole: UnsafePointer<Float>, _ speech: UnsafePointer<Float>, frames: Int) {
    for frame in 0..<frames { place[frame] = whole[frame] - speech[frame] }
    recording.add(whole, frames: frames)
    dialog.add(speech, frames: frames)
    ambience.add(place.pointer, frames: frames)
    if let whole = recording.finishedBlock, let voice = dialog.finishedBlock, let place = ambience.finishedBlock {
      balance.add(whole: whole, voice: voice, place: place)
    }
    dialogRumble.add(speech, frames: frames)
    ambienceRumble.add(place.pointer, frames: frames)
  }

  /// Once per hop.
  @_noLocks mutating func add(_ talker: Direction, activity: Float) {
    talkers.add(talker, activity: activity, seconds: Double(hops) * hopSeconds, hopSeconds: hopSeconds)
    hops += 1
    speechHops += Double(activity)
  }

  /// Of all since `reset`.
  public var findings: MixFindings {
    var findings = MixFindings()
    findings.loudness.recording = recording.loudness
    findings.loudness.dialog = dialog.loudness
    findings.loudness.ambience = ambience.loudness
    findings.equalLoudness = equalLoudness
    findings.loudnessRange = recording.loudnessRange
    findings.speechShare = hops > 0 ? speechHops / Double(hops) : 0
    findings.dialogRumble = dialogRumble.share
    findings.ambienceRumble = ambienceRumble.share
    findings.talkers = talkers.entries
    return findings
  }

  private var equalLoudness: MixMetadata.VoiceGains? {
    var gains = MixMetadata.VoiceGains()
    for (step, amount) in MixMetadata.VoiceGains.amounts.enumerated() {
      guard let natural = voiceDecibels(.natural, amount), let close = voiceDecibels(.close, amount) else { return nil }
      gains.cinematic[step] = natural
      gains.studio[step] = close
    }
    return gains
  }

  private func voiceDecibels(_ voice: Style.Voice, _ amount: Double) -> Double? {
    let place = RemixLaw.ambienceGain(voice, amount: Float(amount))
    return balance.voiceGain(place: Double(place)).map { 20 * nf_log($0) / nf_log(10) }
  }
}
