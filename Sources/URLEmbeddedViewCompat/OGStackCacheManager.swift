public import Foundation
public import Strata
public import StrataOpenGraph
import Synchronization

/// A stack of Strata's as a manager of URLEmbeddedView's kind.
///
/// ```swift
/// OGDataProvider.shared.cacheManager = OGStackCacheManager(stack)
/// ```
open class OGStackCacheManager: NSObject, OGDataCacheManagerProtocol, @unchecked Sendable {
  // Sendable since the interval is kept by a mutex and the stack is Sendable.

  /// The stack.
  public let stack: any CacheManager<OpenGraphData>
  private let interval: Mutex<TimeInterval>

  /// - Parameter updateInterval: In seconds. Default: 10 days.
  public init(_ stack: any CacheManager<OpenGraphData>, updateInterval: TimeInterval = 10.days) {
    self.stack = stack
    interval = Mutex(updateInterval)
    super.init()
  }

  public var updateInterval: TimeInterval {
    get { interval.withLock { $0 } }
    set { interval.withLock { $0 = newValue } }
  }

  public func fetchOrInsertOGCacheData(
    url: String, completion: @escaping (OGCacheData) -> Void
  ) {
    let call = Unchecked(completion)
    Task { [stack] in
      let record: CacheRecord<OpenGraphData>? =
        if let key = try? CacheKey(url: url) { try? await stack.fetchOrInsert(key) } else { nil }
      call.value(Self.data(record ?? .empty(), url))
    }
  }

  public func fetchOGCacheData(url: String, completion: @escaping (OGCacheData?) -> Void) {
    let call = Unchecked(completion)
    Task { [stack] in
      let record: CacheRecord<OpenGraphData>? =
        if let key = try? CacheKey(url: url) { (try? await stack.fetch(key)) ?? nil } else { nil }
      call.value(record.map { Self.data($0, url) })
    }
  }

  public func updateIfNeeded(cache: OGCacheData) {
    guard let url = cache.ogData.sourceUrl?.absoluteString, let key = try? CacheKey(url: url),
      cache.updateDate != nil
    else { return }
    // The order of changes is that of the calls, whatever the tasks do.
    let stamp = CacheClock.system.nextStamp()
    let record = CacheRecord(
      value: OpenGraphData(cache.ogData), stamp: stamp, createDate: Timestamp(cache.createDate))
    Task { [stack] in
      _ = try? await stack.updateIfNeeded(record, for: key, asOf: stamp)
    }
  }

  public func deleteOGCacheDate(cache: OGCacheData, completion: (((any Error)?) -> Void)?) {
    let call = Unchecked(completion)
    let stamp = CacheClock.system.nextStamp()
    let url = cache.ogData.sourceUrl?.absoluteString ?? ""
    Task { [stack] in
      do {
        let wasThere = try await stack.delete(try CacheKey(url: url), asOf: stamp)
        call.value?(wasThere ? nil : OGDataError.notFound(url))
      } catch {
        call.value?(OGDataError.cacheFailed(reason: "\(error)"))
      }
    }
  }

  private static func data(_ record: CacheRecord<OpenGraphData>, _ url: String) -> OGCacheData {
    OGCacheData(
      ogData: record.value.map { OpenGraph.Data($0, sourceURL: url) } ?? .empty(sourceURL: url),
      createDate: Date(record.createDate), updateDate: record.updateDate.map { Date($0) })
  }
}

/// A callback of the old, unchecked kind on its way into a task, which calls it once.
private struct Unchecked<Value>: @unchecked Sendable {
  // Sendable since it is handed to one task and used there only.
  let value: Value
  init(_ value: Value) { self.value = value }
}
