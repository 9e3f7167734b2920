import Glibc

/// Times in seconds.
enum Clock {
  /// Since some moment: for differences.
  static var now: Double { time(CLOCK_MONOTONIC) }

  /// What the processor has worked for this program.
  static var processor: Double { time(CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
