import PluginModel
import Remix

public enum RemixPort: Int, PortSet {
  case inW, inY, inZ, inX, outW, outY, outZ, outX, outDialog
  case enabled, latency, style, amount, frameAzimuth, frameWidth, dialogGain, ambienceGain
  case speechPresence, dialogLevel, ambienceLevel, dialogAzimuth, dialogElevation
  case messages, notifications, mixStatus, learn

  public var spec: PortSpec {
    switch self {
    case .inW: .ambisonicInput(.w)
    case .inY: .ambisonicInput(.y)
    case .inZ: .ambisonicInput(.z)
    case .inX: .ambisonicInput(.x)
    case .outW: .ambisonicOutput(.w)
    case .outY: .ambisonicOutput(.y)
    case .outZ: .ambisonicOutput(.z)
    case .outX: .ambisonicOutput(.x)
    case .outDialog: PortSpec("out_dialog", "Out Dialog", .audioOutput)
    case .enabled: .enabled
    case .latency: .latency
    case .style, .amount, .frameAzimuth, .frameWidth, .dialogGain, .ambienceGain: control
    case .speechPresence, .dialogLevel, .ambienceLevel, .dialogAzimuth, .dialogElevation: meter
    case .messages: .messageInput
    case .notifications: .messageOutput
    case .mixStatus: MixFile.status
    case .learn: MixFile.learn
    }
  }

  private var control: PortSpec {
    switch self {
    case .style:
      PortSpec(
        "style", "Style", .control(.choice(Style.allCases.map { $0.name }, initial: 0)),
        comment: "How voices and place are remixed, or which stem is put out. Standard is the recording itself.")
    case .amount:
      PortSpec(
        "remix_amount", "Remix Amount", .control(ControlSpec(0...1, initial: 0.5)),
        comment: "0 is the recording, 1 the whole remix: the place sinks and the voices become the dialog.")
    case .frameAzimuth:
      PortSpec(
        "frame_azimuth", "Frame Azimuth", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .view,
        comment: "In-Frame styles: centre of the field of view; 90 is left.")
    case .frameWidth:
      PortSpec(
        "frame_width", "Frame Width", .control(ControlSpec(10...360, initial: 60, unit: .degrees)), group: .view,
        comment: "In-Frame styles: only voices within this angle are dialog.")
    case .dialogGain:
      PortSpec(
        "dialog_gain", "Dialog Gain", .control(ControlSpec(-24...12, initial: 0, unit: .decibels)),
        comment: "Trim of the voices in every style but Standard.")
    default:
      PortSpec(
        "ambience_gain", "Ambience Gain", .control(ControlSpec(-24...12, initial: 0, unit: .decibels)),
        comment: "Trim of the place in every style but Standard.")
    }
  }

  private var meter: PortSpec {
    let level = ControlSpec(-200...50, initial: -200, unit: .decibels)
    return switch self {
    case .speechPresence:
      PortSpec(
        "speech_presence", "Speech Presence", .meter(ControlSpec(0...1, initial: 0)),
        comment: "1 while somebody speaks.")
    case .dialogLevel:
      PortSpec("dialog_level", "Dialog Level", .meter(level), comment: "RMS of the dialog output, re full scale.")
    case .ambienceLevel:
      PortSpec("ambience_level", "Ambience Level", .meter(level), comment: "RMS of W of the FOA output, re full scale.")
    case .dialogAzimuth:
      PortSpec(
        "dialog_azimuth", "Dialog Azimuth", .meter(ControlSpec(-180...180, initial: 0, unit: .degrees)),
        comment: "Where the voices come from; 90 is left.")
    default:
      PortSpec(
        "dialog_elevation", "Dialog Elevation", .meter(ControlSpec(-90...90, initial: 0, unit: .degrees)),
        comment: "Where the voices come from; 90 is above.")
    }
  }
}
