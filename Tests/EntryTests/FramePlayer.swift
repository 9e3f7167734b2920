import HostSupport

extension HostedPlugin {
  /// The last value at port 0 after some blocks of one frame, each followed by what the worker was asked for.
  @discardableResult func play(_ host: FileHost, blocks: Int) -> Float {
    var value: Float = 0
    for _ in 0..<blocks {
      withUnsafeMutablePointer(to: &value) {
        connect(0, to: $0)
        run(1)
        connect(0, to: nil)
      }
      host.work()
    }
    return value
  }
}
