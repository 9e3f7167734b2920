import CSndFile

/// What a file shall be.
public struct AudioFileFormat: Sendable {
  public let container: Container
  public let encoding: SampleEncoding
  public let channels: Int
  public let plan: ChannelPlan
  /// Frames per second.
  public let sampleRate: Int

  public init(
    _ container: Container, _ encoding: SampleEncoding? = nil, channels: Int, plan: ChannelPlan = .unnamed,
    sampleRate: Int
  ) {
    self.container = container
    self.encoding = encoding ?? container.usualEncoding
    self.channels = channels
    self.plan = plan
    self.sampleRate = sampleRate
  }

  var marksBFormat: Bool { plan == .bFormat && container == .wav }

  var sndfile: SF_INFO {
    var info = SF_INFO()
    info.channels = Int32(channels)
    info.samplerate = Int32(sampleRate)
    info.format = (marksBFormat ? Int32(SF_FORMAT_WAVEX) : container.format) | encoding.format
    return info
  }

  /// Why there is no such file; nil where there is.
  public func problem(_ path: String) -> AudioFileError? {
    var info = sndfile
    guard sf_format_check(&info) == 0 else { return nil }
    let what =
      "\(container.rawValue.uppercased()) cannot hold \(channels) channels of \(encoding.rawValue) at \(sampleRate) Hz"
    return AudioFileError(.output, path, what, remedy: "choose .wav or .caf, or another --bits")
  }
}
