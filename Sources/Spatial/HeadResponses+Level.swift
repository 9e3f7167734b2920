import CPlatform

/// Files are measured at any level; heads must sound equally loud.
extension HeadResponses {
  /// The mean power at the two ears in a diffuse field of pink noise, which weighs every octave equally, from 200 Hz to 8 kHz.
  var diffusePower: Double {
    var (power, total) = (0.0, 0.0)
    for bin in max(1, Int(200 / binHz))..<min(bins, Int(8_000 / binHz)) {
      var sum = 0.0
      for ear in 0..<2 {
        let (re, im) = (real(bin, ear: ear), imaginary(bin, ear: ear))
        for index in directions.indices {
          sum += weights[index] * Double(re[index] * re[index] + im[index] * im[index])
        }
      }
      power += sum / 2 / Double(bin)
      total += 1 / Double(bin)
    }
    return total > 0 ? power / total : 0
  }

  /// The diffuse power of the default file, MIT KEMAR, which so stays as it is.
  static let levelPower = 1.524_331_7

  /// Brings the diffuse power to `levelPower`.
  func level() {
    let power = diffusePower
    guard power.isFinite && power > 0 else { return }
    let gain = Float(nf_sqrt(HeadResponses.levelPower / power))
    let all = real(0, ear: 0)
    for index in 0..<bins * 4 * lanes { all[index] *= gain }
  }
}
