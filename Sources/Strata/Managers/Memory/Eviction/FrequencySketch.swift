/// How often keys were asked for lately, by their hashes: an estimate, too high at times, in a few bits a key.
///
/// ```swift
/// sketch.note(key.hash)
/// if sketch.frequency(of: one.hash) > sketch.frequency(of: other.hash) { … }
/// ```
struct FrequencySketch: ~Copyable {
  // A count-min sketch (Cormode and Muthukrishnan, 2005) of 4-bit counters with ageing (TinyLFU: Einziger and
  // Friedman, 2014). A key's four counters lie in one block of 64 bytes, one in each quarter of it, so that a
  // note costs one cache miss. All counters are halved once a number of notes is reached that is in
  // proportion to the entries: what was asked for much long ago is forgotten.

  static let most = 15
  private static let wordsPerBlock = 8
  /// Notes until the counters are halved, for each entry.
  private static let notesPerEntry = 10

  private var words: UnsafeMutablePointer<UInt64>
  // A power of two.
  private var blockCount: Int
  private var noteCount = 0

  /// How many entries it gives good estimates for.
  var capacity: Int { blockCount * Self.wordsPerBlock / 2 }

  /// - Parameter capacity: Rounded up to a power of two, 64 at least.
  init(capacity: Int = 64) {
    var blocks = 16
    while blocks * Self.wordsPerBlock / 2 < capacity { blocks *= 2 }
    blockCount = blocks
    words = .allocate(capacity: blocks * Self.wordsPerBlock)
    words.initialize(repeating: 0, count: blocks * Self.wordsPerBlock)
  }

  deinit {
    words.deallocate()
  }

  /// The estimate for a hash, `most` at most.
  @inline(__always)
  func frequency(of hash: UInt64) -> Int {
    let (block, choice) = place(hash)
    var least = UInt64(Self.most)
    for row in 0..<4 {
      let (word, shift) = Self.counter(row, choice)
      least = Swift.min(least, (block[word] &>> shift) & 15)
    }
    return Int(truncatingIfNeeded: least)
  }

  /// Counts a request for a hash.
  @inline(__always)
  mutating func note(_ hash: UInt64) {
    let (block, choice) = place(hash)
    var isCounted = false
    for row in 0..<4 {
      let (word, shift) = Self.counter(row, choice)
      if (block[word] &>> shift) & 15 < 15 {
        block[word] &+= 1 &<< shift
        isCounted = true
      }
    }
    guard isCounted else { return }
    noteCount &+= 1
    if noteCount >= capacity &* Self.notesPerEntry { age() }
  }

  /// Doubles until it is good for a number of entries. Estimates stay as they are: a key's new block is one
  /// of two copies of its old one.
  mutating func grow(to entries: Int) {
    while capacity < entries {
      let count = blockCount * Self.wordsPerBlock
      let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: count * 2)
      larger.initialize(from: words, count: count)
      (larger + count).initialize(from: words, count: count)
      words.deallocate()
      words = larger
      blockCount *= 2
    }
  }

  @inline(__always)
  private func place(_ hash: UInt64) -> (UnsafeMutablePointer<UInt64>, choice: UInt64) {
    // Other bits than those that choose the shard, and all of them.
    let mixed = hash &* 0x9E37_79B9_7F4A_7C15
    let block = Int(truncatingIfNeeded: mixed &>> 24) & (blockCount &- 1)
    return (words + block &* Self.wordsPerBlock, (mixed ^ (hash &>> 32)) & 0xF_FFFF)
  }

  /// The counter of a row: one of 32, by five bits of the choice.
  @inline(__always)
  private static func counter(_ row: Int, _ choice: UInt64) -> (word: Int, shift: UInt64) {
    let bits = choice &>> UInt64(truncatingIfNeeded: row &* 5)
    return (row &* 2 &+ Int(truncatingIfNeeded: bits & 1), (bits &>> 1 & 15) &* 4)
  }

  /// Halves all counters.
  @inline(never)
  private mutating func age() {
    var odd = 0
    for index in 0..<blockCount * Self.wordsPerBlock {
      odd += (words[index] & 0x1111_1111_1111_1111).nonzeroBitCount
      words[index] = words[index] &>> 1 & 0x7777_7777_7777_7777
    }
    // Halving an odd counter drops half a note; a note has four counters.
    noteCount = Swift.max(noteCount - odd / 4, 0) / 2
  }
}
