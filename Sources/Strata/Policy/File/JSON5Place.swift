/// A place in a text, both counted from one; columns count Unicode scalars.
struct JSON5Place: Hashable, Sendable {
  let line: Int
  let column: Int

  /// The place of a scalar. O(offset): places are asked for only when something is wrong.
  init(offset: Int, in text: String) {
    let before = text.unicodeScalars.prefix(offset)
    line = before.count { $0 == "\n" } + 1
    let lineStart = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    column = before[lineStart...].count + 1
  }
}
