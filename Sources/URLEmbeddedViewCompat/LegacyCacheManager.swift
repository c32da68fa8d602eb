import Foundation
public import Strata
public import StrataOpenGraph

/// A manager written for URLEmbeddedView as a tier of a stack.
///
/// ```swift
/// let stack = TieredCacheManager<OpenGraphData> {
///   MemoryCacheManager()
///   LegacyCacheManager(MySQLiteManager())
/// }
/// ```
///
/// It holds what the old protocol can: the seven fields and two dates. A record read from it has the stamp of
/// its `updateDate`, to the millisecond. It cannot remove by domain; a stack then bypasses what it still has.
public final class LegacyCacheManager: CacheManager {
  public typealias Value = OpenGraphData

  private let box: OGManagerBox
  private let clock: CacheClock
  public let name: String

  /// - Parameter manager: From now on it is called from this tier's own queue only; leave it to the tier.
  public init(
    _ manager: any OGDataCacheManagerProtocol, name: String = "legacy", clock: CacheClock = .system
  ) {
    box = OGManagerBox(manager, queue: DispatchQueue(label: "strata.legacy-manager"))
    self.name = name
    self.clock = clock
  }

  /// Nil: the policy of the stack decides. The manager's own interval is for `OGDataProvider`.
  public var updateInterval: TimeToLive? { nil }

  public func fetch(_ key: CacheKey) async -> CacheRecord<OpenGraphData>? {
    await box.fetch(key.text).map(record)
  }

  public func fetchOrInsert(_ key: CacheKey) async -> CacheRecord<OpenGraphData> {
    record(await box.fetchOrInsert(key.text))
  }

  @discardableResult
  public func updateIfNeeded(
    _ record: CacheRecord<OpenGraphData>, for key: CacheKey, asOf began: Stamp
  ) async -> Bool {
    guard let date = record.updateDate, let value = record.value else { return false }
    if let known = await fetch(key), known.metadata.updateDate != nil, known.stamp >= record.stamp {
      return false
    }
    await box.update(
      OGCacheData(
        ogData: OpenGraph.Data(
          imageUrl: (value.image?.url).flatMap { URL(string: $0) },
          pageDescription: value.description, pageTitle: value.title, pageType: value.type,
          siteName: value.siteName, sourceUrl: URL(string: key.text),
          url: value.url.flatMap { URL(string: $0) }),
        createDate: Date(record.createDate), updateDate: Date(date)))
    return true
  }

  @discardableResult
  public func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    guard let known = await box.fetch(key.text), record(known).stamp <= stamp else { return false }
    if let error = await box.delete(known) {
      throw CacheError(
        .inputOutput, tier: name, key: key, message: "the manager could not delete the record",
        underlying: error)
    }
    return true
  }

  private func record(_ cache: OGCacheData) -> CacheRecord<OpenGraphData> {
    let update = cache.updateDate.map(Timestamp.init)
    let stamp = update.map { Stamp(rawValue: UInt64(clamping: $0.milliseconds) << 16) } ?? .zero
    return CacheRecord(
      value: update == nil ? nil : OpenGraphData(cache.ogData),
      metadata: .restored(
        createDate: Timestamp(cache.createDate), updateDate: update, stamp: stamp, timeToLive: nil,
        validators: nil, tags: [], absence: nil, expiredByHand: false, clock: clock))
  }
}

extension Date {
  init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.nanoseconds) / 1e9)
  }
}

extension Timestamp {
  init(_ date: Date) {
    let nanoseconds = (date.timeIntervalSince1970 * 1e9).rounded()
    self.init(
      nanoseconds: nanoseconds >= 9.2e18 ? .max : nanoseconds <= -9.2e18 ? .min : Int64(nanoseconds)
    )
  }
}
