import Ambisonics
import CPlatform

/// The gains that take an array's channels at one frequency to W, Y, Z and X with the least mean square error over all directions.
///
/// With a(s) the microphones' responses to a plane wave from s, y(s) = (1, y, z, x), R = ⟨a·aᴴ⟩ and B = ⟨y·aᴴ⟩ the means over the
/// sphere, the gains are B·(R + λ)⁻¹. λ keeps what microphones' own noise gains within bounds: where the field differs too
/// little from one to the next, and above aliasing, Y, Z and X shrink rather than hiss. Then they are brought to the power in
/// sound from everywhere that they should have, by no more than 6 dB, and W wholly.
///
/// Means over the sphere are exact, from ⟨e^(ix·s)⟩ = j₀, ⟨s·e^(ix·s)⟩ = i·j₁·x̂ and ⟨s·sᵀ·e^(ix·s)⟩ = 1·j₁/x − x̂·x̂ᵀ·j₂.
/// Source: S. Moreau, J. Daniel, S. Bertet (2006), "3D sound field recording with higher order Ambisonics", AES 120th Convention, eqs. 15
/// to 19. Build.
struct ArrayEncoderDesign {
  private struct Vector {
    var x, y, z: Double

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }
    init(_ d: Direction) { self.init(Double(d.x), Double(d.y), Double(d.z)) }

    func dot(_ o: Vector) -> Double { x * o.x + y * o.y + z * o.z }
    func minus(_ o: Vector) -> Vector { Vector(x - o.x, y - o.y, z - o.z) }
  }

  /// A microphone's part that hears all directions alike, and the one that follows its axis.
  private struct Part {
    let place: Vector
    let omni: Double
    let eight: Vector
  }

  private let parts: [Part]
  /// The microphone closest to the middle.
  private let nearest: Int
  /// Share of a microphone's mean power that λ is.
  private let regularisation: Double

  /// `noiseGainDecibels`: about the most by which a channel's noise may exceed that of a microphone.
  init(_ array: MicrophoneArray, noiseGainDecibels: Double) {
    parts = array.microphones.map { m in
      let eight = (1 - m.directivity) * m.sensitivity
      return Part(
        place: Vector(m.x, m.y, m.z), omni: m.directivity * m.sensitivity,
        eight: Vector(eight * Double(m.axis.x), eight * Double(m.axis.y), eight * Double(m.axis.z)))
    }
    let distances = parts.map { $0.place.dot($0.place) }
    nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    // √λ is the smallest size of a response that is still inverted: 1/(2√λ) is the largest gain.
    let gain = nf_pow(10, noiseGainDecibels / 20)
    regularisation = 1 / (4 * gain * gain)
  }

  /// 4 rows of one gain per microphone.
  func gains(atHz hz: Double) -> [[Complex]] {
    let covariance = covariance(atHz: hz)
    return (0..<4).map { channel in
      let row = leastSquares(channel, covariance, atHz: hz)
      let found = power(row, covariance)
      return channel == 0
        ? pressure(row, explained: found, covariance) : row.map { $0 * min(2, nf_sqrt(1 / max(3 * found, 1e-12))) }
    }
  }

  /// One row before its power is put right.
  func leastSquares(_ channel: Int, _ covariance: [[Complex]], atHz hz: Double) -> [Complex] {
    let mean = parts.indices.reduce(0.0) { $0 + covariance[$1][$1].re } / Double(parts.count)
    let wanted = parts.map { cross(channel, $0, wavenumber(hz)) }
    return solve(covariance, wanted, lambda: regularisation * mean)
  }

  /// W with its power. Of what the microphones cannot explain of it, above aliasing, one of them takes the place: dull is worse
  /// than a little off.
  private func pressure(_ row: [Complex], explained: Double, _ covariance: [[Complex]]) -> [Complex] {
    var whole = row.map { $0 * nf_sqrt(max(explained, 0)) }
    let own = covariance[nearest][nearest].re
    whole[nearest] += Complex(re: max(0, 1 - explained) / nf_sqrt(own))
    let scale = 1 / nf_sqrt(max(power(whole, covariance), 1e-12))
    return whole.map { $0 * scale }
  }

  private func wavenumber(_ hz: Double) -> Double { 2 * Double.pi * hz / Double(TetrahedralResponse.speedOfSound) }

  /// ⟨aᵢ·conj(aⱼ)⟩
  func covariance(atHz hz: Double) -> [[Complex]] {
    let wavenumber = wavenumber(hz)
    return parts.map { a in
      parts.map { b in
        let wave = Wave(a.place.minus(b.place), wavenumber)
        return Complex(re: a.omni * b.omni * wave.zero + wave.product(a.eight, b.eight))
          + Complex(re: 0, im: wave.one * (b.omni * wave.along(a.eight) + a.omni * wave.along(b.eight)))
      }
    }
  }

  /// ⟨y·conj(a)⟩ of a channel W, Y, Z, X.
  private func cross(_ channel: Int, _ part: Part, _ wavenumber: Double) -> Complex {
    // The wave of the conjugate comes from the other side.
    let wave = Wave(Vector(-part.place.x, -part.place.y, -part.place.z), wavenumber)
    if channel == 0 { return Complex(re: part.omni * wave.zero, im: wave.one * wave.along(part.eight)) }
    let axis = [Vector(0, 1, 0), Vector(0, 0, 1), Vector(1, 0, 0)][channel - 1]
    return Complex(re: wave.product(axis, part.eight), im: part.omni * wave.one * wave.along(axis))
  }

  /// v of v·(R + λ) = b, as a real system of twice the size: (R + λ)·vᴴ = bᴴ.
  private func solve(_ r: [[Complex]], _ b: [Complex], lambda: Double) -> [Complex] {
    let count = b.count
    var matrix = [Double](repeating: 0, count: 4 * count * count)
    for i in 0..<count {
      for j in 0..<count {
        let value = r[i][j] + Complex(re: i == j ? lambda : 0)
        matrix[i * 2 * count + j] = value.re
        matrix[(i + count) * 2 * count + j + count] = value.re
        matrix[i * 2 * count + j + count] = -value.im
        matrix[(i + count) * 2 * count + j] = value.im
      }
    }
    let right = b.map { $0.re } + b.map { -$0.im }
    guard let x = LinearSystem.solve(matrix, right) else { return b.map { _ in .zero } }
    return (0..<count).map { Complex(re: x[$0], im: -x[$0 + count]) }
  }

  /// Of a channel, in sound from everywhere: v·R·vᴴ.
  private func power(_ row: [Complex], _ r: [[Complex]]) -> Double {
    var sum = 0.0
    for i in row.indices {
      for j in row.indices { sum += (row[i] * r[i][j] * row[j].conjugate).re }
    }
    return sum
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
