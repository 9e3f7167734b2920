import Glibc

/// Bytes to and from open files, however often the system interrupts.
enum FileBytes {
  /// All of them, at `place` or where the file stands; 0, or the number of the error.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at place: Int? = nil) -> Int32 {
    var done = 0
    while done < bytes.count {
      let (start, count) = (bytes.baseAddress! + done, bytes.count - done)
      let sent =
        place.map { pwrite(descriptor, start, count, off_t($0 + done)) } ?? Glibc.write(descriptor, start, count)
      if sent < 0 && errno == EINTR { continue }
      guard sent > 0 else { return sent < 0 ? errno : EIO }
      done += sent
    }
    return 0
  }

  /// As many as `buffer` holds, from `place` on; false where there are not so many.
  static func read(_ descriptor: Int32, at place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < buffer.count {
      let got = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(place + done))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return false }
      done += got
    }
    return true
  }

  /// Nil where there are not so many.
  static func read(_ descriptor: Int32, at place: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { read(descriptor, at: place, into: $0) } ? bytes : nil
  }

  /// Moves what stands within `range` up by `distance`, and leaves what was there behind; 0, or the number of the error.
  static func shift(_ range: Range<Int>, by distance: Int, in descriptor: Int32) -> Int32 {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { block.deallocate() }
    // From the end: nothing is written over that is still to be read.
    var end = range.upperBound
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - block.count)
      let part = UnsafeMutableRawBufferPointer(rebasing: block[..<(end - start)])
      guard read(descriptor, at: start, into: part) else { return EIO }
      let error = write(UnsafeRawBufferPointer(part), to: descriptor, at: start + distance)
      if error != 0 { return error }
      end = start
    }
    return 0
  }
}
