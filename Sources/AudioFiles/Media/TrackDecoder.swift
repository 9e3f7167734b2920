import CAVFormat

/// Makes floats of the packets of one track, channel by channel.
protocol TrackDecoder: AnyObject {
  /// Decoded and not taken.
  var framesReady: Int { get }

  /// Nil: nothing more comes. Packets that are damaged are passed over, as players do.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) throws(AudioFileError)

  /// Whether there is something to take; false where more must be sent.
  func receive() throws(AudioFileError) -> Bool

  /// `framesReady` of them.
  func samples(_ channel: Int) -> UnsafePointer<Float>

  func take(_ frames: Int)
}
