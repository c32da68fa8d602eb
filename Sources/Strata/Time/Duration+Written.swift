extension Duration {
  // Written durations are exact to the nanosecond and end where 64 bits of nanoseconds do: in 292 years.
  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("w", 604_800_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000),
    ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]

  /// A duration as people write it: numbers with units, the greater unit first, each unit once, with or
  /// without spaces.
  ///
  /// ```swift
  /// try Duration(written: "90s")
  /// try Duration(written: "1h 30m")
  /// try Duration(written: "1.5d")
  /// ```
  ///
  /// Units are `w` (7 days), `d` (24 hours), `h`, `m` (minutes), `s`, `ms`, `us` and `ns`. Only `0` may
  /// stand without one: which unit a bare number means would be a guess.
  ///
  /// - Throws: `DurationError` for what is negative, over 292 years, finer than a nanosecond, or not of
  ///   this form.
  public init(written text: String) throws(DurationError) {
    let bytes = Array(text.utf8)
    var index = 0
    var total: Int64 = 0
    var nextUnit = 0
    var isEmpty = true
    while true {
      Self.skipSpaces(bytes, &index)
      guard index < bytes.count else { break }
      let number = try Self.readNumber(bytes, &index, of: text)
      Self.skipSpaces(bytes, &index)
      let name = Self.readUnit(bytes, &index)
      if name.isEmpty, number.isZero, isEmpty, index == bytes.count { break }
      guard let unit = Self.units.firstIndex(where: { $0.name == name }) else {
        throw DurationError(
          text,
          name.isEmpty
            ? "needs a unit: ms, s, m, h, d or w, as in 90s"
            : "has the unknown unit \"\(name)\"; units are w, d, h, m, s, ms, us and ns")
      }
      guard unit >= nextUnit else {
        throw DurationError(text, "has its units out of order; the greater first, each once: 1h30m")
      }
      guard let part = try number.nanoseconds(of: Self.units[unit].nanoseconds, in: text) else {
        throw Self.tooLong(text)
      }
      let (sum, overflow) = total.addingReportingOverflow(part)
      if overflow { throw Self.tooLong(text) }
      total = sum
      nextUnit = unit + 1
      isEmpty = false
    }
    if isEmpty, !bytes.contains(UInt8(ascii: "0")) {
      throw DurationError(text, "is empty; write a number and a unit, as in 90s")
    }
    self = .nanoseconds(total)
  }

  /// The duration as people write it, such as `1h30m`: what `init(written:)` reads back, cut to
  /// nanoseconds and at 292 years. A negative one, which means the same as zero wherever a policy takes it,
  /// begins with a minus sign and is not read back.
  public var written: String {
    var rest = saturatingNanoseconds.magnitude
    if rest == 0 { return "0s" }
    var text = self < .zero ? "-" : ""
    for (name, nanoseconds) in Self.units {
      // Ten days are better told in days; weeks are for reading only.
      if name == "w" { continue }
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: UInt64(nanoseconds))
      if count > 0 { text += "\(count)\(name)" }
      rest = remainder
    }
    return text
  }

  private static func tooLong(_ text: String) -> DurationError {
    DurationError(text, "is too long; at most 292 years (106751d)")
  }

  private static func skipSpaces(_ bytes: [UInt8], _ index: inout Int) {
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == 9 { index += 1 }
  }

  private static func readUnit(_ bytes: [UInt8], _ index: inout Int) -> String {
    let start = index
    while index < bytes.count, isLetter(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func readNumber(
    _ bytes: [UInt8], _ index: inout Int, of text: String
  ) throws(DurationError) -> DecimalNumber {
    if bytes[index] == UInt8(ascii: "-") {
      throw DurationError(text, "is negative; give 0 or more")
    }
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    let whole = bytes[start..<index]
    var fraction = bytes[index..<index]
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      let point = index + 1
      index = point
      while index < bytes.count, isDigit(bytes[index]) { index += 1 }
      fraction = bytes[point..<index]
      if fraction.isEmpty { throw DurationError(text, "has no digits after the point") }
    }
    guard !whole.isEmpty else {
      throw DurationError(text, "is no duration; write numbers with units, as in 90s or 1h30m")
    }
    return DecimalNumber(whole: whole, fraction: fraction)
  }

  /// Digits before and after a decimal point.
  private struct DecimalNumber {
    let whole: ArraySlice<UInt8>
    let fraction: ArraySlice<UInt8>

    var isZero: Bool { (whole + fraction).allSatisfy { $0 == UInt8(ascii: "0") } }

    /// Nil when they are more than 64 bits hold.
    func nanoseconds(of unit: Int64, in text: String) throws(DurationError) -> Int64? {
      var sum: Int64 = 0
      for digit in whole {
        let (shifted, first) = sum.multipliedReportingOverflow(by: 10)
        let (next, second) = shifted.addingReportingOverflow(Int64(digit & 15))
        if first || second { return nil }
        sum = next
      }
      let (scaled, overflow) = sum.multipliedReportingOverflow(by: unit)
      if overflow { return nil }
      // Digit by digit, so that no power of ten can overflow.
      var total = scaled
      var place = unit
      for digit in fraction {
        let share = Int64(digit & 15)
        if share != 0, place < 10 || place % 10 != 0 {
          throw DurationError(text, "is finer than a nanosecond")
        }
        place /= 10
        total = total.addingSaturating(share * place)
      }
      return total
    }
  }
}
