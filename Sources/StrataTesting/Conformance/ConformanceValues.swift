/// The values that a manager is checked with.
public struct ConformanceValues<Value: Sendable & Equatable>: Sendable {
  /// A value for a number; different numbers must give values that are not equal.
  public var make: @Sendable (Int) -> Value
  /// A value of about this many bytes; nil leaves out the clauses on big values.
  public var sized: (@Sendable (Int) -> Value)?

  public init(
    sized: (@Sendable (Int) -> Value)? = nil, _ make: @escaping @Sendable (Int) -> Value
  ) {
    self.make = make
    self.sized = sized
  }
}

extension ConformanceValues<String> {
  /// Short texts, with characters of one to four bytes, and long ones of any size.
  public static let strings = ConformanceValues(
    sized: { count in String(repeating: "0123456789abcdef", count: count / 16 + 1) },
    { number in "value \(number) é ↑ 😀" })
}
