extension JSONValue {
  /// Parses a text, or returns `nil` when it is no JSON.
  ///
  /// Two things that RFC 8259 forbids are let pass, because many pages do them: control characters inside
  /// strings, and a comma after the last element. Nesting beyond 64 levels is refused.
  init?(parsing text: String) {
    var parser = Parser(bytes: Array(text.utf8))
    guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
    self = value
  }

  private struct Parser {
    let bytes: [UInt8]
    var at = 0

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return at == bytes.count
      }
    }

    mutating func value(depth: Int) -> JSONValue? {
      skipSpace()
      guard depth < 64, at < bytes.count else { return nil }
      switch bytes[at] {
      case 0x7B: return object(depth: depth)
      case 0x5B: return array(depth: depth)
      case 0x22: return string().map(JSONValue.string)
      case 0x74: return take("true") ? .bool(true) : nil
      case 0x66: return take("false") ? .bool(false) : nil
      case 0x6E: return take("null") ? .null : nil
      default: return number()
      }
    }

    private mutating func object(depth: Int) -> JSONValue? {
      at += 1
      var members: [String: JSONValue] = [:]
      while true {
        skipSpace()
        if take("}") { return .object(members) }
        guard at < bytes.count, bytes[at] == 0x22, let name = string() else { return nil }
        skipSpace()
        guard take(":"), let value = value(depth: depth + 1) else { return nil }
        // The first of two equal names counts, as everywhere in a page.
        if members[name] == nil { members[name] = value }
        skipSpace()
        if take(",") { continue }
        return take("}") ? .object(members) : nil
      }
    }

    private mutating func array(depth: Int) -> JSONValue? {
      at += 1
      var values: [JSONValue] = []
      while true {
        skipSpace()
        if take("]") { return .array(values) }
        guard let value = value(depth: depth + 1) else { return nil }
        values.append(value)
        skipSpace()
        if take(",") { continue }
        return take("]") ? .array(values) : nil
      }
    }

    private mutating func number() -> JSONValue? {
      let start = at
      while at < bytes.count {
        switch bytes[at] {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: at += 1
        default: return finishNumber(from: start)
        }
      }
      return finishNumber(from: start)
    }

    private func finishNumber(from start: Int) -> JSONValue? {
      Double(String(decoding: bytes[start..<at], as: UTF8.self)).map(JSONValue.number)
    }

    private mutating func string() -> String? {
      at += 1
      let start = at
      while at < bytes.count, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
      guard at < bytes.count else { return nil }
      if bytes[at] == 0x22 {
        defer { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
      }
      var text = Array(bytes[start..<at])
      while at < bytes.count {
        let byte = bytes[at]
        at += 1
        switch byte {
        case 0x22: return String(decoding: text, as: UTF8.self)
        case 0x5C: guard escape(into: &text) else { return nil }
        default: text.append(byte)
        }
      }
      return nil
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
      guard at < bytes.count else { return false }
      let byte = bytes[at]
      at += 1
      switch byte {
      case 0x62: text.append(0x08)
      case 0x66: text.append(0x0C)
      case 0x6E: text.append(0x0A)
      case 0x72: text.append(0x0D)
      case 0x74: text.append(0x09)
      case 0x75:
        guard let unit = hexUnit() else { return false }
        text.append(contentsOf: String(scalar(from: unit)).utf8)
      default: text.append(byte)
      }
      return true
    }

    private mutating func scalar(from unit: UInt32) -> Unicode.Scalar {
      guard (0xD800...0xDBFF).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
      let before = at
      if take("\\u"), let low = hexUnit(), (0xDC00...0xDFFF).contains(low) {
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
      }
      at = before
      return "\u{FFFD}"
    }

    private mutating func hexUnit() -> UInt32? {
      guard at + 4 <= bytes.count else { return nil }
      var unit: UInt32 = 0
      for byte in bytes[at..<at + 4] {
        guard let digit = WebURL.hexValue(byte) else { return nil }
        unit = unit << 4 | UInt32(digit)
      }
      at += 4
      return unit
    }

    private mutating func take(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard at + count <= bytes.count else { return false }
      for offset in 0..<count where bytes[at + offset] != text.utf8Start[offset] { return false }
      at += count
      return true
    }

    private mutating func skipSpace() {
      while at < bytes.count, bytes[at].isHTMLSpace { at += 1 }
    }
  }
}
