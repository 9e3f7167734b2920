import PluginModel
import Spatial

/// Ports of the loudspeaker mixers: W Y Z X and dialog, then the layout's outputs, then the controls. Indices are permanent;
/// new controls come last.
struct SpeakerMixerPorts {
  enum Control: Int, CaseIterable {
    case enabled, latency, dialogAzimuth, dialogElevation, dialogSpread, dialogLevel, ambienceLevel
    case headYaw, headPitch, headRoll, headTracking, invertYaw, invertPitch, invertRoll, room
    // Only where there is a centre loudspeaker.
    case dialogDivergence, lfeLevel
    // Everywhere; where the two are missing, in their place.
    case roomSize
  }

  static let inW = 0
  static let inDialog = 4
  static let firstOutput = 5

  /// Nil where a file says it.
  let layout: SpeakerLayout?
  let outputCount: Int
  let hasCentre: Bool
  let isCustom: Bool

  init(_ layout: SpeakerLayout) { self.init(layout, outputCount: layout.outputCount, hasCentre: layout.hasCentre) }

  private init(_ layout: SpeakerLayout?, outputCount: Int, hasCentre: Bool) {
    self.layout = layout
    self.outputCount = outputCount
    self.hasCentre = hasCentre
    isCustom = layout == nil
  }

  /// Sixteen outputs, and after the controls the ports of the layout's file.
  static var custom: SpeakerMixerPorts {
    SpeakerMixerPorts(nil, outputCount: SpeakerArrangement.mostSpeakers, hasCentre: false)
  }

  /// Audio. Of the custom layout alone.
  var layoutStatus: Int { @_noLocks get { index(.roomSize) + 3 } }

  /// Audio.
  @_noLocks func index(_ control: Control) -> Int {
    let place = SpeakerMixerPorts.firstOutput + outputCount + control.rawValue
    return hasCentre || control.rawValue <= Control.lfeLevel.rawValue ? place : place - 2
  }

  var specs: [PortSpec] {
    var specs: [PortSpec] = [
      .ambisonicInput(.w), .ambisonicInput(.y), .ambisonicInput(.z), .ambisonicInput(.x),
      PortSpec("in_dialog", "In Dialog", .audioInput, group: .dialog),
    ]
    specs += outputs
    for control in Control.allCases where hasCentre || (control != .dialogDivergence && control != .lfeLevel) {
      specs.append(spec(of: control))
    }
    return layout == nil ? specs + CustomOutputPorts.ofFile : specs
  }

  func spec(of control: Control) -> PortSpec {
    switch control {
    case .enabled:
      var spec = PortSpec.enabled
      spec.comment = "Off: a plain decode of the field, with the dialog in front at its own level."
      return spec
    case .latency: return .latency
    case .dialogAzimuth: return MixPorts.dialogAzimuth
    case .dialogElevation: return MixPorts.dialogElevation
    case .dialogSpread: return MixPorts.dialogSpread
    case .dialogLevel: return MixPorts.dialogLevel
    case .ambienceLevel: return MixPorts.ambienceLevel
    case .headYaw: return HeadPorts.headYaw.spec
    case .headPitch: return HeadPorts.headPitch.spec
    case .headRoll: return HeadPorts.headRoll.spec
    case .headTracking: return HeadPorts.headTracking.spec
    case .invertYaw: return HeadPorts.invertYaw.spec
    case .invertPitch: return HeadPorts.invertPitch.spec
    case .invertRoll: return HeadPorts.invertRoll.spec
    case .room: return MixPorts.room
    case .roomSize: return MixPorts.roomSize(group: .dialog)
    case .dialogDivergence:
      return PortSpec(
        "dialog_divergence", "Dialog Divergence", .control(ControlSpec(0...1, initial: 0)), group: .dialog,
        comment: "How much of what the center loudspeaker has of the dialog goes to left and right instead: 1 is all.")
    case .lfeLevel:
      return PortSpec(
        "lfe_level", "LFE Level", .control(ControlSpec(-40...10, initial: -40, unit: .decibels)),
        comment: "Everything below 120 Hz, for the low-frequency loudspeaker as well; the lowest value is off.")
    }
  }

  var outputs: [PortSpec] { layout.map(outputs) ?? CustomOutputPorts.outputs }

  private func outputs(_ layout: SpeakerLayout) -> [PortSpec] {
    func output(_ symbol: StaticString, _ name: StaticString, _ designation: StaticString?) -> PortSpec {
      PortSpec(symbol, name, .audioOutput, designation: designation, group: group(layout))
    }
    let front = [
      output("out_left", "Out Left", "http://lv2plug.in/ns/ext/port-groups#left"),
      output("out_right", "Out Right", "http://lv2plug.in/ns/ext/port-groups#right"),
    ]
    let middle = [
      output("out_center", "Out Center", "http://lv2plug.in/ns/ext/port-groups#center"),
      output("out_lfe", "Out LFE", "http://lv2plug.in/ns/ext/port-groups#lowFrequencyEffects"),
    ]
    let surround = [
      output("out_left_surround", "Out Left Surround", "http://lv2plug.in/ns/ext/port-groups#rearLeft"),
      output("out_right_surround", "Out Right Surround", "http://lv2plug.in/ns/ext/port-groups#rearRight"),
    ]
    let sidesAndRear = [
      output("out_left_side_surround", "Out Left Side Surround", "http://lv2plug.in/ns/ext/port-groups#sideLeft"),
      output("out_right_side_surround", "Out Right Side Surround", "http://lv2plug.in/ns/ext/port-groups#sideRight"),
      output("out_left_rear_surround", "Out Left Rear Surround", "http://lv2plug.in/ns/ext/port-groups#rearLeft"),
      output("out_right_rear_surround", "Out Right Rear Surround", "http://lv2plug.in/ns/ext/port-groups#rearRight"),
    ]
    let top = [
      output("out_left_top_front", "Out Left Top Front", nil),
      output("out_right_top_front", "Out Right Top Front", nil),
      output("out_left_top_rear", "Out Left Top Rear", nil),
      output("out_right_top_rear", "Out Right Top Rear", nil),
    ]
    switch layout {
    case .quad: return front + surround
    case .fivePointOne: return front + middle + surround
    case .sevenPointOne: return front + middle + sidesAndRear
    case .fivePointOneFour: return front + middle + surround + top
    case .sevenPointOneFour: return front + middle + sidesAndRear + top
    }
  }

  private func group(_ layout: SpeakerLayout) -> PortGroup {
    switch layout {
    case .fivePointOne: .fivePointOneOutput
    case .sevenPointOne: .sevenPointOneOutput
    case .quad, .fivePointOneFour, .sevenPointOneFour: .speakerOutput
    }
  }
}
