extension AudioFileInfo {
  /// Of one track of a movie.
  public init(_ media: MediaFile, _ track: MediaTrack) {
    channels = track.channels
    sampleRate = track.sampleRate
    frames = track.frames
    container = media.container
    encoding = track.codec
    isBFormat = false
    faults = []
    tags = media.tags
  }
}
