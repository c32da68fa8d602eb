/// Which known name somebody may have meant by an unknown one.
package enum NearestName {
  /// The nearest of the names, if it is near enough for a guess: the same but for upper and lower case, or
  /// at most two letters (one, in a short name) left out, put in, changed or swapped.
  package static func of(_ unknown: String, among names: [String]) -> String? {
    let wanted = Array(unknown.lowercased().unicodeScalars)
    // What is this long is no slip of the pen, and would take long to compare.
    guard wanted.count <= 40 else { return nil }
    let nearest = names.map { ($0, distance(wanted, Array($0.lowercased().unicodeScalars))) }
      .min { $0.1 < $1.1 }
    guard let (name, distance) = nearest, distance <= (wanted.count < 5 ? 1 : 2) else { return nil }
    return name
  }

  /// The optimal string alignment distance (Damerau, 1964).
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        var best = Swift.min(
          last[column] + (one[row] == other[column] ? 0 : 1), last[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = Swift.min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
