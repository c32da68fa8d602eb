/// How much a memory tier may hold.
public struct MemoryLimits: Hashable, Sendable {
  /// The most records; nil for no limit in number. Zero: nothing is stored.
  public var entries: Int?
  /// The most bytes, as the cost function counts them; nil for no limit in bytes. Zero: nothing is stored.
  public var bytes: Int?
  /// The most bytes of one record: a larger one is not stored, and an older record of its key goes.
  public var bytesPerEntry: Int

  /// - Parameters:
  ///   - entries: Default: 10,000.
  ///   - bytes: Default: 64 MiB.
  ///   - bytesPerEntry: Default: 1 MiB.
  public init(
    entries: Int? = 10_000, bytes: Int? = 64 << 20, bytesPerEntry: Int = 1 << 20
  ) {
    self.entries = entries.map { Swift.max($0, 0) }
    self.bytes = bytes.map { Swift.max($0, 0) }
    self.bytesPerEntry = Swift.max(bytesPerEntry, 0)
  }

  /// How many shards these limits can be split over with each part still large enough that an uneven
  /// spread of keys costs little.
  var sensibleShards: Int {
    var shards = 16
    let entries = self.entries ?? .max
    let bytes = self.bytes ?? .max
    while shards > 1, entries / shards < 256 || bytes / shards < bytesPerEntry { shards /= 2 }
    return shards
  }

  /// The part of one of `count` shards; the parts add up to the whole.
  func part(_ index: Int, of count: Int) -> MemoryLimits {
    let share = { (whole: Int) in whole / count + (index < whole % count ? 1 : 0) }
    return MemoryLimits(
      entries: entries.map(share), bytes: bytes.map(share), bytesPerEntry: bytesPerEntry)
  }

  func isExceeded(entries count: Int, bytes cost: Int) -> Bool {
    if let entries, count > entries { return true }
    if let bytes, cost > bytes { return true }
    return false
  }
}
