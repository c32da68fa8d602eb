/// How long something may take.
public enum TimeLimit: Hashable, Sendable {
  /// No limit.
  case unlimited
  /// At most this long; zero and negative mean not at all.
  case after(Duration)

  public static func milliseconds(_ count: Int) -> TimeLimit { .after(.milliseconds(count)) }
  public static func seconds(_ count: Int) -> TimeLimit { .after(.seconds(count)) }

  /// The duration, or nil for no limit.
  public var duration: Duration? {
    switch self {
    case .unlimited: nil
    case .after(let duration): duration
    }
  }
}
