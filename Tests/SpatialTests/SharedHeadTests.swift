import Foundation
import Testing

@testable import Spatial

/// Heads that instances share.
@Suite(.serialized) struct SharedHeadTests {
  private let rate = 24_000.0

  /// A file of this test alone, so that others that run meanwhile hold nothing of it.
  private func copyOfDefault() throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(UUID().uuidString).sofa").path
    try FileManager.default.copyItem(atPath: try #require(SOFAFile.defaultPaths.first), toPath: path)
    return path
  }

  private func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try body()
    return now() - start
  }

  @Test func theSecondCostsNothingAndTheLastFrees() throws {
    let path = try copyOfDefault()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let heads = UnsafeMutablePointer<SharedHead>.allocate(capacity: 2)
    defer { heads.deallocate() }
    let first = try cpuSeconds { heads.initialize(to: try SharedHead(file: path, sampleRate: rate, .mixer)) }
    let second = try cpuSeconds { (heads + 1).initialize(to: try SharedHead(file: path, sampleRate: rate, .mixer)) }
    #expect(second < first / 20, "first \(first) s, second \(second) s")
    #expect(heads[0].tables == heads[1].tables)
    #expect(SharedHead.holders(of: path) == 2)
    heads.deinitialize(count: 1)
    #expect(SharedHead.holders(of: path) == 1)
    (heads + 1).deinitialize(count: 1)
    #expect(SharedHead.holders(of: path) == 0)
  }

  @Test func otherRatesAndUsesAndChangedFilesAreOtherHeads() throws {
    let path = try copyOfDefault()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let head = try SharedHead(file: path, sampleRate: rate, .mixer)
    let slower = try SharedHead(file: path, sampleRate: 16_000, .mixer)
    let bed = try SharedHead(file: path, sampleRate: rate, .bed(.pair))
    #expect(head.tables != slower.tables && head.tables != bed.tables)
    #expect(SharedHead.holders(of: path) == 3)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
    #expect(SharedHead.holders(of: path) == 0)
    let changed = try SharedHead(file: path, sampleRate: rate, .mixer)
    #expect(changed.tables != head.tables)
    #expect(SharedHead.holders(of: path) == 1)
    // What was made before plays on.
    #expect(head.tables.pointee.linear.taps == 320)
  }

  @Test func aFileThatIsGoneIsNoHead() throws {
    let sphere = SharedHead(chosen: nil, defaults: [], sampleRate: rate, .mixer, warn: { _ in })
    #expect(sphere.status == .sphere)
    #expect(throws: HeadDataError.self) { _ = try SharedHead(file: "/nowhere/a.sofa", sampleRate: rate, .mixer) }
    let chosen = SharedHead(chosen: "/nowhere/a.sofa", defaults: [], sampleRate: rate, .mixer, warn: { _ in })
    #expect(chosen.status == .sphere && chosen.tables == sphere.tables)
  }

  @Test func fourThreadsGetOneHead() throws {
    let path = try copyOfDefault()
    defer { try? FileManager.default.removeItem(atPath: path) }
    nonisolated(unsafe) let heads = UnsafeMutablePointer<SharedHead>.allocate(capacity: 4)
    defer { heads.deallocate() }
    let rate = rate
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      (heads + index).initialize(
        to: SharedHead(chosen: path, defaults: [], sampleRate: rate, .mixer, warn: { _ in }))
    }
    for index in 0..<4 { #expect(heads[index].tables == heads[0].tables && heads[index].status == .chosenFile) }
    #expect(SharedHead.holders(of: path) == 4)
    DispatchQueue.concurrentPerform(iterations: 4) { (heads + $0).deinitialize(count: 1) }
    #expect(SharedHead.holders(of: path) == 0)
  }
}
