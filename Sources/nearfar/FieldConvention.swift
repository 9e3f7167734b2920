/// How the channels of a first-order field are ordered and scaled.
enum FieldConvention: String, CaseIterable {
  /// W Y Z X, SN3D: what everything here works with.
  case ambix
  /// W X Y Z, W 3 dB lower: classic B-format.
  case fuma
  /// W Y Z X, Y Z X √3 higher.
  case n3d

  /// Where W, Y, Z and X are.
  var order: [Int] { self == .fuma ? [0, 2, 3, 1] : [0, 1, 2, 3] }

  /// Of W, Y, Z and X, re AmbiX.
  var gains: [Float] {
    let (half, three): (Float, Float) = (0.5, 3)
    return switch self {
    case .ambix: [1, 1, 1, 1]
    case .fuma: [half.squareRoot(), 1, 1, 1]
    case .n3d: [1, three.squareRoot(), three.squareRoot(), three.squareRoot()]
    }
  }
}
