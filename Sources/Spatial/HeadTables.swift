import CMySofa

/// All that headphones look up of one head at one rate: made once, read by every instance.
///
/// Build: `init`; 4 to 7 MB at 48 kHz. Audio: reading.
public struct HeadTables: ~Copyable {
  /// What a head is made ready for.
  public enum Use {
    /// A first-order field and a point source, as the head hears them.
    case mixer
    /// Loudspeakers, with the timbre of the front taken out.
    case bed(HeadResponses.FrontReference)
  }

  let sampleRate: Double
  /// For the field.
  let linear: FirstOrderHeadFilters
  /// For sources; owned.
  let points: UnsafeMutablePointer<PointResponses>
  /// For the mixer's field when it is sharp; owned.
  let sharp: UnsafeMutablePointer<SharpTables>?

  /// Changes `head`.
  init(_ head: borrowing HeadResponses, _ use: Use) {
    let scale = BinauralRenderer.scale(head.sampleRate)
    sampleRate = head.sampleRate
    points = .allocate(capacity: 1)
    let places = PointResponses.places(in: head)
    switch use {
    case .mixer:
      linear = FirstOrderHeadFilters(
        head, taps: 320 * scale, aheadFrames: BinauralRenderer.latencyFrames(sampleRate: head.sampleRate))
      points.initialize(to: PointResponses(head, places, taps: 96 * scale))
      let tables = UnsafeMutablePointer<SharpTables>.allocate(capacity: 1)
      tables.initialize(to: SharpTables(head, places, linear: linear.responses, taps: linear.taps))
      sharp = tables
    case .bed(let reference):
      head.flatten(reference)
      linear = FirstOrderHeadFilters(
        head, taps: 320 * scale, aheadFrames: VirtualSpeakers.latencyFrames(sampleRate: head.sampleRate))
      points.initialize(to: PointResponses(head, places, taps: 128 * scale))
      sharp = nil
    }
  }

  deinit {
    points.deinitialize(count: 1)
    points.deallocate()
    if let sharp {
      sharp.deinitialize(count: 1)
      sharp.deallocate()
    }
  }
}

extension HeadTables.Use {
  var number: Int {
    switch self {
    case .mixer: 0
    case .bed(.pair): 1
    case .bed(.pairAndCentre): 2
    }
  }
}
