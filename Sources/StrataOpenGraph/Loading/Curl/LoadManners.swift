/// How much a loader asks at a time, of all hosts and of one.
public struct LoadManners: Sendable, Hashable {
  /// Transfers in flight at a time. Default: 64. At least 1.
  public var transfers = 64

  /// Transfers in flight at a time to one host. Default: 4. At least 1.
  public var transfersPerHost = 4

  /// The least time from the start of one transfer to a host to the start of the next. Default: none.
  public var pausePerHost = Duration.zero

  /// How many transfers may wait for a slot; the next is refused as `.overloaded`. Default: 4,096.
  public var waiting = 4096

  /// How long a transfer may wait for a slot before it is refused so. Default: 30 seconds.
  public var waitingLimit = Duration.seconds(30)

  /// The longest time for which a host that answers 429 or 503 with `Retry-After` is left alone:
  /// loads from it fail as `.askedToWait` until then, without a request. Zero: it is asked all the
  /// same. Default: 10 minutes.
  public var longestRetryAfter = Duration.seconds(600)

  public init() {}
}
