import Foundation
import Signal
import Testing

@testable import Remix

/// The network in Swift beside the one in Python that it was trained with: `Training/export.py` writes the vector.
struct MaskNetworkTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let weights = folder.appendingPathComponent("Resources/nearfar-remix/mask-network.bin").path

  struct Vector {
    let hops, inputs, bands: Int
    let field, features, masks: [Float]

    init() throws {
      let url = MaskNetworkTests.folder.appendingPathComponent("Tests/RemixTests/Fixtures/mask-network-test.bin")
      let data = try Data(contentsOf: url)
      func word(_ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(data[8 + 4 * index + $1]) << UInt32(8 * $1) }
      }
      (hops, inputs, bands) = (Int(word(1)), Int(word(2)), Int(word(3)))
      func floats(_ start: Int, _ count: Int) -> [Float] {
        (0..<count).map { Float(bitPattern: word(4 + start + $0)) }
      }
      field = floats(0, 4 * 256 * hops)
      features = floats(4 * 256 * hops, hops * inputs)
      masks = floats(4 * 256 * hops + hops * inputs, hops * bands)
    }

    var channels: [[Float]] {
      (0..<4).map { channel in Array(field[channel * 256 * hops..<(channel + 1) * 256 * hops]) }
    }
  }

  @Test func featuresAndMasksAreThoseOfTheTraining() throws {
    let vector = try Vector()
    let grid = SeparationGrid(sampleRate: 48_000)
    var network = try MaskNetwork(path: Self.weights, grid: grid)
    let presence = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    var (hop, worstFeature, worstMask, largest) = (0, Float(0), Float(0), Float(0))
    CueTests.analyse(vector.channels) { spectra in
      network.update(spectra, into: presence)
      for index in 0..<vector.inputs {
        let wanted = vector.features[hop * vector.inputs + index]
        worstFeature = max(worstFeature, abs(network.features.values[index] - wanted))
      }
      // The first 64 bands are bins.
      for band in 0..<64 {
        worstMask = max(worstMask, abs(presence[band] - vector.masks[hop * vector.bands + band]))
        largest = max(largest, presence[band])
      }
      hop += 1
    }
    #expect(hop == vector.hops)
    #expect(largest > 0.3)
    // Logarithms of bins that hold next to nothing: single precision, another order of sums.
    #expect(worstFeature < 2e-2)
    #expect(worstMask < 1e-3)
  }
}
