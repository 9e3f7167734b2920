import Signal

/// Where `bake` writes to: the stereo and the field, roughly in step, and at the end the mix metadata.
protocol BakedOutput: AnyObject {
  func write(_ sound: BakedSound, _ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws

  /// Everything has its name afterwards, or nothing.
  func finish(mixMetadata: String) throws
}

/// What is written; in this order where numbers count.
enum BakedSound: Int {
  case stereo, field
}
