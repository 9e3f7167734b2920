/// What the user is told; raw values are those of ports.
public enum MixStatus: Int { case none, file, fileFailed }
