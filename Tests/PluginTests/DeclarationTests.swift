import CLV2
import HostSupport
import PluginModel
import Plugins
import Testing

/// What is declared, and that the libraries hold it.
@Suite struct DeclarationTests {
  @Test func librariesHoldTheCatalogue() throws {
    for (bundle, plugins) in Dictionary(grouping: Catalogue.plugins, by: { "\($0.bundle)" }) {
      let library = try PluginLibrary.named(bundle)
      #expect(library.uris.sorted() == plugins.map { "\($0.uri)" }.sorted())
    }
    #expect(Set(Subject.all.map(\.uri)).count == Catalogue.plugins.count)
  }

  @Test(arguments: Subject.all) func symbolsAreValidAndUnique(_ subject: Subject) {
    let symbols = subject.spec.ports.map { "\($0.symbol)" }
    #expect(Set(symbols).count == symbols.count)
    for symbol in symbols {
      // LV2: [_a-zA-Z][_a-zA-Z0-9]*
      #expect(symbol.wholeMatch(of: /[_a-zA-Z][_a-zA-Z0-9]*/) != nil, "\(symbol)")
    }
  }

  @Test(arguments: Subject.all) func sharedPortsAreThere(_ subject: Subject) {
    let symbols = subject.spec.ports.map { "\($0.symbol)" }
    #expect(symbols.contains("enabled") && symbols.contains("latency"))
    #expect(!subject.spec.audioInputs.isEmpty && !subject.spec.audioOutputs.isEmpty)
  }

  @Test(arguments: Subject.all) func enumerationsHaveAPointForEveryValue(_ subject: Subject) throws {
    for port in subject.spec.ports {
      let range = try #require(port.isAudio || port.isMessage ? ControlSpec(0...1, initial: 0) : port.range)
      if range.shape == .enumeration {
        let expected = Array(Int(range.range.lowerBound)...Int(range.range.upperBound)).map(Float.init)
        #expect(range.scalePoints.map(\.value) == expected, "\(port.symbol)")
        #expect(Set(range.scalePoints.map { "\($0.label)" }).count == expected.count)
      }
    }
  }

  @Test func portIndicesCountFromZero() {
    expectConsecutive(EncodeMonoPort.self)
    expectConsecutive(RotatePort.self)
    expectConsecutive(RemixPort.self)
  }

  private func expectConsecutive<Port: PortSet>(_ type: Port.Type) {
    #expect(Port.allCases.map(\.rawValue) == Array(0..<Port.allCases.count))
  }
}
