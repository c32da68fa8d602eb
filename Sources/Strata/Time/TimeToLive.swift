/// How long after its `updateDate` a record is fresh: a duration, or for ever.
///
/// ```swift
/// let news: TimeToLive = .minutes(15)
/// let archive: TimeToLive = .days(10)
/// let constants: TimeToLive = .never       // never expires: only when written out
/// ```
///
/// Zero and negative durations mean the same everywhere: the record is stale as soon as it is stored.
/// A duration too large for the clock acts as `.never`, without overflow.
public enum TimeToLive: Hashable, Sendable {
  /// Fresh for this long; at the end of it, stale.
  case after(Duration)
  /// Never stale.
  case never

  /// Stale as soon as it is stored.
  public static let zero = TimeToLive.after(.zero)

  public static func milliseconds(_ count: Int) -> TimeToLive { .after(.milliseconds(count)) }
  public static func seconds(_ count: Int) -> TimeToLive { .after(.seconds(count)) }
  public static func minutes(_ count: Int) -> TimeToLive { .after(.minutes(count)) }
  public static func hours(_ count: Int) -> TimeToLive { .after(.hours(count)) }
  public static func days(_ count: Int) -> TimeToLive { .after(.days(count)) }

  /// The duration, or nil for `.never`.
  public var duration: Duration? {
    switch self {
    case .after(let duration): duration
    case .never: nil
    }
  }

  /// Whether it is over as soon as it begins.
  var isZero: Bool { duration.map { $0 <= .zero } ?? false }

  /// The shorter of the two.
  public static func shorter(_ one: TimeToLive, _ other: TimeToLive) -> TimeToLive {
    switch (one, other) {
    case (.after(let first), .after(let second)): .after(Swift.min(first, second))
    case (.never, let rest), (let rest, .never): rest
    }
  }
}

extension Duration {
  /// Minutes of sixty seconds.
  public static func minutes(_ count: Int) -> Duration { .saturatingSeconds(count, times: 60) }
  /// Hours of sixty minutes.
  public static func hours(_ count: Int) -> Duration { .saturatingSeconds(count, times: 3_600) }
  /// Days of twenty-four hours, whatever a calendar says.
  public static func days(_ count: Int) -> Duration { .saturatingSeconds(count, times: 86_400) }

  private static func saturatingSeconds(_ count: Int, times unit: Int64) -> Duration {
    let (product, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
    return .seconds(overflow ? (count < 0 ? Int64.min : Int64.max) : product)
  }
}
