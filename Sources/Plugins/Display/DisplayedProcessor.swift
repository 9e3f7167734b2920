import PluginModel

/// A processor that draws a small picture of its state for the host's mixer strip (`PluginSpec.hasDisplay`). `LV2Entry`
/// hands the values of the ports over from the audio thread.
public protocol DisplayedProcessor: Processor, ~Copyable {
  /// Any thread but the audio's. In pixels, for a picture `width` pixels wide.
  static func displayHeight(width: Int) -> Int

  /// Any thread but the audio's. Draws on transparent ground.
  static func draw(_ readings: PortReadings, on canvas: borrowing Canvas)
}
