import CPlatform
import Signal

/// The phase that linear first-order filters have beside the head's own responses, whatever their design: a delay and,
/// below it, what makes them start early. A response turned by it can stand in for what the filters make of its direction.
///
/// Fitted where first order follows the phases of the head, and held above. Build.
enum SharpAlignment {
  private static let lowestHz = 200.0
  private static let highestHz = 1_500.0

  /// Per bin of `head` the factor e^(iθ) that a response is to be turned by. `linear`: channel `2 · input + ear` × `taps`.
  static func turns(_ head: borrowing HeadResponses, _ linear: borrowing ChannelBuffer, taps: Int) -> [Complex] {
    let fft = RealFFT(size: head.transformSize)
    let first = max(1, Int((lowestHz / head.binHz).rounded(.up)))
    let last = max(first + 2, Int(highestHz / head.binHz))
    var products = [Complex](repeating: .zero, count: last - first + 1)
    for ear in 0..<2 {
      let filters = FirstOrderHeadFilters.spectrum(of: linear, ear: ear, fft, taps: taps, bins: last + 1)
      for bin in first...last { products[bin - first] += product(head, filters[bin], bin: bin, ear: ear) }
    }
    var slope = Complex.zero
    for index in 1..<products.count { slope += products[index] * products[index - 1].conjugate }
    let step = slope.phase
    let rest = smoothed(residuals(products, step: step, first: first))
    return (0..<head.bins).map { bin in
      Complex(phase: step * Double(bin) + rest[min(max(bin - first, 0), rest.count - 1)])
    }
  }

  /// Σ over directions of rendered · conj(response), weighted by the directions' shares of the sphere.
  private static func product(
    _ head: borrowing HeadResponses, _ filter: FirstOrderSpectrum, bin: Int, ear: Int
  ) -> Complex {
    let (re, im) = (head.real(bin, ear: ear), head.imaginary(bin, ear: ear))
    var sum = Complex.zero
    for (index, d) in head.directions.enumerated() {
      let rendered = filter.w + filter.y * Double(d.y) + filter.z * Double(d.z) + filter.x * Double(d.x)
      sum += rendered * Complex(re: Double(re[index]), im: -Double(im[index])) * head.weights[index]
    }
    return sum
  }

  /// Phases from bin `first` on, less `step` per bin, continuous from the middle outwards.
  private static func residuals(_ products: [Complex], step: Double, first: Int) -> [Double] {
    let middle = products.count / 2
    var rest = [Double](repeating: 0, count: products.count)
    rest[middle] = (products[middle] * Complex(phase: -step * Double(first + middle))).phase
    for index in (middle + 1)..<products.count {
      rest[index] = rest[index - 1] + (products[index] * products[index - 1].conjugate * Complex(phase: -step)).phase
    }
    for index in stride(from: middle - 1, through: 0, by: -1) {
      rest[index] = rest[index + 1] - (products[index + 1] * products[index].conjugate * Complex(phase: -step)).phase
    }
    return rest
  }

  /// Means over 17 bins, fewer at the ends.
  private static func smoothed(_ values: [Double]) -> [Double] {
    values.indices.map { index in
      let reach = min(8, min(index, values.count - 1 - index))
      return values[(index - reach)...(index + reach)].reduce(0, +) / Double(2 * reach + 1)
    }
  }
}
