import CPlatform

/// A complex number for the design of filters. Build.
struct Complex {
  var re, im: Double

  init(re: Double, im: Double = 0) {
    self.re = re
    self.im = im
  }

  /// e^(i·phase)
  init(phase: Double) { self.init(re: nf_cos(phase), im: nf_sin(phase)) }

  static let zero = Complex(re: 0)

  var conjugate: Complex { Complex(re: re, im: -im) }
  var square: Double { re * re + im * im }
  var magnitude: Double { nf_sqrt(square) }
  var phase: Double { nf_atan2(im, re) }

  static func + (a: Complex, b: Complex) -> Complex { Complex(re: a.re + b.re, im: a.im + b.im) }
  static func - (a: Complex, b: Complex) -> Complex { Complex(re: a.re - b.re, im: a.im - b.im) }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }
  static func * (a: Complex, b: Double) -> Complex { Complex(re: a.re * b, im: a.im * b) }
  static func / (a: Complex, b: Complex) -> Complex { a * b.conjugate * (1 / b.square) }
  static func += (a: inout Complex, b: Complex) { a = a + b }
}
