import AudioFiles
import Options
import Remix
import Signal

/// The first pass of `bake`: renders a recording and measures what it finds; what is to be written is kept.
struct BakeRendering {
  /// As rendered.
  let stereo: KeptStage
  let stereoLevel: MeasuredStage
  /// The field as it is written, heard the same way without remix.
  let spatialLevel: MeasuredStage
  /// The sound pressure of the field that is written.
  let fieldLevel: MeasuredStage
  /// Where the mix is applied: the field as remixed. Else it is read from the recording once more.
  let field: KeptStage?
  /// What the remix was set to.
  let style: Style?
  let amount: Double

  init(
    _ recording: Recording, _ setting: ProcessSetting, _ plan: BakePlan, _ arguments: Arguments, _ terminal: Terminal,
    _ progress: Progress
  ) throws {
    let reader = recording.reader
    let rate = reader.info.sampleRate
    let stereoRate = plan.stereoRate(rate)
    let weights = try WeightsSearch.folder(chosen: arguments[ProcessOptions.weights])
    let stereo = KeptStage(try SoundSpool(channels: 2, beside: plan.path), progress)
    let field = plan.appliesMix ? KeptStage(try SoundSpool(channels: 4, beside: plan.path)) : nil
    let stereoLevel = try MeasuredStage(channels: 2, sampleRate: stereoRate, findsPeaks: true)
    let spatialLevel = try MeasuredStage(channels: 2, sampleRate: stereoRate)
    let fieldLevel = try MeasuredStage(channels: 1, sampleRate: rate)

    let plain = try RenderingChain(
      recording, ProcessSetting(Self.unmixed(arguments), recording: reader.path), .plain, weights: weights,
      outputRate: stereoRate, terminal
    ) { spatialLevel }
    let stereoEnd = Tee([stereoLevel, stereo])
    let fieldEnd = Tee([fieldLevel, plain.first] + (field.map { [$0] } ?? []))
    let chain: RenderingChain
    if plan.appliesMix {
      chain = try Self.applying(
        recording, setting, weights, stereoRate: stereoRate, terminal, stereo: stereoEnd, field: fieldEnd)
      try recording.readAll(into: chain.first)
    } else {
      chain = try RenderingChain(recording, setting, weights: weights, outputRate: stereoRate, terminal) { stereoEnd }
      try recording.readAll(into: Tee([fieldEnd, chain.first]))
    }
    (self.stereo, self.stereoLevel, self.spatialLevel) = (stereo, stereoLevel, spatialLevel)
    (self.fieldLevel, self.field) = (fieldLevel, field)
    style = Style(rawValue: Int(chain.rendering.plugins[0].meter("style")))
    amount = Double(chain.rendering.plugins[0].meter("remix_amount"))
  }

  /// Renders the stereo and the remixed field at once, each to its end at its rate.
  private static func applying(
    _ recording: Recording, _ setting: ProcessSetting, _ weights: String, stereoRate: Int, _ terminal: Terminal,
    stereo: Tee, field: Tee
  ) throws -> RenderingChain {
    let reader = recording.reader
    let renderingRate = Recording.renderingRate(reader.info.sampleRate)
    func share(_ channels: Range<Int>, _ rate: Int, _ end: Tee) -> any SoundStage {
      ChannelShare(
        channels,
        next: RenderingChain.converting(reader, from: renderingRate, to: rate, channels: channels.count, end))
    }
    return try RenderingChain(
      recording, setting, .remixedWithField, weights: weights, outputRate: renderingRate, terminal
    ) { Tee([share(0..<2, stereoRate, stereo), share(2..<6, reader.info.sampleRate, field)]) }
  }

  /// The same head and loudspeakers.
  private static func unmixed(_ arguments: Arguments) throws -> Arguments {
    var words = ["--metadata", "none"]
    let kept = [ProcessOptions.layout, ProcessOptions.sofa, ProcessOptions.equalization, ProcessOptions.head]
    for option in kept { if let value = arguments[option] { words += ["--\(option.name)", value] } }
    return try ArgumentParser.parse(words + ["--"] + arguments.operands, for: BakeCommand.spec)
  }
}
