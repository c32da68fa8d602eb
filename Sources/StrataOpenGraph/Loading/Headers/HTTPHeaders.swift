/// Header fields in the order in which they came; names compare without regard to case.
public struct HTTPHeaders: Sendable, Hashable {
  /// One field.
  public struct Field: Sendable, Hashable {
    /// The name as it came.
    public var name: String
    /// The value without surrounding white space.
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All fields, first to last.
  public private(set) var fields: [Field]

  /// Fields from pairs of name and value.
  public init(_ pairs: [(String, String)] = []) {
    fields = pairs.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field of that name.
  public subscript(name: String) -> String? {
    fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  /// The values of all fields of that name, first to last.
  public func all(_ name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }

  /// The values of all fields of that name joined by commas, which is what a list that was spread
  /// over lines means (RFC 9110, section 5.3). Nil when there is none.
  public func joined(_ name: String) -> String? {
    let values = all(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Adds a field at the end.
  public mutating func append(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds the field that a line of a response holds. A line without a colon is passed over.
  mutating func append(line: UnsafeRawBufferPointer) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    let name = Self.text(line[..<colon])
    var value = Self.text(line[(colon + 1)...])
    if name.equalsIgnoringASCIICase("location") { value = Self.reference(line[(colon + 1)...]) }
    append(name: String(name.trimmedHTTPSpace), value: String(value.trimmedHTTPSpace))
  }

  // In a URL each byte beyond ASCII stands for itself, whatever the charset.
  private static func reference(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    bytes.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  // Header text has no charset. UTF-8 is what is sent today, Latin-1 what used to be: it takes any
  // byte, so nothing is lost.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
