/// Rows of text in columns, the first row being the heading.
struct Table {
  private var rows: [[String]]
  /// Columns whose texts stand at the right, such as numbers.
  private let rightAligned: Set<Int>

  init(_ heading: [String], rightAligned: Set<Int> = []) {
    rows = [heading]
    self.rightAligned = rightAligned
  }

  mutating func add(_ row: [String]) { rows.append(row) }

  /// The lines, the heading in bold, without spaces at their ends.
  var lines: [StyledText] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return rows.enumerated().map { index, row in
      let cells = row.enumerated().map { column, text in
        if rightAligned.contains(column) {
          return String(repeating: " ", count: widths[column] - DisplayWidth.of(text)) + text
        }
        return column == columns - 1 ? text : DisplayWidth.pad(text, to: widths[column])
      }
      let line = cells.joined(separator: "  ")
      return index == 0 ? StyledText(line, .bold) : StyledText(line)
    }
  }
}
