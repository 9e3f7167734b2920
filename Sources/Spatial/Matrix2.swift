import CPlatform

/// A 2 × 2 complex matrix, rows and columns the ears. Build.
struct Matrix2 {
  var ll, lr, rl, rr: Complex

  static func * (a: Matrix2, b: Matrix2) -> Matrix2 {
    Matrix2(
      ll: a.ll * b.ll + a.lr * b.rl, lr: a.ll * b.lr + a.lr * b.rr,
      rl: a.rl * b.ll + a.rr * b.rl, rr: a.rl * b.lr + a.rr * b.rr)
  }

  static func diagonal(_ l: Double, _ r: Double) -> Matrix2 {
    Matrix2(ll: Complex(re: l), lr: .zero, rl: .zero, rr: Complex(re: r))
  }

  func blended(with other: Matrix2, _ share: Double) -> Matrix2 {
    Matrix2(
      ll: ll * (1 - share) + other.ll * share, lr: lr * (1 - share) + other.lr * share,
      rl: rl * (1 - share) + other.rl * share, rr: rr * (1 - share) + other.rr * share)
  }

  /// Conjugate transpose.
  var adjoint: Matrix2 { Matrix2(ll: ll.conjugate, lr: rl.conjugate, rl: lr.conjugate, rr: rr.conjugate) }

  var determinant: Complex { ll * rr - lr * rl }

  var inverse: Matrix2 {
    let scale = Complex(re: 1) / determinant
    return Matrix2(
      ll: rr * scale, lr: lr * Complex(re: -1) * scale, rl: rl * Complex(re: -1) * scale, rr: ll * scale)
  }

  /// Upper triangular B with Bᴴ B = self, which must be Hermitian and positive.
  var cholesky: Matrix2 {
    let first = nf_sqrt(ll.re)
    let off = lr * (1 / first)
    let last = nf_sqrt(max(1e-300, rr.re - off.square))
    return Matrix2(ll: Complex(re: first), lr: off, rl: .zero, rr: Complex(re: last))
  }

  /// The unitary matrix nearest to this one: with U Σ Vᴴ the singular value decomposition, U Vᴴ.
  ///
  /// adj(M)ᴴ = det(UVᴴ)* U diag(σ₂, σ₁) Vᴴ, so M + det(UVᴴ) adj(M)ᴴ = (σ₁ + σ₂) U Vᴴ, and det(UVᴴ) is the phase of det M:
  /// no iteration, no case of equal singular values.
  var nearestUnitary: Matrix2 {
    let det = determinant
    let size = det.magnitude
    let turn = size > 0 ? det * (1 / size) : Complex(re: 1)
    let sum = Matrix2(
      ll: ll + turn * rr.conjugate, lr: lr - turn * rl.conjugate, rl: rl - turn * lr.conjugate,
      rr: rr + turn * ll.conjugate)
    // Columns of (σ₁ + σ₂) · unitary all have that length.
    let length = nf_sqrt(sum.ll.square + sum.rl.square)
    guard length > 0 else { return .diagonal(1, 1) }
    return Matrix2(
      ll: sum.ll * (1 / length), lr: sum.lr * (1 / length), rl: sum.rl * (1 / length), rr: sum.rr * (1 / length))
  }
}
