/// What all records have, whatever their values: so that tables, wheels and queues need not be generic.
public class AnyCacheRecord: @unchecked Sendable {
  // Sendable since it is immutable; only `CacheRecord`, which is final, can inherit from it.

  /// Dates, stamp and own time to live: all that decides about freshness, apart from the value.
  public final let metadata: RecordMetadata

  fileprivate init(_ metadata: RecordMetadata) {
    self.metadata = metadata
  }
}

/// What a cache manager keeps for a key: a value with its dates, its stamp and what the origin said.
///
/// Records are immutable; a change is a new record. That a record is one reference is what makes a hit
/// cheap: tiers, flights and callers share it. A value that is a class instance is shared likewise by the
/// memory tier, and copied by tiers that store bytes.
///
/// - `updateDate == nil`: the key is known, but was never filled.
/// - `value == nil` with an `updateDate`: the origin said for sure that there is nothing (`absence` may
///   tell why).
public final class CacheRecord<Value: Sendable>: AnyCacheRecord, @unchecked Sendable {
  // Sendable since all that it and its superclass hold is immutable and Sendable.

  /// The value, or nil for a record that was never filled or that notes an absence.
  public let value: Value?

  /// A record from its parts; what a tier makes of stored bytes.
  public init(value: Value?, metadata: RecordMetadata) {
    self.value = value
    super.init(metadata)
  }

  /// A filled record: a value got from the origin.
  ///
  /// - Parameters:
  ///   - value: The value, or nil to note that the origin has none.
  ///   - stamp: Taken when the load that made the value began: `clock.nextStamp()`.
  ///   - createDate: When the key was first seen; now where it is new.
  ///   - timeToLive: The record's own, where it differs from the policy's.
  public convenience init(
    value: Value?, stamp: Stamp, createDate: Timestamp? = nil, timeToLive: TimeToLive? = nil,
    validators: Validators? = nil, tags: [String] = [], absence: Absence? = nil,
    clock: CacheClock = .system
  ) {
    let date = clock.date
    self.init(
      value: value,
      metadata: RecordMetadata(
        createDate: createDate ?? date, updateDate: date, updateInstant: clock.now, stamp: stamp,
        timeToLive: timeToLive, validators: validators, tags: tags, absence: absence))
  }

  /// The record of a key that was seen and never filled. Its stamp is the oldest: any value is newer.
  public static func empty(clock: CacheClock = .system) -> CacheRecord {
    CacheRecord(
      value: nil,
      metadata: RecordMetadata(
        createDate: clock.date, updateDate: nil, updateInstant: clock.now, stamp: .zero))
  }

  /// When the key was first seen.
  public var createDate: Timestamp { metadata.createDate }
  /// When the value was last got or confirmed; nil when never.
  public var updateDate: Timestamp? { metadata.updateDate }
  /// The record's place in the one order of changes.
  public var stamp: Stamp { metadata.stamp }
  /// The record's own time to live, where it has one.
  public var timeToLive: TimeToLive? { metadata.timeToLive }
  /// What to ask the origin with whether the value still holds.
  public var validators: Validators? { metadata.validators }
  /// The tags that the record can be removed by.
  public var tags: [String] { metadata.tags }
  /// Why the origin has no value, where it said so.
  public var absence: Absence? { metadata.absence }

  /// The same value under other metadata.
  public func with(_ metadata: RecordMetadata) -> CacheRecord {
    CacheRecord(value: value, metadata: metadata)
  }
}
