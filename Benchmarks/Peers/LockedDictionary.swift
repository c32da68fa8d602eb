import Synchronization

/// What one writes first: a dictionary behind a lock. No limits, no freshness, no eviction.
final class LockedDictionary: Contender {
  let name = "Mutex<[String: V]>"
  private let set: KeySet
  private let entries: Mutex<[String: Card]>

  init(_ set: KeySet) {
    self.set = set
    var filled: [String: Card] = [:]
    for (index, url) in URLKeys.make(count: set.count).enumerated() { filled[url] = Card(index) }
    entries = Mutex(filled)
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      if let card = entries.withLock({ $0[set.urls[plan[index]]] }) {
        sum &+= UInt64(truncatingIfNeeded: card.title.utf8.count)
      }
    }
    return sum
  }
}
