/// Where an answer came from.
public enum AnswerSource: Hashable, Sendable {
  /// A tier of the stack, by name.
  case tier(String)
  /// The origin, just now.
  case origin
  /// The origin said that the value which was there still holds.
  case originUnchanged
}

/// What a cache answers: the record, where it came from, and whether it is stale and why.
public struct Answer<Value: Sendable>: Sendable {
  /// The record answered with.
  public let record: CacheRecord<Value>
  /// Where it came from.
  public let source: AnswerSource
  /// Why the value is stale; nil when it is fresh.
  public let staleReason: StaleReason?

  @inlinable
  init(_ record: CacheRecord<Value>, from source: AnswerSource, stale: StaleReason? = nil) {
    self.record = record
    self.source = source
    staleReason = stale
  }

  /// The value; nil only where a call asked for answers without one.
  @inlinable
  public var value: Value? { record.value }
  /// Whether the value is past its update interval.
  public var isStale: Bool { staleReason != nil }
}

extension Answer: Equatable where Value: Equatable {
  public static func == (left: Answer, right: Answer) -> Bool {
    left.record.metadata == right.record.metadata && left.record.value == right.record.value
      && left.source == right.source && left.staleReason == right.staleReason
  }
}
