/// A window, in which new entries wait, before a main part, which they have to earn their place in.
///
/// Both share the limits of the shard. An entry that falls out of a full window meets the main part's next
/// victim, and whichever was asked for less often lately leaves. All is O(1).
struct WindowedOrder: ~Copyable {
  // The order of W-TinyLFU (Einziger, Friedman and Manes, "TinyLFU: A Highly Efficient Cache Admission Policy",
  // 2017). The main part is a segmented LRU (Karedla, Love and Wherry, 1994): who is used in probation is
  // protected, and who was used longest ago of too many protected is back in probation.
  //
  // A window that is given more room grows by what is inserted, while the main part pays; one that is given
  // less hands a few entries to the main part with each insert. No step moves more than `portion`.

  enum Segment: UInt8 {
    case window
    case probation
    case protected
  }

  private static let portion = 16
  /// How often a rejected key must lately have been asked for to be let in by chance all the same, one time
  /// in 128: else who knows which keys are kept could keep others out.
  private static let warm = 6

  private(set) var window = EvictionSegment()
  private(set) var probation = EvictionSegment()
  private(set) var protected = EvictionSegment()
  /// How much of the limits the window may take, in per cent.
  private(set) var share: Int
  private(set) var windowBounds = EvictionSegment.Bounds.none
  private(set) var protectedBounds = EvictionSegment.Bounds.none
  private var limits: MemoryLimits
  /// The entry that came from the window for the eviction that goes on, and has stayed so far.
  private var challenger = MemoryTable.none
  private var random: UInt64 = 0x2545_F491_4F6C_DD1D
  /// The segment of each node, by index.
  private var segments: UnsafeMutablePointer<Segment>
  private var segmentCapacity = 8

  /// - Parameter share: Of the window, 1 to 100 per cent.
  init(limits: MemoryLimits, share: Int) {
    self.limits = limits
    self.share = share
    segments = .allocate(capacity: segmentCapacity)
    setBounds()
  }

  deinit {
    segments.deallocate()
  }

  var count: Int { window.count + probation.count + protected.count }
  var cost: UInt { window.cost &+ probation.cost &+ protected.cost }

  mutating func setShare(_ share: Int) {
    self.share = share
    setBounds()
  }

  mutating func setLimits(_ limits: MemoryLimits) {
    self.limits = limits
    setBounds()
  }

  mutating func insert<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    challenger = MemoryTable.none
    for _ in 0..<Self.portion where isWindowOver {
      move(window.oldest, to: .probation, in: nodes)
    }
    if Int(index) >= segmentCapacity { grow(for: index) }
    segments[Int(index)] = .window
    window.addNewest(index, in: nodes)
  }

  /// Notes that a node was used.
  mutating func use<Nodes: EvictionNodes & ~Copyable>(_ index: Int32, in nodes: borrowing Nodes) {
    switch segments[Int(index)] {
    case .window: window.makeNewest(index, in: nodes)
    case .protected: protected.makeNewest(index, in: nodes)
    case .probation:
      move(index, to: .protected, in: nodes)
      for _ in 0..<Self.portion where protected.exceeds(protectedBounds) {
        move(protected.oldest, to: .probation, in: nodes)
      }
    }
  }

  mutating func remove<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    if index == challenger { challenger = MemoryTable.none }
    take(index, in: nodes)
  }

  mutating func changeCost(of index: Int32, from former: Int, to new: Int) {
    switch segments[Int(index)] {
    case .window: window.changeCost(from: former, to: new)
    case .probation: probation.changeCost(from: former, to: new)
    case .protected: protected.changeCost(from: former, to: new)
    }
  }

  /// The node to evict next, or `none`.
  mutating func victim<Nodes: EvictionNodes & ~Copyable>(
    in nodes: borrowing Nodes, by sketch: borrowing FrequencySketch
  ) -> Int32 {
    // Several may have to leave for a costly one: it meets each, and is alone in probation at last.
    let isAlone = probation.oldest == challenger
    let victim = isAlone ? protected.oldest : probation.oldest
    if challenger == MemoryTable.none {
      if victim == MemoryTable.none { return window.oldest }
      guard isWindowOver else { return victim }
      challenger = window.oldest
      move(challenger, to: .probation, in: nodes)
    }
    if victim != MemoryTable.none, admits(challenger, for: victim, nodes, sketch) { return victim }
    defer { challenger = MemoryTable.none }
    return challenger
  }

  func segment(of index: Int32) -> Segment { segments[Int(index)] }

  /// Whether an entry has to leave the window. What was stored last never has to.
  private var isWindowOver: Bool { window.count > 1 && window.exceeds(windowBounds) }

  private mutating func admits<Nodes: EvictionNodes & ~Copyable>(
    _ candidate: Int32, for victim: Int32, _ nodes: borrowing Nodes,
    _ sketch: borrowing FrequencySketch
  ) -> Bool {
    let frequency = sketch.frequency(of: nodes.hash(of: candidate))
    let rival = sketch.frequency(of: nodes.hash(of: victim))
    // By more than a quarter: all keys of a loop are as frequent, but when counters were halved in the middle
    // of a round, those that came again since seem more so by one.
    if frequency > rival + rival / 4 { return true }
    guard frequency >= Self.warm else { return false }
    // xorshift (Marsaglia, 2003).
    random ^= random &<< 13
    random ^= random &>> 7
    random ^= random &<< 17
    return random & 127 == 0
  }

  private mutating func move<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, to segment: Segment, in nodes: borrowing Nodes
  ) {
    take(index, in: nodes)
    segments[Int(index)] = segment
    switch segment {
    case .window: window.addNewest(index, in: nodes)
    case .probation: probation.addNewest(index, in: nodes)
    case .protected: protected.addNewest(index, in: nodes)
    }
  }

  private mutating func take<Nodes: EvictionNodes & ~Copyable>(
    _ index: Int32, in nodes: borrowing Nodes
  ) {
    switch segments[Int(index)] {
    case .window: window.remove(index, in: nodes)
    case .probation: probation.remove(index, in: nodes)
    case .protected: protected.remove(index, in: nodes)
    }
  }

  private mutating func setBounds() {
    windowBounds = .none
    protectedBounds = .none
    if let entries = limits.entries {
      windowBounds.entries = Swift.max(entries.percent(share), 1)
      protectedBounds.entries = Swift.max(entries - windowBounds.entries, 0).percent(80)
    }
    if let bytes = limits.bytes {
      windowBounds.bytes = UInt(bytes.percent(share))
      protectedBounds.bytes = UInt((bytes - bytes.percent(share)).percent(80))
    }
  }

  private mutating func grow(for index: Int32) {
    var capacity = segmentCapacity
    while capacity <= Int(index) { capacity *= 2 }
    let larger = UnsafeMutablePointer<Segment>.allocate(capacity: capacity)
    larger.initialize(from: segments, count: segmentCapacity)
    segments.deallocate()
    segments = larger
    segmentCapacity = capacity
  }
}

extension Int {
  /// A part of a number that is not negative, rounded down; it does not overflow.
  fileprivate func percent(_ share: Int) -> Int {
    self / 100 * share + self % 100 * share / 100
  }
}
