import Ambisonics
import CPlatform

/// What is known of an array from the places of its microphones. Build.
///
/// Means over the sphere are exact, from ⟨e^(ix·s)⟩ = j₀, ⟨s·e^(ix·s)⟩ = i·j₁·x̂ and ⟨s·sᵀ·e^(ix·s)⟩ = 1·j₁/x − x̂·x̂ᵀ·j₂.
extension MicrophoneArray {
  func moments(atHz hz: Double) -> ArrayMoments {
    let wavenumber = 2 * Double.pi * hz / Double(TetrahedralResponse.speedOfSound)
    let parts = microphones.map { Part($0) }
    return ArrayMoments(
      covariance: parts.map { a in parts.map { b in Self.covariance(a, b, wavenumber) } },
      cross: (0..<4).map { channel in parts.map { Self.cross(channel, $0, wavenumber) } },
      wanted: [1, 1 / 3, 1 / 3, 1 / 3])
  }

  /// Power of a microphone in sound from everywhere, on average; the same at all frequencies.
  var meanPower: Double {
    microphones.reduce(0) { sum, m in
      let (omni, eight) = (m.directivity * m.sensitivity, (1 - m.directivity) * m.sensitivity)
      return sum + (omni * omni + eight * eight / 3) / Double(microphones.count)
    }
  }

  /// The microphone closest to the middle.
  var nearest: Int {
    let distances = microphones.map { $0.x * $0.x + $0.y * $0.y + $0.z * $0.z }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 0
  }

  private static func covariance(_ a: Part, _ b: Part, _ wavenumber: Double) -> Complex {
    let wave = Wave(a.place.minus(b.place), wavenumber)
    return Complex(re: a.omni * b.omni * wave.zero + wave.product(a.eight, b.eight))
      + Complex(re: 0, im: wave.one * (b.omni * wave.along(a.eight) + a.omni * wave.along(b.eight)))
  }

  /// ⟨y·conj(a)⟩ of a channel W, Y, Z, X.
  private static func cross(_ channel: Int, _ part: Part, _ wavenumber: Double) -> Complex {
    // The wave of the conjugate comes from the other side.
    let wave = Wave(Vector(-part.place.x, -part.place.y, -part.place.z), wavenumber)
    if channel == 0 { return Complex(re: part.omni * wave.zero, im: wave.one * wave.along(part.eight)) }
    let axis = [Vector(0, 1, 0), Vector(0, 0, 1), Vector(1, 0, 0)][channel - 1]
    return Complex(re: wave.product(axis, part.eight), im: part.omni * wave.one * wave.along(axis))
  }

  private struct Vector {
    var x, y, z: Double

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

    func dot(_ o: Vector) -> Double { x * o.x + y * o.y + z * o.z }
    func minus(_ o: Vector) -> Vector { Vector(x - o.x, y - o.y, z - o.z) }
  }

  /// A microphone's part that hears all directions alike, and the one that follows its axis.
  private struct Part {
    let place: Vector
    let omni: Double
    let eight: Vector

    init(_ m: Microphone) {
      let eight = (1 - m.directivity) * m.sensitivity
      place = Vector(m.x, m.y, m.z)
      omni = m.directivity * m.sensitivity
      self.eight = Vector(eight * Double(m.axis.x), eight * Double(m.axis.y), eight * Double(m.axis.z))
    }
  }

  /// Means over plane waves s from everywhere, of powers of s times e^(ix·s).
  private struct Wave {
    let zero, one: Double
    private let oneOverX, two: Double
    private let towards: Vector

    /// x = `wavenumber` · `difference`
    init(_ difference: Vector, _ wavenumber: Double) {
      let distance = nf_sqrt(difference.dot(difference))
      let x = wavenumber * distance
      towards =
        distance > 0
        ? Vector(difference.x / distance, difference.y / distance, difference.z / distance) : Vector(0, 0, 0)
      if x < 0.05 {
        // Series: within 1e-10.
        (zero, oneOverX) = (1 - x * x / 6 * (1 - x * x / 20), (1 - x * x / 10 * (1 - x * x / 28)) / 3)
        two = x * x / 15 * (1 - x * x / 14)
      } else {
        zero = nf_sin(x) / x
        oneOverX = (zero - nf_cos(x)) / (x * x)
        two = 3 * oneOverX - zero
      }
      one = oneOverX * x
    }

    func along(_ axis: Vector) -> Double { axis.dot(towards) }

    /// ⟨(a·s)(b·s)·e^(ix·s)⟩
    func product(_ a: Vector, _ b: Vector) -> Double { a.dot(b) * oneOverX - a.dot(towards) * b.dot(towards) * two }
  }
}
