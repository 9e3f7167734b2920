import CMySofa

/// Reads head-related impulse responses from a file of the format AES69 (SOFA), through libmysofa. Build.
public enum SOFAFile {
  /// Debian's libmysofa1 brings it: MIT KEMAR, normal pinna, 710 directions, 44.1 kHz.
  public static let defaultPaths = [
    "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa",
    "/usr/local/share/libmysofa/MIT_KEMAR_normal_pinna.sofa",
    "/usr/share/libmysofa/default.sofa",
    "/usr/local/share/libmysofa/default.sofa",
  ]

  /// Directions that lie within this of each other (cosine) are one; poles are often measured for every azimuth.
  private static let sameDirection: Float = 0.999_999_9

  public static func read(_ path: String) throws(HeadDataError) -> ImpulseResponses {
    switch nf_file_kind(path) {
    case 0: throw HeadDataError(path, .unreadable)
    case 1: throw HeadDataError(path, .notSOFA)
    default: break
    }
    var status: Int32 = 0
    guard let file = mysofa_load(path, &status) else { throw HeadDataError(path, reason(status)) }
    defer { mysofa_free(file) }
    guard file.pointee.R == 2, file.pointee.N > 0, file.pointee.C == 3, mysofa_check(file) == 0 else {
      throw HeadDataError(path, .wrongConvention)
    }
    mysofa_tocartesian(file)
    return try responses(of: file.pointee, path)
  }

  private static func reason(_ status: Int32) -> HeadDataError.Reason {
    switch Int(status) {
    case 10_002: .outOfMemory  // MYSOFA_NO_MEMORY
    case 10_004...: .wrongConvention  // MYSOFA_INVALID_ATTRIBUTES and after
    default: .damaged
    }
  }

  /// Of what libmysofa has read and checked.
  static func responses(of file: MYSOFA_HRTF, _ path: String) throws(HeadDataError) -> ImpulseResponses {
    let (measurements, taps) = (Int(file.M), Int(file.N))
    guard let positions = file.SourcePosition.values, let samples = file.DataIR.values,
      file.SourcePosition.elements >= file.M * 3, Int(file.DataIR.elements) >= measurements * 2 * taps,
      let rate = file.DataSamplingRate.values, file.DataSamplingRate.elements >= 1, rate[0] >= 8_000, rate[0] <= 768_000
    else { throw HeadDataError(path, .damaged) }
    guard isUsable(samples, count: measurements * 2 * taps) else { throw HeadDataError(path, .notFinite) }
    let kept = distinct(positions, count: measurements)
    guard kept.count >= 12 else { throw HeadDataError(path, .noMeasurements) }

    let delays = Delays(file)
    let longest = delays.longest(of: kept)
    guard longest <= 8 * taps + 4_096 else { throw HeadDataError(path, .damaged) }
    let result = ImpulseResponses(
      directions: kept.map { direction(positions, $0) }, frames: taps + longest, sampleRate: Double(rate[0]))
    let swapped = earsAreSwapped(file, kept, samples)
    for (index, measurement) in kept.enumerated() {
      for ear in 0..<2 {
        let receiver = swapped ? 1 - ear : ear
        let source = samples + (measurement * 2 + receiver) * taps
        let target = result.response(index, ear: ear) + delays.frames(measurement, receiver)
        for tap in 0..<taps { target[tap] = source[tap] }
      }
    }
    return result
  }

  /// `Data.Delay` in whole frames: one pair for all measurements, or one for each.
  private struct Delays {
    let values: UnsafeMutablePointer<Float>?
    let isPerMeasurement: Bool

    init(_ file: MYSOFA_HRTF) {
      values = file.DataDelay.elements >= 2 ? file.DataDelay.values : nil
      isPerMeasurement = Int(file.DataDelay.elements) >= 2 * Int(file.M)
    }

