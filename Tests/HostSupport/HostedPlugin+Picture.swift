import CLV2

/// What a host shows of a plugin in its mixer strip.
public struct Picture {
  public let width, height: Int
  /// Premultiplied ARGB, row by row.
  public let pixels: [UInt32]

  /// The mean column of the pixels that `isIncluded`; nil where there is none.
  public func meanColumn(where isIncluded: (Pixel) -> Bool) -> Double? {
    let columns = pixels.indices.filter { isIncluded(Pixel(pixels[$0])) }.map { $0 % width }
    return columns.isEmpty ? nil : Double(columns.reduce(0, +)) / Double(columns.count)
  }

  public func count(where isIncluded: (Pixel) -> Bool) -> Int { pixels.count { isIncluded(Pixel($0)) } }

  public struct Pixel {
    public let red, green, blue: Int

    init(_ word: UInt32) {
      red = Int(word >> 16 & 255)
      green = Int(word >> 8 & 255)
      blue = Int(word & 255)
    }
  }
}

extension HostedPlugin {
  /// Nil where the plugin draws none.
  public func picture(width: Int, mostHeight: Int = 1000) -> Picture? {
    guard
      let data = descriptor.pointee.extension_data?(nf_lv2_display_interface_uri()),
      let surface = data.assumingMemoryBound(to: nf_lv2_display_interface.self).pointee
        .render(handle, UInt32(width), UInt32(mostHeight))?.pointee
    else { return nil }
    let rows = (0..<Int(surface.height)).flatMap { row in
      let start = UnsafeRawPointer(surface.data + row * Int(surface.stride)).assumingMemoryBound(to: UInt32.self)
      return Array(UnsafeBufferPointer(start: start, count: Int(surface.width)))
    }
    return Picture(width: Int(surface.width), height: Int(surface.height), pixels: rows)
  }
}
