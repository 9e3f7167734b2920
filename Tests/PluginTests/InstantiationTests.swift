import CLV2
import Foundation
import HostSupport
import Testing

/// What a host may offer, or not, when it makes an instance.
@Suite(.serialized) struct InstantiationTests {
  static let impossibleRates: [Double] = [0, -1, .nan, 1e9, .infinity]

  @Test(arguments: Subject.all) func runsWithoutFeatures(_ subject: Subject) throws {
    let plugin = try subject.make(log: nil, subject.busy)
    let bare = plugin.render(subject.inputs(frames: 4800))
    try expectBitEqual(bare, subject.render(subject.inputs(frames: 4800), subject.busy))
    #expect(peak(bare) > 0.01)
  }

  /// lv2file hands out features whose data is NULL.
  @Test(arguments: Subject.all) func runsWithFeaturesWithoutData(_ subject: Subject) throws {
    let library = try subject.library()
    let descriptor = try #require(library.descriptor(subject.uri))
    let handle = nf_lv2_map_uri().withMemoryRebound(to: CChar.self, capacity: 1) { uri in
      var feature = LV2_Feature(URI: uri, data: nil)
      return withUnsafePointer(to: &feature) { pointer in
        let list: [UnsafePointer<LV2_Feature>?] = [pointer, nil]
        return list.withUnsafeBufferPointer {
          descriptor.pointee.instantiate(descriptor, 48_000, library.folder, $0.baseAddress)
        }
      }
    }
    #expect(handle != nil)
    descriptor.pointee.cleanup(handle)
  }

  @Test(arguments: Subject.all, impossibleRates)
  func refusesAnImpossibleRateWithAWord(_ subject: Subject, rate: Double) throws {
    let log = HostLog()
    #expect(HostedPlugin(try subject.library(), subject.spec, sampleRate: rate, log: log) == nil)
    #expect(log.text.contains(subject.uri) && log.text.contains("sample rate"), "the log has: \(log.text)")
  }

  @Test(arguments: Subject.all) func refusesOnStandardErrorWithoutALog(_ subject: Subject) throws {
    let library = try subject.library()
    let text = standardError {
      #expect(HostedPlugin(library, subject.spec, sampleRate: 0, log: nil) == nil)
    }
    #expect(text.contains(subject.uri) && text.contains("sample rate"), "standard error has: \(text)")
  }

  /// Ardour activates four times before it exports.
  @Test(arguments: Subject.all) func survivesActivationWithoutRuns(_ subject: Subject) throws {
    let plugin = try subject.make(subject.busy)
    for _ in 0..<4 {
      plugin.deactivate()
      plugin.activate()
    }
    let inputs = subject.inputs(frames: 4800)
    try expectBitEqual(plugin.render(inputs), subject.render(inputs, subject.busy))
  }

  /// What is written to standard error meanwhile.
  private func standardError(_ body: () -> Void) -> String {
    let pipe = Pipe()
    let saved = dup(2)
    dup2(pipe.fileHandleForWriting.fileDescriptor, 2)
    body()
    fflush(nil)
    dup2(saved, 2)
    close(saved)
    try? pipe.fileHandleForWriting.close()
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
