/// The dimensions and time constants that a file of weights was made for. Build.
struct MaskLayout {
  let singles, bands, inputs, paddedInputs, dense, units: Int
  /// Of the band stage.
  let featuresPerBand, local, taps, mixed, bandUnits, lastTaps: Int
  let singleSpacingHz: Double
  let topHz, riseSeconds, fallSeconds, fieldSeconds, normSeconds, fastSeconds, slowSeconds: Double
  let talkerSeconds, talkersSeconds, surroundingsSeconds, bandSeconds: Double
  let floor, logitScale: Float
  /// A logit per band, and what all bands share.
  var trunkOutputs: Int { bands + mixed }

  private static var version: Int { 4 }

  init(_ file: inout MaskNetworkFile) throws(WeightsError) {
    guard try file.integer() == Self.version else {
      throw WeightsError(file.path, "is of a version that this plugin does not know")
    }
    let rate = try file.integer()
    let frame = try file.integer()
    _ = try file.integer()  // hop: a quarter of the frame
    singles = try file.integer()
    let triangles = try file.integer()
    featuresPerBand = try file.integer()
    _ = try file.integer()  // features of the whole field: `inputs` counts both
    inputs = try file.integer()
    paddedInputs = try file.integer()
    dense = try file.integer()
    units = try file.integer()
    local = try file.integer()
    taps = try file.integer()
    mixed = try file.integer()
    bandUnits = try file.integer()
    lastTaps = try file.integer()
    let checks = [
      (8_000...768_000).contains(rate), (64...8192).contains(frame), (1...256).contains(singles),
      (2...256).contains(triangles), singles + triangles >= MaskFeatures.steeringBands.upperBound,
      featuresPerBand == MaskFeatures.perBand, (1...1024).contains(inputs), paddedInputs >= inputs,
      paddedInputs <= 1024, (1...1024).contains(dense), (8...1024).contains(units), units % 8 == 0,
      local == featuresPerBand + 1 + TalkerAgreement.planes, [1, 3, 5, 7, 9].contains(taps),
      [1, 3, 5, 7, 9].contains(lastTaps), (1...256).contains(mixed), (1...256).contains(bandUnits),
    ]
    guard checks.allSatisfy({ $0 }) else { throw WeightsError(file.path, "has dimensions that make no sense") }
    bands = singles + triangles
    singleSpacingHz = Double(rate) / Double(frame)
    topHz = Double(try file.real())
    riseSeconds = Double(try file.real())
    fallSeconds = Double(try file.real())
    fieldSeconds = Double(try file.real())
    normSeconds = Double(try file.real())
    fastSeconds = Double(try file.real())
    slowSeconds = Double(try file.real())
    floor = try file.real()
    talkerSeconds = Double(try file.real())
    talkersSeconds = Double(try file.real())
    surroundingsSeconds = Double(try file.real())
    bandSeconds = Double(try file.real())
    logitScale = try file.real()
    let times = [
      riseSeconds, fallSeconds, fieldSeconds, normSeconds, fastSeconds, slowSeconds, talkerSeconds, talkersSeconds,
      surroundingsSeconds, bandSeconds,
    ]
    guard times.allSatisfy({ (1e-3...1e3).contains($0) }), (1e-9...1).contains(floor), logitScale.magnitude <= 1e3,
      topHz > Double(singles) * singleSpacingHz && topHz <= 1e6
    else { throw WeightsError(file.path, "has constants that make no sense") }
    // The table of bands, which follows from the above.
    try file.skip((frame / 2 + 2) * 2 + (frame / 2 + 1) * 4)
  }
}
