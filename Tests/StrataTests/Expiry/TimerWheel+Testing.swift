@testable import Strata

extension MonotonicInstant {
  static let zero = MonotonicInstant(nanoseconds: 0)
  static let never = MonotonicInstant(nanoseconds: .max)
  static func seconds(_ count: Int) -> Self { zero.advanced(by: .seconds(count)) }
  static func milliseconds(_ count: Int) -> Self { zero.advanced(by: .milliseconds(count)) }
}

extension TimerWheel {
  /// The payloads of all that is due.
  mutating func fired(at now: MonotonicInstant) -> [UInt64] {
    var entries: [Entry] = []
    advance(to: now, into: &entries)
    return entries.map(\.payload)
  }
}
