/// Four like capsules on a sphere, each looking outwards: what the conversion to a field has to know of them. Any.
public struct TetrahedralMicrophone: Equatable, Sendable {
  /// From the centre to the membranes.
  public var radiusMetres: Float
  /// A capsule's response to a plane wave at the angle θ from its axis is d + (1 − d)·cos θ, and this is d: 0.5 a
  /// cardioid, 0.37 a supercardioid, 0.25 a hypercardioid.
  public var directivity: Float

  @_noLocks public init(radiusMetres: Float, directivity: Float) {
    self.radiusMetres = radiusMetres
    self.directivity = directivity
  }

  /// Microphones one can buy, whose capsules their makers call cardioid. Raw values are permanent.
  public enum Model: Int, CaseIterable, Sendable {
    case custom = 0
    case sennheiserAmbeoVR = 1
    case rodeNTSF1 = 2
    case zoomH3VR = 3
    case coreSoundTetraMic = 4
    case soundFieldSPS200 = 5
  }

  /// Nil for `custom`.
  ///
  /// Radii: AMBEO VR and H3-VR, L. McCormack et al., presets of the array encoder in the Spatial Audio Framework (2019);
  /// TetraMic and SPS200, E. Benjamin, measured from membrane to membrane (Sursound list, 2013). The NT-SF1's is not
  /// published: that of its half-inch capsules set as close as the AMBEO's.
  @_noLocks public init?(_ model: Model) {
    let millimetres: Float
    switch model {
    case .custom: return nil
    case .sennheiserAmbeoVR: millimetres = 14
    case .rodeNTSF1: millimetres = 13
    case .zoomH3VR: millimetres = 12
    case .coreSoundTetraMic: millimetres = 17.7
    case .soundFieldSPS200: millimetres = 27.1
    }
    self.init(radiusMetres: millimetres * 0.001, directivity: 0.5)
  }
}
