/// Means of rows of numbers over time, in a bounded number of columns whatever the length: when they are full, each two become
/// one.
struct TimeColumns {
  private(set) var rowsPerColumn = 1
  private let width: Int
  private let most: Int
  private var sums: [[Float]] = []
  /// In the last column.
  private var rows = 0

  /// `most`: even.
  init(width: Int, most: Int = 1200) {
    self.width = width
    self.most = most
  }

  mutating func add(_ row: [Float]) {
    if sums.isEmpty || rows == rowsPerColumn {
      if sums.count == most { merge() }
      sums.append([Float](repeating: 0, count: width))
      rows = 0
    }
    for place in 0..<width { sums[sums.count - 1][place] += row[place] }
    rows += 1
  }

  /// Rows in all.
  var count: Int { sums.isEmpty ? 0 : (sums.count - 1) * rowsPerColumn + rows }

  var means: [[Float]] {
    sums.indices.map { column in
      let count = Float(column == sums.count - 1 ? rows : rowsPerColumn)
      return sums[column].map { $0 / count }
    }
  }

  private mutating func merge() {
    sums = (0..<sums.count / 2).map { pair in zip(sums[2 * pair], sums[2 * pair + 1]).map { $0 + $1 } }
    rowsPerColumn *= 2
    rows = rowsPerColumn
  }
}
