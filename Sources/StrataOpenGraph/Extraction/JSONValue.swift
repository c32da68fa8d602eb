/// A JSON text, read leniently: JSON-LD and oEmbed come as people and templates write them.
indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object, else `nil`.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number, also when it is written as a string.
  var integer: Int? {
    switch self {
    case .number(let value): Int(exactly: value.rounded())
    case .string(let text): Int(text)
    default: nil
    }
  }

  /// The elements of an array; anything else is its own only element, as JSON-LD has it.
  var elements: [JSONValue] { if case .array(let values) = self { values } else { [self] } }
}
