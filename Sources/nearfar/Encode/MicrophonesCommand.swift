import Ambisonics
import Options
import PluginModel
import Plugins
import Spatial

/// `nearfar microphones`: what there is by name, and what an array is good for.
enum MicrophonesCommand {
  static let spec = CommandSpec(
    "microphones", summary: "Lists microphones by name, or tells where an array is accurate",
    description: [
      """
      Without MICROPHONE, those that encode knows by name: radius, directivity and order of their capsules. With one, a name or a file as \
      for encode --microphone: what it is, and between which frequencies each channel of the field that encode makes of it follows its \
      pattern within 3 dB (at 48 kHz).
      """
    ],
    operand: .init("MICROPHONE", .optional), options: [ListTable.option, EncodeOptions.noise],
    examples: [.init("microphones phone.json", "is it worth it?")])

  static func run(_ arguments: Arguments) throws {
    guard let name = arguments.operands.first else {
      print(arguments.isSet(ListTable.option) ? table.json.description : table.text, terminator: "")
      return
    }
    let microphone = try Microphone(name)
    let noise = try EncodeSetting.noiseGain(arguments, microphone.format)
    var accuracy: AccuracyText?
    if let encoder = ArrayEncoder(microphone, sampleRate: 48_000, noiseGainDecibels: noise) {
      accuracy = AccuracyText(encoder.accuracy)
    }
    if arguments.isSet(ListTable.option) {
      let fields: [(String, JSONValue)] = [
        ("microphone", .text(name)), ("channels", .whole(microphone.channels)),
        ("description", .text(microphone.summary)), ("accuracy", accuracy?.json ?? .null),
      ]
      print(JSONValue.object(fields).description, terminator: "")
    } else {
      print("\(name): \(microphone.summary)" + (accuracy.map { "\n" + $0.line } ?? ""))
    }
  }

  private static var table: ListTable {
    ListTable(
      ["name", "microphone", "radius", "directivity", "capsules"],
      Microphone.presets.map { preset in
        let model = value(preset, "microphone").flatMap { TetrahedralMicrophone.Model(rawValue: Int($0)) } ?? .custom
        let microphone = TetrahedralMicrophone(model)
        let order = value(preset, "capsule_order").flatMap { CapsuleOrder(rawValue: Int($0)) } ?? .fluFrdBldBru
        return [
          "\(preset.symbol)", "\(preset.name)",
          microphone.map { Decimal.fixed(1000 * Double($0.radiusMetres), 1) + " mm" } ?? "",
          microphone.map { Decimal.short($0.directivity) } ?? "", "\(order.name)",
        ]
      })
  }

  private static func value(_ preset: Preset, _ symbol: String) -> Float? {
    preset.values.first { "\($0.port)" == symbol }?.value
  }
}
