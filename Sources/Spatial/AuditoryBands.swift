import CPlatform
import Signal

/// Bands of hearing over chosen bins of a transform: fourth-order gammatones, one per ERB number from 50 Hz to 16 kHz. Build.
///
/// Sources: B. R. Glasberg, B. C. J. Moore (1990), "Derivation of auditory filter shapes from notched-noise data", Hearing
/// Research 47, eqs. 3 and 4; R. D. Patterson et al. (1988), "An efficient auditory filterbank based on the gammatone
/// function", APU report 2341: |G|² = (1 + ((f − fc)/(1.019 ERB))²)⁻⁴.
struct AuditoryBands {
  static let lowestHz = 50.0
  static let highestHz = 16_000.0
  /// Shares of a bin in a band below this part of the band's largest are left out.
  private static let leastShare = 1e-3

  /// The bands that one bin belongs to, and where its shares begin in `shares`.
  struct Place {
    var first: Int
    var count: Int
    var start: Int
  }

  let centresHz: [Double]
  let places: [Place]
  /// Power weights: those of one band sum to 1.
  let shares: [Float]

  var count: Int { centresHz.count }

  /// `spacings`: the part of the spectrum that each bin stands for. Bands above the last bin are left out.
  init(binsHz: [Double], spacings: [Double]) {
    var centres: [Double] = []
    let highest = min(AuditoryBands.highestHz, (binsHz.last ?? 0) / 1.05)
    var number = ERBBands.erbNumber(hz: AuditoryBands.lowestHz)
    while ERBBands.hz(erbNumber: number) < highest {
      centres.append(ERBBands.hz(erbNumber: number))
      number += 1
    }
    centresHz = centres
    let weights = centres.map { centre in
      AuditoryBands.weights(of: centre, binsHz, spacings)
    }
    var places: [Place] = []
    var shares: [Float] = []
    for bin in binsHz.indices {
      let members = centres.indices.filter { weights[$0][bin] > 0 }
      let place = Place(first: members.first ?? 0, count: members.count, start: shares.count)
      // A bin between two bands' edges still lies in neighbouring ones: their members are consecutive.
      for band in members { shares.append(Float(weights[band][bin])) }
      places.append(place)
    }
    self.places = places
    self.shares = shares
  }

  /// Glasberg & Moore (1990), eq. 3, Hz.
  static func bandwidth(hz: Double) -> Double { 24.7 * (0.00437 * hz + 1) }

  private static func weights(of centre: Double, _ binsHz: [Double], _ spacings: [Double]) -> [Double] {
    var weights = binsHz.indices.map { bin in
      let distance = (binsHz[bin] - centre) / (1.019 * bandwidth(hz: centre))
      let power = 1 / (1 + distance * distance)
      return binsHz[bin] > 0 ? spacings[bin] * power * power * power * power : 0
    }
    let least = leastShare * (weights.max() ?? 0)
    var sum = 0.0
    for bin in weights.indices {
      if weights[bin] < least { weights[bin] = 0 }
      sum += weights[bin]
    }
    return weights.map { sum > 0 ? $0 / sum : 0 }
  }
}
