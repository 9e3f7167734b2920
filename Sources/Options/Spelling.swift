/// Guesses what was meant by a word that is not known.
public enum Spelling {
  /// ` (did you mean 'process'?)`, or nothing where no name is near.
  public static func hint(_ word: String, _ names: [String]) -> String {
    guard let nearest = nearest(word, names) else { return "" }
    return " (did you mean '\(nearest)'?)"
  }

  /// The name with the fewest changes, at most one for every three letters.
  static func nearest(_ word: String, _ names: [String]) -> String? {
    let found = names.map { (name: $0, changes: distance(word.lowercased(), $0.lowercased())) }
      .min { $0.changes < $1.changes }
    guard let found, found.changes <= max(1, word.count / 3) else { return nil }
    return found.name
  }

  /// How many letters must be changed, added or left out. Source: Wagner, Fischer (1974).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var row = Array(0...b.count)
    for i in 0..<a.count {
      var diagonal = row[0]
      row[0] = i + 1
      for j in 0..<b.count {
        let change = diagonal + (a[i] == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
