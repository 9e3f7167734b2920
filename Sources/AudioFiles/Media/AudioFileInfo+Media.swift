extension AudioFileInfo {
  /// Of one track of a movie.
  public init(_ media: MediaFile, _ track: MediaTrack) {
    channels = track.channels
    sampleRate = track.sampleRate
    frames = track.frames
    container = media.container
    encoding = track.codec
    isBFormat = false
    order = track.isAmbisonic ? track.order : nil
    faults = []
    tags = media.tags
  }
}
