import CAVFormat

/// Floats to the bytes of PCM, low byte first: the nearest number, cut off at full scale.
struct SamplePacker {
  let encoding: SampleEncoding
  /// Of one sample.
  let bytes: Int

  init(_ encoding: SampleEncoding) {
    self.encoding = encoding
    bytes =
      switch encoding {
      case .pcm16: 2
      case .pcm24: 3
      case .pcm32, .float32: 4
      case .vorbis: preconditionFailure("Vorbis is no PCM")
      }
  }

  var codec: AVCodecID {
    switch encoding {
    case .pcm16: AV_CODEC_ID_PCM_S16LE
    case .pcm24: AV_CODEC_ID_PCM_S24LE
    case .pcm32: AV_CODEC_ID_PCM_S32LE
    case .float32, .vorbis: AV_CODEC_ID_PCM_F32LE
    }
  }

  /// `step`: bytes from one sample to the next.
  func pack(_ samples: UnsafePointer<Float>, _ frames: Int, into target: UnsafeMutablePointer<UInt8>, step: Int) {
    var target = target
    for frame in 0..<frames {
      let word = word(samples[frame])
      for byte in 0..<bytes { target[byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
      target += step
    }
  }

  private func word(_ sample: Float) -> Int {
    if encoding == .float32 { return Int(sample.bitPattern) }
    guard sample == sample else { return 0 }
    let full = Double(1 << (8 * bytes - 1))
    return Int(min(max((Double(sample) * full).rounded(.toNearestOrEven), -full), full - 1))
  }
}
