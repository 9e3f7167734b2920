/// What a host may know of one port, declared once beside the processor: the TTL, the clamping in `run`, the contract
/// tests and the manual's tables are all made from it.
public struct PortSpec {
  public enum Kind {
    case audioInput, audioOutput
    /// A value the host sets, once per block.
    case control(ControlSpec)
    /// A value the plugin reports, once per block.
    case meter(ControlSpec)
    /// Messages about the plugin's files, read and written by `LV2Entry` alone.
    case messageInput, messageOutput
  }

  /// Permanent: sessions, presets and automation refer to it.
  public let symbol: StaticString
  public let name: StaticString
  public let kind: Kind
  /// URI of an `lv2:designation`.
  public var designation: StaticString?
  public var group: PortGroup?
  /// Of message inputs: MIDI too.
  public var takesMIDI = false
  /// Of controls: choosing a preset sets it. Not for what starts and ends something.
  public var isInPresets = true
  /// One sentence for the user.
  public var comment: StaticString?

  public init(
    _ symbol: StaticString, _ name: StaticString, _ kind: Kind, designation: StaticString? = nil,
    group: PortGroup? = nil, comment: StaticString? = nil
  ) {
    self.symbol = symbol
    self.name = name
    self.kind = kind
    self.designation = designation
    self.group = group
    self.comment = comment
  }

  public var isAudio: Bool {
    switch kind {
    case .audioInput, .audioOutput: true
    case .control, .meter, .messageInput, .messageOutput: false
    }
  }

  public var isInput: Bool {
    switch kind {
    case .audioInput, .control, .messageInput: true
    case .audioOutput, .meter, .messageOutput: false
    }
  }

  public var isMessage: Bool {
    switch kind {
    case .messageInput, .messageOutput: true
    case .audioInput, .audioOutput, .control, .meter: false
    }
  }

  /// The range of a control or meter; nil for audio and messages.
  public var range: ControlSpec? {
    switch kind {
    case .control(let spec), .meter(let spec): spec
    case .audioInput, .audioOutput, .messageInput, .messageOutput: nil
    }
  }
}

/// Range, default and meaning of a control value.
public struct ControlSpec {
  public enum Unit { case none, degrees, decibels, frames, metres }
  public enum Shape { case continuous, logarithmic, toggled, trigger, integer, enumeration }

  public let range: ClosedRange<Float>
  public let initial: Float
  public var unit: Unit
  public var shape: Shape
  public var scalePoints: [ScalePoint]

  public init(
    _ range: ClosedRange<Float>, initial: Float, unit: Unit = .none, shape: Shape = .continuous,
    scalePoints: [ScalePoint] = []
  ) {
    precondition(range.contains(initial), "the default lies outside the range")
    self.range = range
    self.initial = initial
    self.unit = unit
    self.shape = shape
    self.scalePoints = scalePoints
  }

  public static func toggle(initial: Bool) -> ControlSpec {
    ControlSpec(0...1, initial: initial ? 1 : 0, shape: .toggled)
  }

  /// A button: what it does is done when it goes down.
  public static var trigger: ControlSpec { ControlSpec(0...1, initial: 0, shape: .trigger) }

  /// Consecutive whole numbers from `first`, one per label.
  public static func choice(_ labels: [StaticString], first: Int = 0, initial: Int) -> ControlSpec {
    let points = labels.indices.map { ScalePoint(label: labels[$0], value: Float(first + $0)) }
    return ControlSpec(
      Float(first)...Float(first + labels.count - 1), initial: Float(initial), shape: .enumeration, scalePoints: points)
  }
}

public struct ScalePoint {
  public let label: StaticString
  public let value: Float

  public init(label: StaticString, value: Float) {
    self.label = label
    self.value = value
  }
}

/// Ports that a host shows or connects together.
public enum PortGroup: CaseIterable {
  case stereoInput, fivePointOneInput, speakerInput
  case ambisonicInput, ambisonicOutput, stereoOutput, fivePointOneOutput, sevenPointOneOutput, speakerOutput, source,
    dialog
  case head, view

  public var symbol: StaticString {
    switch self {
    case .stereoInput: "stereo_in"
    case .fivePointOneInput, .speakerInput: "speakers_in"
    case .ambisonicInput: "foa_in"
    case .ambisonicOutput: "foa_out"
    case .stereoOutput: "stereo_out"
    case .fivePointOneOutput, .sevenPointOneOutput, .speakerOutput: "speakers_out"
    case .source: "source"
    case .dialog: "dialog"
    case .head: "head"
    case .view: "view"
    }
  }

  public var name: StaticString {
    switch self {
    case .stereoInput: "Stereo input"
    case .fivePointOneInput, .speakerInput: "Loudspeaker channels"
    case .ambisonicInput: "FOA input"
    case .ambisonicOutput: "FOA output"
    case .stereoOutput: "Stereo output"
    case .fivePointOneOutput, .sevenPointOneOutput, .speakerOutput: "Loudspeakers"
    case .source: "Source"
    case .dialog: "Dialog"
    case .head: "Head"
    case .view: "Field of view"
    }
  }

  /// LV2 classes of the group.
  public var types: StaticString {
    switch self {
    case .stereoInput: "pg:StereoGroup , pg:InputGroup"
    case .fivePointOneInput: "pg:FivePointOneGroup , pg:InputGroup"
    case .speakerInput: "pg:DiscreteGroup , pg:InputGroup"
    case .ambisonicInput: "pg:AmbisonicBH1P1Group , pg:InputGroup"
    case .ambisonicOutput: "pg:AmbisonicBH1P1Group , pg:OutputGroup"
    case .stereoOutput: "pg:StereoGroup , pg:OutputGroup"
    case .fivePointOneOutput: "pg:FivePointOneGroup , pg:OutputGroup"
    case .sevenPointOneOutput: "pg:SevenPointOneGroup , pg:OutputGroup"
    case .speakerOutput: "pg:DiscreteGroup , pg:OutputGroup"
    case .source, .dialog, .head, .view: "pg:Group"
    }
  }
}
