import Ambisonics
import CPlatform
import Signal

/// The first-order reflections of several sources in a box, as FOA (ACN, SN3D).
///
/// Every source stands at the room's distance in its direction; its six images in the walls are plane waves, late and weak by
/// their longer way. Source: J. B. Allen, D. A. Berkley (1979), "Image method for efficiently simulating small-room
/// acoustics", JASA 65. Build: `init`. Audio: `add`; five vector operations per image and eight frames.
struct RoomReflections: ~Copyable {
  private static var images: Int { @_noLocks get { 6 } }

  /// Frames that the reflections come after the direct sound, at most.
  let longestDelayFrames: Int
  private let count: Int
  /// Per image: delay, gains of W Y Z X.
  private let numbers: FloatBuffer

  init(_ size: RoomSize, sources: [Direction], sampleRate: Double) {
    count = sources.count * RoomReflections.images
    numbers = FloatBuffer(count: 5 * count)
    var place = 0
    var longest = 0
    for source in sources {
      for image in RoomReflections.images(of: source, in: size) {
        let distance = nf_sqrt(image.0 * image.0 + image.1 * image.1 + image.2 * image.2)
        let level = Float(size.wallReflection * size.distanceMetres / distance)
        let delay = Int((distance - size.distanceMetres) / 343 * sampleRate + 0.5)
        numbers[place] = Float(delay)
        numbers[place + 1] = level
        numbers[place + 2] = level * Float(image.1 / distance)
        numbers[place + 3] = level * Float(image.2 / distance)
        numbers[place + 4] = level * Float(image.0 / distance)
        longest = max(longest, delay)
        place += 5
      }
    }
    longestDelayFrames = longest
  }

  private static func images(of source: Direction, in size: RoomSize) -> [(Double, Double, Double)] {
    let d = size.distanceMetres
    let (x, y, z) = (Double(source.x) * d, Double(source.y) * d, Double(source.z) * d)
    let (length, width, height) = size.metres
    return [
      (length - x, y, z), (-length - x, y, z), (x, width - y, z), (x, -width - y, z), (x, y, height - z),
      (x, y, -height - z),
    ]
  }

  /// Adds to 4 channels of `field` what `past` gives, which holds the last moments of every source.
  @_noLocks func add(_ past: borrowing RoomMemory, to field: borrowing ChannelBuffer, from start: Int, frames: Int) {
    var number = UnsafePointer(numbers.pointer)
    for image in 0..<count {
      let source = past.frames(of: image / RoomReflections.images, before: Int(number[0]))
      RoomReflections.add(source, number, to: field, from: start, frames: frames)
      number = number + 5
    }
  }

  /// Not fused: the frames left over are not either, and must have the same bits.
  @_noLocks
  private static func add(
    _ source: UnsafePointer<Float>, _ number: UnsafePointer<Float>, to field: borrowing ChannelBuffer, from start: Int,
    frames: Int
  ) {
    let (w, y, z, x) = (field[0] + start, field[1] + start, field[2] + start, field[3] + start)
    var frame = 0
    while frame + 8 <= frames {
      let s = VectorMath.load(source + frame)
      VectorMath.store(VectorMath.load(w + frame) + number[1] * s, w + frame)
      VectorMath.store(VectorMath.load(y + frame) + number[2] * s, y + frame)
      VectorMath.store(VectorMath.load(z + frame) + number[3] * s, z + frame)
      VectorMath.store(VectorMath.load(x + frame) + number[4] * s, x + frame)
      frame += 8
    }
    while frame < frames {
      let s = source[frame]
      w[frame] += number[1] * s
      y[frame] += number[2] * s
      z[frame] += number[3] * s
      x[frame] += number[4] * s
      frame += 1
    }
  }
}
