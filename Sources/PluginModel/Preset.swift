/// Values of a plugin's controls under a name, which hosts list. Controls that it does not name stand at their defaults;
/// the head and `enabled` are left as they are.
public struct Preset {
  /// Last part of the preset's URI. Permanent: sessions refer to it.
  public let symbol: StaticString
  public let name: StaticString
  public let values: [(port: StaticString, value: Float)]

  public init<Port: PortSet>(_ symbol: StaticString, _ name: StaticString, _ values: [(Port, Float)]) {
    self.symbol = symbol
    self.name = name
    self.values = values.map { ($0.0.spec.symbol, $0.1) }
  }

  /// For plugins of a family, whose ports are made from what they share.
  public init(_ symbol: StaticString, _ name: StaticString, _ values: [(StaticString, Float)]) {
    self.symbol = symbol
    self.name = name
    self.values = values.map { ($0.0, $0.1) }
  }
}
