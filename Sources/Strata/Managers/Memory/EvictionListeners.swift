import Synchronization

/// Those who are told of what left a memory tier: the callback that it was made with, and the events of the
/// cache that uses it.
final class EvictionListeners<Value: Sendable>: Sendable {
  private let callback: (@Sendable (Eviction<Value>) -> Void)?
  private let tier: String
  private let attached = Mutex<CacheEvents?>(nil)

  init(_ callback: (@Sendable (Eviction<Value>) -> Void)?, tier: String) {
    self.callback = callback
    self.tier = tier
  }

  func attach(_ events: CacheEvents) {
    attached.withLock { $0 = events }
  }

  /// Tells of what left; outside of locks.
  func report(_ left: [MemoryShard.Departure]) {
    if left.isEmpty { return }
    if let events = attached.withLock({ $0 }), events.hasListeners {
      for departure in left {
        guard let key = departure.key else { continue }
        events.deliver(.evicted(key, tier: tier, departure.reason))
      }
    }
    guard let callback else { return }
    EvictionDelivery.deliver(
      left.compactMap { departure in
        guard let key = departure.key else { return nil }
        return {
          let record = MemoryCacheManager<Value>.typed(departure.record)
          callback(Eviction(key: key, record: record, reason: departure.reason))
        }
      })
  }
}
