import CLV2
import CPlatform
import PluginModel
import Plugins

/// One instance's picture in the host's mixer strip: the audio thread hands over the ports' values and asks the host to
/// draw; the host's own thread draws.
///
/// Source: the extension http://harrisonconsoles.com/lv2/inlinedisplay, as Ardour 7 uses it.
public struct InlineDisplay {
  /// How a plugin makes its pictures.
  struct Drawing {
    let height: (Int) -> Int
    let draw: (PortReadings, borrowing Canvas) -> Void

    init<P: DisplayedProcessor & ~Copyable>(_ type: P.Type) {
      height = { P.displayHeight(width: $0) }
      draw = { P.draw($0, on: $1) }
    }
  }

  /// What the host's thread alone uses.
  private struct Picture {
    /// The first, so that a pointer to it is one to the picture.
    var surface: nf_lv2_display_surface
    var capacity: Int
    let drawing: Drawing
  }

  private let queue: UnsafePointer<nf_lv2_display_queue>?
  private let readings: PortReadings
  private let framesBetween: Int
  /// Of the audio thread: frames until the host is asked again, and whether it has something to draw by then.
  private let framesLeft: UnsafeMutablePointer<Int>
  private let picture: UnsafeMutablePointer<Picture>

  private static var picturesPerSecond: Double { 25 }
  /// In pixels; hosts show some hundred.
  private static var largestSide: Int { 2048 }

  /// Build. To be destroyed by its owner.
  init(_ host: HostFeatures, _ spec: PluginSpec, sampleRate: Double, _ drawing: Drawing) {
    queue = host.displayQueue
    readings = PortReadings(spec.ports)
    framesBetween = Int(sampleRate / Self.picturesPerSecond)
    framesLeft = .allocate(capacity: 1)
    framesLeft.initialize(to: 0)
    picture = .allocate(capacity: 1)
    picture.initialize(
      to: Picture(
        surface: nf_lv2_display_surface(data: nil, width: 0, height: 0, stride: 0), capacity: 0, drawing: drawing))
  }

  func destroy() {
    readings.destroy()
    framesLeft.deallocate()
    picture.pointee.surface.data?.deallocate()
    picture.deinitialize(count: 1)
    picture.deallocate()
  }

  /// Audio. After each block; costs nothing where the host shows no pictures.
  @_noLocks @usableFromInline
  func update(_ ports: borrowing Ports, frames: Int) {
    guard let queue else { return }
    framesLeft.pointee -= frames
    guard framesLeft.pointee <= 0 else { return }
    framesLeft.pointee = framesBetween
    if readings.take(ports) { nf_rt_lv2_queue_draw(queue) }
  }

  /// The host's thread. Nil where there is no Cairo, or no room.
  func render(width: Int, mostHeight: Int) -> UnsafeMutablePointer<nf_lv2_display_surface>? {
    let height = min(picture.pointee.drawing.height(width), mostHeight)
    guard width > 0, width <= Self.largestSide, height > 0, height <= Self.largestSide else { return nil }
    let pixels = pixels(bytes: 4 * width * height)
    guard let canvas = Canvas(pixels, width: width, height: height) else { return nil }
    picture.pointee.drawing.draw(readings, canvas)
    picture.pointee.surface.width = Int32(width)
    picture.pointee.surface.height = Int32(height)
    picture.pointee.surface.stride = Int32(4 * width)
    return UnsafeMutableRawPointer(picture).assumingMemoryBound(to: nf_lv2_display_surface.self)
  }

  /// Transparent.
  private func pixels(bytes: Int) -> UnsafeMutablePointer<UInt8> {
    if picture.pointee.capacity < bytes {
      picture.pointee.surface.data?.deallocate()
      picture.pointee.surface.data = .allocate(capacity: bytes)
      picture.pointee.capacity = bytes
    }
    let pixels = picture.pointee.surface.data!
    pixels.initialize(repeating: 0, count: bytes)
    return pixels
  }

  /// What `extension_data` returns, the same for every plugin with pictures.
  static func interface(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let uri, strcmp(uri, nf_lv2_display_interface_uri()) == 0 else { return nil }
    return table.interface
  }

  private struct Table: @unchecked Sendable { let interface: UnsafeRawPointer }

  private static let table: Table = {
    let interface = UnsafeMutablePointer<nf_lv2_display_interface>.allocate(capacity: 1)
    interface.initialize(
      to: nf_lv2_display_interface(render: { handle, width, mostHeight in
        Instance.display(handle)?.render(width: Int(width), mostHeight: Int(mostHeight))
      }))
    return Table(interface: UnsafeRawPointer(interface))
  }()
}
