import Foundation

/// A manager of URLEmbeddedView's kind, used from one queue only.
struct OGManagerBox: @unchecked Sendable {
  // Sendable since every call on the manager is made on `queue`, which is serial.
  private let manager: any OGDataCacheManagerProtocol
  private let queue: DispatchQueue

  init(_ manager: any OGDataCacheManagerProtocol, queue: DispatchQueue) {
    self.manager = manager
    self.queue = queue
  }

  /// The manager itself, for those who gave it.
  var unguarded: any OGDataCacheManagerProtocol { manager }

  var identity: ObjectIdentifier { ObjectIdentifier(manager) }

  func updateInterval() async -> TimeInterval {
    await onQueue { manager, done in done(manager.updateInterval) }
  }

  func fetchOrInsert(_ url: String) async -> OGCacheData {
    await onQueue { manager, done in
      manager.fetchOrInsertOGCacheData(url: url) { done($0) }
    }
  }

  func fetch(_ url: String) async -> OGCacheData? {
    await onQueue { manager, done in
      manager.fetchOGCacheData(url: url) { done($0) }
    }
  }

  func update(_ cache: OGCacheData) async {
    await onQueue { manager, done in
      manager.updateIfNeeded(cache: cache)
      done(())
    }
  }

  func delete(_ cache: OGCacheData) async -> (any Error)? {
    await onQueue { manager, done in
      manager.deleteOGCacheDate(cache: cache) { done($0) }
    }
  }

  private func onQueue<Result: Sendable>(
    _ call: @escaping @Sendable (any OGDataCacheManagerProtocol, @escaping (Result) -> Void) -> Void
  ) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { call(self.manager) { continuation.resume(returning: $0) } }
    }
  }
}
