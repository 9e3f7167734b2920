import PluginModel
import Spatial

/// Ports of the plugins that remix and mix in one: W Y Z X, the outputs, then the controls of both. Indices are permanent; new
/// controls come last.
struct AudiomixPorts {
  enum Control: Int, CaseIterable {
    case enabled, latency, style, amount, frameAzimuth, frameWidth
    case dialogAzimuth, dialogElevation, dialogSpread, dialogLevel, ambienceLevel
    case headYaw, headPitch, headRoll, headTracking, invertYaw, invertPitch, invertRoll, room, roomSize, speechPresence
    // Of the stereo plugin.
    case outputType, hrtfStatus, messages, notifications, eqStatus
    case oscPort, oscNetwork, oscPortInUse, midiTracker, headRecenter, sharp
    // Of the others, in their place.
    case dialogDivergence, lfeLevel
    // Of all again.
    case windReduction
  }

  static let inW = 0
  static var firstOutput: Int { @_noLocks get { 4 } }

  /// Nil: two channels.
  let layout: SpeakerLayout?

  /// Audio.
  var outputCount: Int { @_noLocks get { layout.map { $0.outputCount } ?? 2 } }

  /// Audio.
  @_noLocks func index(_ control: Control) -> Int {
    let place = AudiomixPorts.firstOutput + outputCount + control.rawValue
    guard control.rawValue >= Control.dialogDivergence.rawValue else { return place }
    if case .none = layout { return place - (Control.windReduction.rawValue - Control.dialogDivergence.rawValue) }
    return place - (Control.dialogDivergence.rawValue - Control.outputType.rawValue)
  }

  var specs: [PortSpec] {
    var specs: [PortSpec] = [.ambisonicInput(.w), .ambisonicInput(.y), .ambisonicInput(.z), .ambisonicInput(.x)]
    if let layout {
      specs += SpeakerMixerPorts(layout).outputs
    } else {
      specs += [MixerStereoPort.outLeft.spec, MixerStereoPort.outRight.spec]
    }
    for control in Control.allCases where isThere(control) { specs.append(spec(of: control)) }
    return specs
  }

  /// Of two latencies: more than either has room for at the highest rates.
  private static var latency: PortSpec {
    PortSpec(
      "latency", "Latency", .meter(ControlSpec(0...16_384, initial: 0, unit: .frames, shape: .integer)),
      designation: PortSpec.latency.designation, comment: "Constant for an instance.")
  }

  private func isThere(_ control: Control) -> Bool {
    if control == .windReduction { return true }
    if control.rawValue >= Control.dialogDivergence.rawValue { return layout != nil }
    return control.rawValue < Control.outputType.rawValue || layout == nil
  }

  private func spec(of control: Control) -> PortSpec {
    switch control {
    case .enabled:
      var spec = PortSpec.enabled
      spec.comment = "Off: a plain decode of the recording, with the same latency."
      return spec
    case .latency: return AudiomixPorts.latency
    case .style: return RemixPort.style.spec
    case .amount: return RemixPort.amount.spec
    case .frameAzimuth: return RemixPort.frameAzimuth.spec
    case .frameWidth: return RemixPort.frameWidth.spec
    case .dialogAzimuth: return MixPorts.dialogAzimuth
    case .dialogElevation: return MixPorts.dialogElevation
    case .dialogSpread: return MixPorts.dialogSpread
    case .dialogLevel: return MixPorts.dialogLevel
    case .ambienceLevel: return MixPorts.ambienceLevel
    case .headYaw: return layout == nil ? MixerStereoPort.headYaw.spec : HeadPorts.headYaw.spec
    case .headPitch: return HeadPorts.headPitch.spec
    case .headRoll: return HeadPorts.headRoll.spec
    case .headTracking: return HeadPorts.headTracking.spec
    case .invertYaw: return HeadPorts.invertYaw.spec
    case .invertPitch: return HeadPorts.invertPitch.spec
    case .invertRoll: return HeadPorts.invertRoll.spec
    case .room: return MixPorts.room
    case .roomSize: return MixPorts.roomSize(group: .dialog)
    case .speechPresence: return RemixPort.speechPresence.spec
    case .outputType: return MixerStereoPort.outputType.spec
    case .hrtfStatus: return HeadFile.status
    case .messages: return .messageAndMIDIInput
    case .notifications: return .messageOutput
    case .eqStatus: return EqualizationFile.status
    case .oscPort: return TrackerPorts.oscPort.spec
    case .oscNetwork: return TrackerPorts.oscNetwork.spec
    case .oscPortInUse: return TrackerPorts.oscPortInUse.spec
    case .midiTracker: return TrackerPorts.midiTracker.spec
    case .headRecenter: return TrackerPorts.headRecenter.spec
    case .sharp: return MixerStereoPort.sharp.spec
    case .dialogDivergence: return SpeakerMixerPorts(.fivePointOne).spec(of: .dialogDivergence)
    case .lfeLevel: return SpeakerMixerPorts(.fivePointOne).spec(of: .lfeLevel)
    case .windReduction: return RemixPort.windReduction.spec
    }
  }
}