    func frames(_ measurement: Int, _ receiver: Int) -> Int {
      guard let values else { return 0 }
      let value = values[isPerMeasurement ? measurement * 2 + receiver : receiver]
      return value.isFinite && value > 0 && value < 1e6 ? Int(value.rounded()) : 0
    }

    func longest(of measurements: [Int]) -> Int {
      var longest = 0
      for measurement in measurements {
        longest = max(longest, max(frames(measurement, 0), frames(measurement, 1)))
      }
      return longest
    }
  }

  private static func direction(_ positions: UnsafeMutablePointer<Float>, _ index: Int) -> SIMD3<Float> {
    let (x, y, z) = (positions[3 * index], positions[3 * index + 1], positions[3 * index + 2])
    let length = (x * x + y * y + z * z).squareRoot()
    guard length.isFinite && length > 1e-6 else { return SIMD3(0, 0, 0) }
    return SIMD3(x / length, y / length, z / length)
  }

  /// One measurement per direction; where there are several distances, the farthest. Compares within slices of height
  /// only, so that thousands of directions do not take millions of comparisons.
  private static func distinct(_ positions: UnsafeMutablePointer<Float>, count: Int) -> [Int] {
    let slices = 64
    var inSlice = [[Int]](repeating: [], count: slices + 1)
    var kept: [Int] = []
    func radius(_ i: Int) -> Float {
      let (x, y, z) = (positions[3 * i], positions[3 * i + 1], positions[3 * i + 2])
      return x * x + y * y + z * z
    }
    for index in 0..<count {
      let d = direction(positions, index)
      guard d != SIMD3(0, 0, 0) else { continue }
      let slice = Int((d.z + 1) / 2 * Float(slices))
      var found: Int?
      for near in max(0, slice - 1)...min(slices, slice + 1) where found == nil {
        for place in inSlice[near] where (direction(positions, kept[place]) * d).sum() > sameDirection {
          found = place
          break
        }
      }
      if let place = found {
        if radius(index) > radius(kept[place]) * 1.001 { kept[place] = index }
      } else {
        inSlice[slice].append(kept.count)
        kept.append(index)
      }
    }
    return kept
  }

  private static func isUsable(_ samples: UnsafeMutablePointer<Float>, count: Int) -> Bool {
    let energy = energy(samples, count: count)
    return energy.isFinite && energy > 0
  }

  /// Whether the first receiver is the right ear: it is if it hears what comes from the right louder than the other does.
  ///
  /// The file's own positions of receivers decide only where levels do not: many older files (CIPIC, LISTEN, TH Köln) say
  /// right, left, and hold left, right.
  private static func earsAreSwapped(
    _ file: MYSOFA_HRTF, _ kept: [Int], _ samples: UnsafeMutablePointer<Float>
  ) -> Bool {
    guard let positions = file.SourcePosition.values else { return false }
    let taps = Int(file.N)
    // First and second receiver, each from the left and from the right.
    var (firstLeft, firstRight, secondLeft, secondRight) = (1e-30, 1e-30, 1e-30, 1e-30)
    for measurement in kept {
      let side = direction(positions, measurement).y
      guard abs(side) > 0.5 else { continue }
      let first = energy(samples + measurement * 2 * taps, count: taps)
      let second = energy(samples + (measurement * 2 + 1) * taps, count: taps)
      if side > 0 {
        firstLeft += first
        secondLeft += second
      } else {
        firstRight += first
        secondRight += second
      }
    }
    let ratio = (firstLeft / secondLeft) * (secondRight / firstRight)
    if ratio > 2 || ratio < 0.5 { return ratio < 1 }
    guard let ears = file.ReceiverPosition.values, file.ReceiverPosition.elements >= 6 else { return false }
    return ears[1] < ears[4]
  }

  private static func energy(_ samples: UnsafeMutablePointer<Float>, count: Int) -> Double {
    var sum = 0.0
    for index in 0..<count { sum += Double(samples[index]) * Double(samples[index]) }
    return sum
  }
}
