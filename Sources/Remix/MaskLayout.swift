/// The dimensions and time constants that a file of weights was made for. Build.
struct MaskLayout {
  let singles, bands, inputs, paddedInputs, dense, units: Int
  let singleSpacingHz: Double
  let topHz, riseSeconds, fallSeconds, fieldSeconds, normSeconds, fastSeconds, slowSeconds: Double
  let floor: Float

  private static var version: Int { 1 }

  init(_ file: inout MaskNetworkFile) throws(WeightsError) {
    guard try file.integer() == Self.version else {
      throw WeightsError(file.path, "is of a version that this plugin does not know")
    }
    let rate = try file.integer()
    let frame = try file.integer()
    _ = try file.integer()  // hop: a quarter of the frame
    singles = try file.integer()
    let triangles = try file.integer()
    _ = try file.integer()  // features per band and of the field: `inputs` counts both
    _ = try file.integer()
    inputs = try file.integer()
    paddedInputs = try file.integer()
    dense = try file.integer()
    units = try file.integer()
    let isSane =
      (64...8192).contains(frame) && (1...256).contains(singles) && (2...256).contains(triangles)
      && (1...4096).contains(inputs)
      && (inputs...4104).contains(paddedInputs) && (1...1024).contains(dense) && (8...1024).contains(units)
      && units % 8 == 0
    guard isSane else { throw WeightsError(file.path, "has dimensions that make no sense") }
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
    // The table of bands, which follows from the above.
    try file.skip((frame / 2 + 2) * 2 + (frame / 2 + 1) * 4)
  }
}
