import CPlatform

/// Mean powers and products of a remix's parts, all of W and weighted like loudness: what tells how loud any mix of them is. Audio.
///
/// The place is what the speech image leaves of the recording; the dialog is the image's W, or a close voice.
struct PartPowers {
  /// Place, speech, dialog; place × speech, place × dialog, speech × dialog.
  var values = SIMD8<Float>.zero

  @_noLocks init() {}

  /// With the speech image's W as the dialog.
  @_noLocks init(whole: Float, speech: Float, wholeSpeech: Float) {
    let common = wholeSpeech - speech
    let place = max(whole - 2 * wholeSpeech + speech, 0)
    values = SIMD8(place, speech, speech, common, common, speech, 0, 0)
  }

  /// With a dialog of its own.
  @_noLocks mutating func replaceDialog(_ dialog: Float, wholeDialog: Float, speechDialog: Float) {
    values[2] = dialog
    values[4] = wholeDialog - speechDialog
    values[5] = speechDialog
  }

  var speech: Float { @_noLocks get { values[1] } }

  /// NaN and infinities are no powers.
  var isFinite: Bool { @_noLocks get { abs(values.sum()) < .infinity } }

  /// Of the parts with these gains, one with the other.
  @_noLocks func power(_ gains: RemixGains) -> Float {
    let (a, s, d) = (gains.ambience, gains.speech, gains.dialog)
    return max((values * SIMD8(a * a, s * s, d * d, 2 * a * s, 2 * a * d, 2 * s * d, 0, 0)).sum(), 0)
  }

  /// The gain of the dialog with which that is `wanted`; 0 where it is more without any.
  @_noLocks func dialogGain(for wanted: Float, ambience: Float, speech: Float) -> Float {
    guard values[2] > 0 else { return 0 }
    let half = (ambience * values[4] + speech * values[5]) / values[2]
    let rest = (wanted - power(RemixGains(ambience: ambience, speech: speech, dialog: 0))) / values[2]
    return max(nf_rt_sqrt(max(half * half + rest, 0)) - half, 0)
  }
}
