/// A dictionary in an actor.
actor DictionaryActor: Contender {
  nonisolated let name = "actor with [String: V]"
  private let set: KeySet
  private var entries: [String: Card] = [:]

  init(_ set: KeySet) {
    self.set = set
    for (index, url) in URLKeys.make(count: set.count).enumerated() { entries[url] = Card(index) }
  }

  private func card(_ url: String) -> Card? { entries[url] }

  nonisolated func run(_ plan: AccessPlan, _ range: Range<Int>) async -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      if let card = await card(set.urls[plan[index]]) {
        sum &+= UInt64(truncatingIfNeeded: card.title.utf8.count)
      }
    }
    return sum
  }
}
