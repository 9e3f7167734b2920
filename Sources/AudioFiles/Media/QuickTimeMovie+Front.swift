import Glibc

/// Where a movie's description stands in its file.
extension QuickTimeMovie {
  /// Puts it in front of everything that it points to, so that a file plays while it is still coming; 0, or the number of the
  /// error. Until now it was the last in its file. `data`: what track `identifier` points to, which comes next.
  mutating func writeInFront(of descriptor: Int32, data: [UInt8], of identifier: Int) -> Int32 {
    guard range.upperBound == fileSize, let type = Self.find(nil, in: descriptor, fileSize) else { return EINVAL }
    let data = QuickTimeAtom("mdat", data)
    let place = type.upperBound
    var moved = 0
    // Offsets that need 64 bits make it longer, and what is behind it moves on.
    while moved != atom.size + data.size {
      let step = atom.size + data.size - moved
      changeTracks { if $0.identifier != identifier { $0.chunks = $0.chunks.map { $0 + step } } }
      moved += step
    }
    let start = place + atom.size + QuickTimeAtom.headerBytes
    change(track: identifier) { $0.chunks = [start] }
    let error = FileBytes.shift(place..<range.lowerBound, by: moved, in: descriptor)
    guard error == 0 else { return error }
    let written = (atom.bytes + data.bytes).withUnsafeBytes { FileBytes.write($0, to: descriptor, at: place) }
    guard written == 0 else { return written }
    return ftruncate(descriptor, off_t(range.lowerBound + moved)) == 0 ? 0 : errno
  }
}
