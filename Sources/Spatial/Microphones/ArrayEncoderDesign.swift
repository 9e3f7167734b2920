import CPlatform

/// The gains that take an array's channels at one frequency to W, Y, Z and X with the least mean square error over all directions.
///
/// With R and B of `ArrayMoments` they are B·(R + λ)⁻¹. λ keeps what microphones' own noise gains within bounds: where the field
/// differs too little from one to the next, and above aliasing, Y, Z and X shrink rather than hiss. Then they are brought to the
/// power in sound from everywhere that they should have, by no more than 6 dB, and W wholly.
///
/// Source: S. Moreau, J. Daniel, S. Bertet (2006), "3D sound field recording with higher order Ambisonics", AES 120th Convention, eqs. 15
/// to 19. Build.
struct ArrayEncoderDesign {
  /// The microphone that takes W's place where all of them together cannot.
  private let substitute: Int
  private let lambda: Double
  /// Power of a microphone below which it is not lifted any further.
  private let weakest: Double

  /// `level`: power of a microphone in sound from everywhere, on average over microphones and frequencies.
  /// `noiseGainDecibels`: about the most by which a channel's noise may exceed that of a microphone.
  init(level: Double, substitute: Int, noiseGainDecibels: Double) {
    self.substitute = substitute
    let gain = nf_pow(10, noiseGainDecibels / 20)
    // √λ is the smallest size of a response that is still inverted: 1/(2√λ) is the largest gain.
    lambda = level / (4 * gain * gain)
    weakest = level / (gain * gain)
  }

  init(_ array: MicrophoneArray, noiseGainDecibels: Double) {
    self.init(level: array.meanPower, substitute: array.nearest, noiseGainDecibels: noiseGainDecibels)
  }

  /// 4 rows of one gain per microphone.
  func gains(_ moments: ArrayMoments) -> [[Complex]] {
    (0..<4).map { channel in
      let row = leastSquares(channel, moments)
      let found = moments.power(row)
      if channel == 0 { return pressure(row, explained: found, moments) }
      return row.map { $0 * min(2, nf_sqrt(moments.wanted[channel] / max(found, 1e-12))) }
    }
  }

  /// One row before its power is put right.
  func leastSquares(_ channel: Int, _ moments: ArrayMoments) -> [Complex] {
    solve(moments.covariance, moments.cross[channel])
  }

  /// W with its power. Of what the microphones cannot explain of it, above aliasing, one of them takes the place: dull is worse
  /// than a little off.
  private func pressure(_ row: [Complex], explained: Double, _ moments: ArrayMoments) -> [Complex] {
    var whole = row.map { $0 * nf_sqrt(max(explained, 0)) }
    let own = max(moments.covariance[substitute][substitute].re, weakest)
    whole[substitute] += Complex(re: max(0, 1 - explained) / nf_sqrt(own))
    // Both together have half the power at least, but where the microphones themselves have none.
    let scale = min(2, 1 / nf_sqrt(max(moments.power(whole), 1e-12)))
    return whole.map { $0 * scale }
  }

  /// v of v·(R + λ) = b, as a real system of twice the size: (R + λ)·vᴴ = bᴴ.
  private func solve(_ r: [[Complex]], _ b: [Complex]) -> [Complex] {
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
}
