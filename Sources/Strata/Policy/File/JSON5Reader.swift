/// Reads JSON5 (json5.org, version 1.0.0) into nodes that know their places in it.
///
/// Foundation reads JSON5 as well, but tells neither where a text is broken nor that a name stands twice in
/// an object; a file that people write by hand needs both. It is stricter in two points: a name may not
/// stand twice, and the nesting has a limit.
struct JSON5Reader {
  private static let deepest = 32

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  /// The value that a whole text stands for.
  static func read(_ text: String) throws(JSON5Error) -> JSON5Node {
    var reader = JSON5Reader(scalars: Array(text.unicodeScalars))
    let node = try reader.readValue()
    try reader.skipSpace()
    guard reader.peek == nil else { throw reader.error("expected the end after the value") }
    return node
  }

  private init(scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func error(_ message: String, at start: Int? = nil) -> JSON5Error {
    JSON5Error(offset: start ?? index, message: message)
  }

  private func unexpected(_ wanted: String) -> JSON5Error {
    guard let peek else { return error("the text ends where \(wanted) is expected") }
    return error("expected \(wanted), found \"\(peek)\"")
  }

  // MARK: Space

  private mutating func skipSpace() throws(JSON5Error) {
    while let scalar = peek {
      if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
        index += 1
      } else if scalar == "/" {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Error) {
    let start = index
    index += 1
    switch peek {
    case "/":
      while let scalar = peek, !Self.endsLine(scalar) { index += 1 }
    case "*":
      index += 1
      while true {
        guard peek != nil else { throw error("a comment begins here and has no end", at: start) }
        index += 1
        if scalars[index - 1] == "*", peek == "/" { break }
      }
      index += 1
    default: throw error("a comment begins with // or /*", at: start)
    }
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  // MARK: Values

  private mutating func readValue() throws(JSON5Error) -> JSON5Node {
    try skipSpace()
    let start = index
    let value: JSON5Node.Value
    switch peek {
    case "{": value = .object(try readMembers())
    case "[": value = .array(try readElements())
    case "\"", "'": value = .string(try readString())
    case let scalar? where Self.isNamePart(scalar) || "+-.".unicodeScalars.contains(scalar):
      value = try readWord()
    default: throw unexpected("a value")
    }
    return JSON5Node(value: value, offset: start)
  }

  private mutating func readMembers() throws(JSON5Error) -> [JSON5Node.Member] {
    var members: [JSON5Node.Member] = []
    var names: Set<String> = []
    try readList(until: "}") { reader throws(JSON5Error) in
      let start = reader.index
      let name = try reader.readName()
      guard names.insert(name).inserted else {
        throw reader.error("the name \"\(name)\" stands twice in one object", at: start)
      }
      try reader.skipSpace()
      guard reader.peek == ":" else { throw reader.unexpected("\":\" after the name \(name)") }
      reader.index += 1
      let node = try reader.readValue()
      members.append(.init(name: name, offset: start, node: node))
    }
    return members
  }

  private mutating func readElements() throws(JSON5Error) -> [JSON5Node] {
    var elements: [JSON5Node] = []
    try readList(until: "]") { reader throws(JSON5Error) in
      elements.append(try reader.readValue())
    }
    return elements
  }

  /// Reads items between brackets, separated by commas, the last of which may be followed by one too.
  private mutating func readList(
    until end: Unicode.Scalar, _ item: (inout JSON5Reader) throws(JSON5Error) -> Void
  ) throws(JSON5Error) {
    guard depth < Self.deepest else { throw error("nested deeper than \(Self.deepest) levels") }
    depth += 1
    index += 1
    while true {
      try skipSpace()
      if peek == end { break }
      try item(&self)
      try skipSpace()
      if peek == end { break }
      guard peek == "," else { throw unexpected("\",\" or \"\(end)\"") }
      index += 1
    }
    index += 1
    depth -= 1
  }

  private mutating func readName() throws(JSON5Error) -> String {
    switch peek {
    case "\"", "'": return try readString()
    case let scalar? where Self.isNamePart(scalar) && !Self.isDigit(scalar):
      return takeName()
    default: throw unexpected("a name or \"}\"")
    }
  }

  private mutating func takeName() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek, Self.isNamePart(scalar) {
      name.append(scalar)
      index += 1
    }
    return String(name)
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "$" || scalar == "_" || scalar.properties.isIDContinue
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar >= "0" && scalar <= "9"
  }

  // MARK: Strings

  private mutating func readString() throws(JSON5Error) -> String {
    let start = index
    let quote = scalars[index]
    index += 1
    // UTF-16, in which escapes are told.
    var units: [UInt16] = []
    while true {
      guard let scalar = peek, scalar != "\n", scalar != "\r" else {
        throw error("a string begins here and has no end on its line", at: start)
      }
      index += 1
      if scalar == quote { break }
      if scalar == "\\" {
        try readEscape(into: &units)
      } else {
        units.append(contentsOf: Character(scalar).utf16)
      }
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw error("the string has half of a surrogate pair", at: start)
    }
    return text
  }

  private mutating func readEscape(into units: inout [UInt16]) throws(JSON5Error) {
    guard let scalar = peek else { throw unexpected("an escape") }
    index += 1
    switch scalar {
    case "b": units.append(0x08)
    case "f": units.append(0x0C)
    case "n": units.append(0x0A)
    case "r": units.append(0x0D)
    case "t": units.append(0x09)
    case "v": units.append(0x0B)
    case "x": units.append(try readHex(2))
    case "u": units.append(try readHex(4))
    case "0" where peek.map(Self.isDigit) != true: units.append(0)
    case "0"..."9": throw error("a backslash may not be followed by a digit but 0", at: index - 1)
    case "\r": if peek == "\n" { index += 1 }  // a string that goes on in the next line
    case "\n", "\u{2028}", "\u{2029}": break
    default: units.append(contentsOf: Character(scalar).utf16)
    }
  }

  private mutating func readHex(_ count: Int) throws(JSON5Error) -> UInt16 {
    let digits = String(String.UnicodeScalarView(scalars[index...].prefix(count)))
    guard digits.utf8.count == count, digits.first != "+", digits.first != "-",
      let unit = UInt16(digits, radix: 16)
    else { throw error("expected \(count) hexadecimal digits") }
    index += count
    return unit
  }

  // MARK: Words and numbers

  private mutating func readWord() throws(JSON5Error) -> JSON5Node.Value {
    let start = index
    while let scalar = peek {
      let isExponentSign =
        (scalar == "+" || scalar == "-") && index > start
        && (scalars[index - 1] == "e" || scalars[index - 1] == "E")
      guard
        Self.isNamePart(scalar) || scalar == "." || isExponentSign
          || (index == start && (scalar == "+" || scalar == "-"))
      else { break }
      index += 1
    }
    let word = String(String.UnicodeScalarView(scalars[start..<index]))
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      guard let number = Self.number(word) else {
        throw error("\"\(word)\" is no value; write text in quotes", at: start)
      }
      return .number(number)
    }
  }

  private static func number(_ word: String) -> Double? {
    var digits = word[...]
    let isNegative = digits.first == "-"
    if let sign = digits.first, sign == "-" || sign == "+" { digits.removeFirst() }
    let magnitude: Double?
    switch digits {
    case "Infinity": magnitude = .infinity
    case "NaN": magnitude = .nan
    case _ where digits.hasPrefix("0x") || digits.hasPrefix("0X"):
      let hex = digits.dropFirst(2)
      magnitude =
        hex.first == "+" || hex.first == "-" ? nil : UInt64(hex, radix: 16).map { Double($0) }
    default:
      // What `Double` takes beyond JSON5 begins with a letter (inf, nan) or is hexadecimal.
      let isPlain = digits.utf8.allSatisfy {
        $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || "+-.eE".utf8.contains($0)
      }
      let hasLeadingZero =
        digits.hasPrefix("0") && digits.dropFirst().first.map { $0.isNumber } == true
      magnitude = isPlain && !hasLeadingZero ? Double(digits) : nil
    }
    return magnitude.map { isNegative ? -$0 : $0 }
  }
}
