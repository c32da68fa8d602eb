/// A struct with a binary form: one method that walks its fields, for writing and for reading alike,
/// so that the two can't disagree.
///
/// A field has a tag, unique in its struct and ascending in the order of the calls. A field that is
/// `nil` or empty is not written. A tag is never used again for something else; a new field gets the
/// next number, and readers that don't know it refuse the bytes.
protocol WireRecord {
  init()
  mutating func visit<V: WireVisitor>(_ visitor: inout V) throws(OpenGraphData.CodingError)
}

/// What a `WireRecord` tells its fields to: `WireWriter` or `WireReader`.
protocol WireVisitor {
  typealias Failure = OpenGraphData.CodingError
  mutating func text(_ tag: UInt8, _ value: inout String?) throws(Failure)
  mutating func texts(_ tag: UInt8, _ values: inout [String]) throws(Failure)
  mutating func number(_ tag: UInt8, _ value: inout Int?) throws(Failure)
  mutating func records<R: WireRecord>(_ tag: UInt8, _ values: inout [R]) throws(Failure)
}

extension WireVisitor {
  mutating func text(_ tag: UInt8, _ value: inout String) throws(Failure) {
    var optional: String? = value.isEmpty ? nil : value
    try text(tag, &optional)
    value = optional ?? ""
  }

  mutating func flag(_ tag: UInt8, _ value: inout Bool) throws(Failure) {
    var optional: Int? = value ? 1 : nil
    try number(tag, &optional)
    value = optional == 1
  }

  mutating func record<R: WireRecord>(_ tag: UInt8, _ value: inout R?) throws(Failure) {
    var values = value.map { [$0] } ?? []
    try records(tag, &values)
    value = values.first
  }
}
