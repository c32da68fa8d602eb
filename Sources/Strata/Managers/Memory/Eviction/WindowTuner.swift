/// Finds out which share of a shard its window should have.
struct WindowTuner: ~Copyable {
  // A cache of hashes for each share plays the requests for a sample of the keys, chosen by their hashes: it
  // does as well with a share of the entries as the shard would with all (SHARDS: Waldspurger et al., 2015;
  // "mini-simulation" for TinyLFU: Einziger, Eytan, Friedman and Manes, 2018). The share whose hits, older ones
  // counting less, lead those of the share in force by enough is put in force. One share is all of the shard,
  // which is LRU.
  //
  // Climbing the hill, a step up or down after each so many requests, needs neither samples nor shadows. It
  // is too slow: where a fixed small window hits nothing it takes thousands of requests to find out.

  /// In per cent, the one to begin with first.
  static let shares = [1, 25, 100]

  /// The most keys that a shadow holds. Fewer make the choice a matter of luck.
  private static let sampleSize = 256

  /// The number of entries that it was made for.
  let entries: Int
  private let shadows: UnsafeMutablePointer<ShadowCache>
  private let scores: UnsafeMutablePointer<Double>
  private let mask: UInt64
  private let keep: Double
  private let lead: Double
  private var chosen: Int

  /// The share in force, in per cent.
  var share: Int { Self.shares[chosen] }

  /// - Parameters:
  ///   - entries: How many the shard will hold when it is full.
  ///   - share: The share in force: one of `shares`.
  init(entries: Int, share: Int) {
    self.entries = entries
    var rate = 1
    while entries / rate > Self.sampleSize { rate *= 2 }
    mask = UInt64(rate - 1)
    let capacity = Swift.max(entries / rate, 1)
    // A hit counts half after as many requests as make 64 times what the shadow holds.
    keep = 1 - 0.693 / (64 * Double(capacity))
    lead = Swift.max(0.2 * Double(capacity), 1)
    shadows = .allocate(capacity: Self.shares.count)
    scores = .allocate(capacity: Self.shares.count)
    for (number, share) in Self.shares.enumerated() {
      (shadows + number).initialize(to: ShadowCache(capacity: capacity, share: share))
      (scores + number).initialize(to: 0)
    }
    chosen = Self.shares.firstIndex(of: share) ?? 0
  }

  deinit {
    shadows.deinitialize(count: Self.shares.count)
    shadows.deallocate()
    scores.deallocate()
  }

  /// Takes in a request for a key.
  ///
  /// - Returns: Whether another share is in force from now on.
  @inline(__always)
  mutating func note(_ hash: UInt64, by sketch: borrowing FrequencySketch) -> Bool {
    ((hash &* 0xD6E8_FEB8_6659_FD93) &>> 32) & mask == 0 && play(hash, by: sketch)
  }

  @inline(never)
  private mutating func play(_ hash: UInt64, by sketch: borrowing FrequencySketch) -> Bool {
    for number in 0..<Self.shares.count {
      let wasHit = (shadows + number).pointee.request(hash, by: sketch)
      scores[number] = scores[number] * keep + (wasHit ? 1 : 0)
    }
    var best = chosen
    for number in 0..<Self.shares.count
    where scores[number] > scores[best] + (best == chosen ? lead : 0) {
      best = number
    }
    defer { chosen = best }
    return best != chosen
  }
}
