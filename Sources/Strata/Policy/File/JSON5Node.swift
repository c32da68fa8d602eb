/// A value of a JSON5 text, and where it stands in it.
struct JSON5Node: Sendable {
  enum Value: Sendable {
    case object([Member])
    case array([JSON5Node])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  struct Member: Sendable {
    let name: String
    let offset: Int
    let node: JSON5Node
  }

  let value: Value
  /// Where it begins, in Unicode scalars; `JSON5Place` makes a line and a column of it.
  let offset: Int

  /// What the value is, for messages.
  var kind: String {
    switch value {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
