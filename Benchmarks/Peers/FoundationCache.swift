import Foundation

/// Foundation's NSCache, no limits set, from a Swift string to a value in a box.
final class FoundationCache: Contender, @unchecked Sendable {
  // Sendable since NSCache locks itself, and all else is immutable.
  private final class Box: NSObject {
    let card: Card
    init(_ card: Card) { self.card = card }
  }

  let name = "NSCache"
  private let set: KeySet
  private let cache = NSCache<NSString, Box>()

  init(_ set: KeySet) {
    self.set = set
    for (index, url) in URLKeys.make(count: set.count).enumerated() {
      cache.setObject(Box(Card(index)), forKey: NSString(string: url))
    }
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      if let box = cache.object(forKey: NSString(string: set.urls[plan[index]])) {
        sum &+= UInt64(truncatingIfNeeded: box.card.title.utf8.count)
      }
    }
    return sum
  }
}
