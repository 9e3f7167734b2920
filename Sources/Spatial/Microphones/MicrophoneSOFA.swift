import Ambisonics
import CMySofa
import SettingFiles

/// Reads what the microphones of an array were measured to hear, from a file of the format AES69 (SOFA), through libmysofa. Build.
///
/// Any convention whose data are impulse responses of measurements × receivers (DataType FIR: GeneralFIR, SingleRoomSRIR,
/// SimpleFreeFieldHRIR …), with a source position for each measurement, the listener at the origin looking along x.
public enum MicrophoneSOFA {
  private static let kind: StaticString = "SOFA file"

  public static func read(_ path: String) throws(SettingFileError) -> MeasuredArray {
    switch nf_file_kind(path) {
    case 0: throw error(path, "cannot be read", "check that the file exists and its permissions")
    case 1: throw error(path, "is not a SOFA file", "choose a file of the format AES69 (.sofa)")
    default: break
    }
    var status: Int32 = 0
    guard let file = mysofa_load(path, &status) else {
      throw error(
        path, "cannot be read by libmysofa, which knows impulse responses as netCDF stores them and little else",
        "export the responses as sound files, and list them in a microphone file")
    }
    defer { mysofa_free(file) }
    return try array(file, path)
  }

  private static func array(
    _ file: UnsafeMutablePointer<MYSOFA_HRTF>, _ path: String
  ) throws(SettingFileError) -> MeasuredArray {
    let (count, microphones, taps) = (Int(file.pointee.M), Int(file.pointee.R), Int(file.pointee.N))
    guard let samples = file.pointee.DataIR.values, count > 0, microphones > 0, taps > 0,
      Int(file.pointee.DataIR.elements) == count * microphones * taps,
      let rate = file.pointee.DataSamplingRate.values, file.pointee.DataSamplingRate.elements >= 1,
      rate[0] >= 8_000, rate[0] <= 768_000
    else {
      throw error(path, "holds no impulse responses", "choose a file of the data type FIR, not of spectra or filters")
    }
    guard taps <= MeasuredArray.mostFrames else {
      throw error(
        path, "holds responses of " + SettingFileError.number(taps) + " samples", "cut them: 65536 are enough")
    }
    guard file.pointee.C == 3, Int(file.pointee.SourcePosition.elements) == 3 * count else {
      throw error(
        path, "does not say where the source of each measurement was", "give SourcePosition the dimensions M and C")
    }
    mysofa_tocartesian(file)
    guard let positions = file.pointee.SourcePosition.values else { throw damaged(path) }
    var directions: [Direction] = []
    for index in 0..<count {
      guard let direction = direction(positions + 3 * index) else {
        throw error(
          path, "has a source in the middle of the array, or nowhere", "choose measurements from around the array")
      }
      directions.append(direction)
    }
    return MeasuredArray(
      directions: directions, microphones: microphones, frames: taps, sampleRate: Double(rate[0]),
      samples: [Float](UnsafeBufferPointer(start: samples, count: count * microphones * taps)),
      delays: delays(file.pointee))
  }

  private static func direction(_ p: UnsafeMutablePointer<Float>) -> Direction? {
    let square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2]
    guard square.isFinite && square > 1e-12 else { return nil }
    return Direction(x: p[0], y: p[1], z: p[2]).normalised()
  }

  /// `Data.Delay`: one row for all measurements, or one for each.
  private static func delays(_ file: MYSOFA_HRTF) -> [Float]? {
    let (count, microphones) = (Int(file.M), Int(file.R))
    let elements = Int(file.DataDelay.elements)
    guard let values = file.DataDelay.values, elements == microphones || elements == count * microphones else {
      return nil
    }
    return (0..<count * microphones).map { index in
      let value = values[elements == microphones ? index % microphones : index]
      return value.isFinite && value.magnitude < 1e6 ? value : 0
    }
  }

  private static func damaged(_ path: String) -> SettingFileError {
    error(path, "is damaged or cut short", "download or copy it again")
  }

  private static func error(_ path: String, _ reason: String, _ remedy: String) -> SettingFileError {
    SettingFileError(kind: kind, path: path, reason: reason, remedy: remedy)
  }
}
