import Strata

/// Durations as people read them at a glance: `830 µs`, `3.1 ms`, `4 min`, `10 d`.
enum ShortDuration {
  private static let coarse: [(unit: String, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1),
  ]

  static func of(_ duration: Duration) -> String {
    let nanoseconds = max(duration.saturatingNanoseconds, 0)
    switch nanoseconds {
    case ..<1_000: return "\(nanoseconds) ns"
    case ..<1_000_000: return "\(nanoseconds / 1_000) µs"
    case ..<1_000_000_000: return "\(tenths(of: nanoseconds, in: 1_000_000)) ms"
    case ..<60_000_000_000: return "\(tenths(of: nanoseconds, in: 1_000_000_000)) s"
    default: return whole(nanoseconds / 1_000_000_000)
    }
  }

  /// A time to live: `never` for one without an end.
  static func of(_ life: TimeToLive) -> String {
    guard let duration = life.duration, duration.saturatingNanoseconds < .max else {
      return "never"
    }
    let nanoseconds = max(duration.saturatingNanoseconds, 0)
    return nanoseconds % 1_000_000_000 == 0 ? whole(nanoseconds / 1_000_000_000) : of(duration)
  }

  /// In the two greatest units.
  private static func whole(_ seconds: Int64) -> String {
    var rest = seconds
    var parts: [String] = []
    for (unit, size) in coarse where parts.count < 2 {
      if rest >= size { parts.append("\(rest / size) \(unit)") } else if !parts.isEmpty { break }
      rest %= size
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }

  private static func tenths(of value: Int64, in unit: Int64) -> String {
    let tenths = value / (unit / 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
