import PluginModel
import Remix
import Signal

/// Speech and ambience of a first-order recording, apart and in balance.
public struct RemixPlugin: Learner, ~Copyable {
  public static var spec: PluginSpec {
    var spec = PluginSpec(
      uri: "urn:nearfar:remix", name: "Nearfar Remix", bundle: "nearfar-remix", type: .spectral,
      comment:
        "Pulls the voices of a first-order Ambisonics recording (AmbiX) apart from the place, balances the two with one slider, or puts out either as a stem.",
      ports: RemixPort.self, files: [MixFile.property, MixFile.target], presets: RemixPresets.all)
    spec.learned = MixFile.learned
    spec.isRestoredWhilePlaying = false
    return spec
  }

  private var remixer: Remixer
  private var learner: MixLearner
  /// A path to write to was chosen since it was asked for.
  private var hasNewTarget = false
  private let input = ChannelBuffer(channels: 4, capacity: Ports.chunk)
  private let output = ChannelBuffer(channels: 5, capacity: Ports.chunk)
  private var ambienceMeter: LevelMeter
  private var dialogMeter: LevelMeter

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    remixer = Self.remixer(setting)
    learner = MixLearner(setting)
    ambienceMeter = LevelMeter(sampleRate: setting.sampleRate)
    dialogMeter = ambienceMeter
  }

  /// Build. With the weights in the plugin's bundle.
  static func remixer(_ setting: borrowing BuildSetting) -> Remixer {
    let log = setting.log
    if setting.bundlePath == nil { log(.warning, "the host names no bundle: the simpler estimator is used") }
    let weights = setting.bundlePath.map { $0 + "mask-network.bin" }
    return Remixer(
      sampleRate: setting.sampleRate, capacity: Ports.chunk, weights: weights, warn: { log(.warning, $0) })
  }

  public mutating func reset() {
    remixer.reset()
    learner.reset()
    ambienceMeter.reset()
    dialogMeter.reset()
  }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    readControls(ports)
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(RemixPort.inW, from: start, frames: count, into: input)
      remixer.process(input, into: output, frames: count)
      ambienceMeter.add(output[0], frames: count)
      dialogMeter.add(output[4], frames: count)
      ports.write(RemixPort.outW, from: start, frames: count, output)
      start += count
    }
    writeMeters(ports)
  }

  @_noLocks private mutating func readControls(_ ports: borrowing Ports) {
    var controls = RemixControls()
    controls.isEnabled = ports.isOn(RemixPort.enabled)
    controls.style = Style(controlValue: ports.value(RemixPort.style))
    controls.amount = ports.value(RemixPort.amount)
    controls.frameAzimuthDegrees = ports.value(RemixPort.frameAzimuth)
    controls.frameWidthDegrees = ports.value(RemixPort.frameWidth)
    controls.dialogGain = Decibels.gain(ports.value(RemixPort.dialogGain))
    controls.ambienceGain = Decibels.gain(ports.value(RemixPort.ambienceGain))
    remixer.controls = controls
    remixer.measurement = learner.follow(isOn: ports.isOn(RemixPort.learn))
  }

  @_noLocks private func writeMeters(_ ports: borrowing Ports) {
    let meters = remixer.meters
    ports.set(RemixPort.latency, Float(remixer.latencyFrames))
    ports.set(RemixPort.speechPresence, meters.speechPresence)
    ports.set(RemixPort.dialogAzimuth, meters.azimuthDegrees)
    ports.set(RemixPort.dialogElevation, meters.elevationDegrees)
    ports.set(RemixPort.dialogLevel, dialogMeter.decibels)
    ports.set(RemixPort.ambienceLevel, ambienceMeter.decibels)
    ports.set(RemixPort.mixStatus, Float((learner.status ?? remixer.mixStatus).rawValue))
  }

  // MARK: The mix file, and where a learned one is written

  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    file == 0 ? try MixFile.load(path, setting) : try MixFile.checkTarget(path)
  }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) {
    if file == 0 { MixFile.unload(content) }
  }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    if file == 0 { remixer.exchangeMix(for: content) } else { hasNewTarget = true }
  }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    if file == 0 { return remixer.takeOldMix() }
    guard hasNewTarget else { return nil }
    hasNewTarget = false
    return MixFile.noContent
  }

  @_noLocks public mutating func reportFailure(of file: Int) { remixer.reportMix(.fileFailed) }

  // MARK: Learning

  public static func learn(
    from measurement: UnsafeMutableRawPointer, writingTo path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> (content: UnsafeMutableRawPointer, text: String) {
    try MixLearner.learn(from: measurement, writingTo: path, setting)
  }

  public static func load(text: String, _ setting: borrowing BuildSetting) throws(BuildError) -> UnsafeMutableRawPointer
  {
    try MixFile.load(text: text, origin: .learned, setting)
  }

  public static func free(measurement: UnsafeMutableRawPointer) { Exchange.free(measurement, MixMeasurement.self) }

  @_noLocks public mutating func takeMeasurement() -> UnsafeMutableRawPointer? { learner.takeFinished() }

  @_noLocks public mutating func giveBack(_ measurement: UnsafeMutableRawPointer) { learner.giveBack(measurement) }

  @_noLocks public mutating func reportNothingLearnt() { remixer.reportMix(.nothingLearned) }
}
