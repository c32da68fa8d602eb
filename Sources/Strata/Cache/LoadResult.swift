/// What a load found: one of the ways in which it may end well. It ends badly by throwing.
public enum LoadResult<Value: Sendable>: Sendable {
  /// A value, to be stored.
  case value(Value, LoadDetails = LoadDetails())
  /// The origin says that the value offered as `LoadContext.previous` still holds: it is fresh again.
  case unchanged(LoadDetails = LoadDetails())
  /// The origin has no value for the key, for sure. Remembered for the failure interval.
  case absent(Absence)
  /// A value to answer with and not to store.
  case skip(Value)
}

/// What an origin says beside the value.
public struct LoadDetails: Hashable, Sendable {
  /// The record's own time to live; nil leaves it to the policy.
  public var timeToLive: TimeToLive?
  /// Tags by which the record can be removed together with others.
  public var tags: [String]
  /// What to ask the origin with next time.
  public var validators: Validators?
  /// How long the origin would have the value cached; taken up only within the policy's `originBounds`.
  public var originLife: Duration?

  public init(
    timeToLive: TimeToLive? = nil, tags: [String] = [], validators: Validators? = nil,
    originLife: Duration? = nil
  ) {
    self.timeToLive = timeToLive
    self.tags = tags
    self.validators = validators
    self.originLife = originLife
  }
}

/// What a load is told.
public struct LoadContext<Value: Sendable>: Sendable {
  /// The key to load.
  public let key: CacheKey
  /// What is known so far: its value is the fallback, its validators what to ask the origin with. Nil when
  /// there is nothing, or it was removed.
  public let previous: CacheRecord<Value>?
  /// The settings for this load.
  public let settings: CacheSettings

  /// A context of your own making, to call a load outside of a cache.
  public init(key: CacheKey, previous: CacheRecord<Value>?, settings: CacheSettings) {
    self.key = key
    self.previous = previous
    self.settings = settings
  }
}

/// An error of a load that says more than that it failed: conform to it to tell definite failures from
/// passing ones.
public protocol OriginError: Error {
  /// Set when the failure is definite: the origin has no value. Nil when it may pass.
  var absence: Absence? { get }
  /// How long the origin asked to be left alone (`Retry-After`).
  var retryAfter: Duration? { get }
}

extension OriginError {
  public var absence: Absence? { nil }
  public var retryAfter: Duration? { nil }
}
