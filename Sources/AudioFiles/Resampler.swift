import CSoxr
import Signal

/// Converts sample rates: 20 bits of precision, linear phase, no delay between input and output as a whole.
public final class Resampler {
  private let resampler: soxr_t
  private let channels: Int
  private let inputs: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>

  /// Rates in frames per second.
  public init(from inputRate: Int, to outputRate: Int, channels: Int) {
    guard let made = nf_resampler_make(Double(inputRate), Double(outputRate), UInt32(channels)) else {
      fatalError("no memory for converting \(inputRate) to \(outputRate) Hz")
    }
    resampler = made
    self.channels = channels
    inputs = .allocate(capacity: channels)
    inputs.initialize(repeating: nil, count: channels)
    outputs = .allocate(capacity: channels)
    outputs.initialize(repeating: nil, count: channels)
  }

  deinit {
    soxr_delete(resampler)
    inputs.deallocate()
    outputs.deallocate()
  }

  /// Takes frames of `input` from `start` on and fills `output` from its first frame on. Returns how many were taken and given;
  /// to be called again as long as some are left or the output is full.
  public func process(
    _ input: borrowing ChannelBuffer, from start: Int, frames: Int, into output: borrowing ChannelBuffer
  ) -> (taken: Int, given: Int) {
    for channel in 0..<channels { inputs[channel] = UnsafePointer(input[channel] + start) }
    return run(inputs, frames, output)
  }

  /// What is left after the last frame; 0 when nothing is.
  public func flush(into output: borrowing ChannelBuffer) -> Int { run(nil, 0, output).given }

  private func run(
    _ input: UnsafeMutablePointer<UnsafePointer<Float>?>?, _ frames: Int, _ output: borrowing ChannelBuffer
  ) -> (taken: Int, given: Int) {
    for channel in 0..<channels { outputs[channel] = output[channel] }
    var (taken, given) = (0, 0)
    guard nf_resampler_process(resampler, input, frames, &taken, outputs, output.capacity, &given) == 0 else {
      fatalError("libsoxr failed")
    }
    return (taken, given)
  }
}
