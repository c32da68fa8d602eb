@testable import Strata

/// The events of a cache from its making on, for the end of a test.
struct EventLog {
  private let events: CacheEvents
  private let stream: AsyncStream<CacheEvent>

  init(_ events: CacheEvents) {
    self.events = events
    stream = events.stream(buffer: 1 << 20)
  }

  /// Ends the stream and gives the names of its events, in order.
  func end() async -> [String] {
    events.finish()
    var names: [String] = []
    for await event in stream { names.append(Self.name(event)) }
    return names
  }

  static func name(_ event: CacheEvent) -> String {
    switch event {
    case .hit(let key, let tier): "hit \(key) \(tier)"
    case .miss(let key): "miss \(key)"
    case .backfilled(let key, let tier): "backfilled \(key) \(tier)"
    case .loadStarted(let key): "loadStarted \(key)"
    case .loadEnded(let key, let conclusion, _): "loadEnded \(key) \(conclusion)"
    case .staleServed(let key, let reason): "staleServed \(key) \(reason)"
    case .refreshAhead(let key): "refreshAhead \(key)"
    case .swept(let count): "swept \(count)"
    case .removed(let scope, let key): "removed \(key?.text ?? scope.map { "\($0)" } ?? "")"
    case .tierFailed(let tier, let error): "tierFailed \(tier) \(error.code)"
    case .breakerOpened(let name): "breakerOpened \(name)"
    case .breakerClosed(let name): "breakerClosed \(name)"
    case .policyReplaced: "policyReplaced"
    }
  }
}
