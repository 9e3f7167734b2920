import CPlatform

/// The rooms that sound can be put into. Raw values are those of the port.
public enum RoomSize: Int, CaseIterable, Sendable {
  case small, medium, large, hall

  /// Audio.
  @_noLocks public init(controlValue: Float) {
    switch controlValue {
    case ..<0.5: self = .small
    case ..<1.5: self = .medium
    case ..<2.5: self = .large
    default: self = .hall
    }
  }

  /// Length, width and height in metres, the listener in the middle.
  var metres: (Double, Double, Double) {
    switch self {
    case .small: (3.6, 3, 2.4)
    case .medium: (6, 5, 2.8)
    case .large: (11, 9, 4.5)
    case .hall: (26, 20, 12)
    }
  }

  /// From the listener to every source.
  var distanceMetres: Double {
    switch self {
    case .small: 1
    case .medium: 1.5
    case .large: 2.5
    case .hall: 5
    }
  }

  /// Reverberation time, 60 dB, at low and middle frequencies.
  var seconds: Double {
    switch self {
    case .small: 0.25
    case .medium: 0.5
    case .large: 1.1
    case .hall: 2.2
    }
  }

  /// The same at the highest frequencies.
  var highSeconds: Double {
    switch self {
    case .small: 0.15
    case .medium: 0.25
    case .large: 0.5
    case .hall: 0.8
    }
  }

  /// From the direct sound to the tail.
  var onsetSeconds: Double {
    switch self {
    case .small: 0.007
    case .medium: 0.012
    case .large: 0.02
    case .hall: 0.035
    }
  }

  /// Share of the pressure that a wall gives back.
  var wallReflection: Double {
    switch self {
    case .small: 0.5
    case .medium: 0.6
    case .large: 0.65
    case .hall: 0.7
    }
  }

  /// Lengths of the tail's lines re those of the middle room.
  var lineScale: Double {
    switch self {
    case .small: 0.6
    case .medium: 1
    case .large: 1.2
    case .hall: 1.45
    }
  }
}
