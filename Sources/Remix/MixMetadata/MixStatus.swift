/// What the user is told; raw values are those of ports.
public enum MixStatus: Int {
  case none, file, fileFailed
  case learned, learning
  /// It is followed, but could not be written where it was to go.
  case learnedNotWritten
  /// What was there before is followed.
  case nothingLearned
  /// The host has no worker.
  case cannotLearn
}
