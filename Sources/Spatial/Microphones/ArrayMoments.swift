/// What an array's microphones have in common in sound from everywhere, and what they have in common with the field, at one
/// frequency: all that a least-squares encoder has to know of it. Build.
///
/// With a(s) the microphones' responses to a plane wave from s, and y(s) = (1, y, z, x), means over the sphere.
struct ArrayMoments {
  /// ⟨aᵢ·conj(aⱼ)⟩, a row for each microphone.
  var covariance: [[Complex]]
  /// ⟨y·conj(aⱼ)⟩: rows W, Y, Z, X.
  var cross: [[Complex]]
  /// ⟨y²⟩ of W, Y, Z, X.
  var wanted: [Double]

  /// Power in sound from everywhere of what gains make of the microphones: v·R·vᴴ.
  func power(_ gains: [Complex]) -> Double {
    var sum = 0.0
    for i in gains.indices {
      for j in gains.indices { sum += (gains[i] * covariance[i][j] * gains[j].conjugate).re }
    }
    return sum
  }

  /// How much of a channel's own pattern, 1 where it is right, is in what gains make of the microphones.
  func share(of channel: Int, in gains: [Complex]) -> Complex {
    var sum = Complex.zero
    for index in gains.indices { sum += gains[index] * cross[channel][index].conjugate }
    return sum * (1 / max(wanted[channel], 1e-12))
  }
}
