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

  /// Of a plugin: names and symbols are its own, values are legal, and no two presets are the same.
  @Test(arguments: Subject.all) func presetsNameWhatThereIs(_ subject: Subject) throws {
    let presets = subject.spec.presets
    #expect(Set(presets.map { "\($0.symbol)" }).count == presets.count)
    #expect(Set(presets.map { "\($0.name)" }).count == presets.count)
    var settings: Set<[Float]> = []
    for preset in presets {
      #expect("\(preset.symbol)".wholeMatch(of: /[a-z0-9-]+/) != nil)
      var values = subject.spec.ports.map { $0.range?.initial ?? 0 }
      for (symbol, value) in preset.values {
        let index = try #require(subject.spec.ports.firstIndex { "\($0.symbol)" == "\(symbol)" }, "\(symbol)")
        #expect(subject.spec.ports[index].isInput)
        #expect(try #require(subject.spec.ports[index].range).range.contains(value), "\(symbol)")
        values[index] = value
      }
      #expect(settings.insert(values).inserted, "\(preset.name) is another preset's twin")
    }
  }

  @Test func portIndicesCountFromZero() {
    expectConsecutive(EncodeMonoPort.self)
    expectConsecutive(RotatePort.self)
    expectConsecutive(EncodeStereoPort.self)
    expectConsecutive(EncodeAformatPort.self)
    expectConsecutive(RemixPort.self)
  }

  private func expectConsecutive<Port: PortSet>(_ type: Port.Type) {
    #expect(Port.allCases.map(\.rawValue) == Array(0..<Port.allCases.count))
  }
}
