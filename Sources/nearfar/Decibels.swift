import Glibc

enum Decibels {
  /// Of an amplitude re full scale.
  static func level(_ amplitude: Float) -> Double { 20 * log10(Double(amplitude)) }

  static func amplitude(_ level: Double) -> Double { pow(10, level / 20) }
}
