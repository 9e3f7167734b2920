/// What four channels mean. Raw values are permanent.
public enum MicrophoneFormat: Int, CaseIterable, Sendable {
  /// The capsules of a tetrahedral microphone.
  case capsules = 0
  /// W Y Z X, SN3D: AmbiX.
  case ambiX = 1
  /// W Y Z X, N3D: first-order channels √3 as strong.
  case n3d = 2
  /// W X Y Z, W 3 dB down. Source: D. Malham (2003), "Higher order Ambisonic systems": Furse-Malham set.
  case fuMa = 3
}
