import Strata
import Synchronization

/// A manager around another in which a test can hold or fail each call, before it and after it.
final class HookedManager: CacheManager {
  typealias Value = String

  enum Call: Hashable, Sendable { case fetch, update, delete, remove }
  enum Moment: Hashable, Sendable { case before, after }
  typealias Hook = @Sendable (CacheKey?) async throws(CacheError) -> Void

  private struct Place: Hashable {
    let call: Call
    let moment: Moment
  }

  let inner: any CacheManager<String>
  let name: String
  private let hooks = Mutex<[Place: Hook]>([:])
  private let counts = Mutex<[Call: Int]>([:])

  init(_ inner: any CacheManager<String>, name: String = "hooked") {
    self.inner = inner
    self.name = name
  }

  /// Runs `hook` at each such call; nil takes it away.
  func on(_ call: Call, _ moment: Moment = .before, run hook: Hook?) {
    hooks.withLock { $0[Place(call: call, moment: moment)] = hook }
  }

  /// Has all calls fail; or none.
  func fail(_ code: CacheError.Code?) {
    for call in [Call.fetch, .update, .delete, .remove] {
      guard let code else {
        on(call, run: nil)
        continue
      }
      on(call) { key throws(CacheError) in
        throw CacheError(code, tier: "hooked", key: key, message: "made to fail")
      }
    }
  }

  func count(_ call: Call) -> Int { counts.withLock { $0[call] ?? 0 } }

  private func run<Result>(
    _ call: Call, _ key: CacheKey?, _ body: () async throws(CacheError) -> Result
  ) async throws(CacheError) -> Result {
    counts.withLock { $0[call, default: 0] += 1 }
    if let hook = hooks.withLock({ $0[Place(call: call, moment: .before)] }) { try await hook(key) }
    let result = try await body()
    if let hook = hooks.withLock({ $0[Place(call: call, moment: .after)] }) { try await hook(key) }
    return result
  }

  var updateInterval: TimeToLive? { inner.updateInterval }

  func fetch(_ key: CacheKey) async throws(CacheError) -> CacheRecord<String>? {
    try await run(.fetch, key) { () async throws(CacheError) in try await inner.fetch(key) }
  }

  func fetchOrInsert(_ key: CacheKey) async throws(CacheError) -> CacheRecord<String> {
    try await run(.fetch, key) { () async throws(CacheError) in
      try await inner.fetchOrInsert(key)
    }
  }

  func updateIfNeeded(_ record: CacheRecord<String>, for key: CacheKey, asOf began: Stamp)
    async throws(CacheError) -> Bool
  {
    try await run(.update, key) { () async throws(CacheError) in
      try await inner.updateIfNeeded(record, for: key, asOf: began)
    }
  }

  func delete(_ key: CacheKey, asOf stamp: Stamp) async throws(CacheError) -> Bool {
    try await run(.delete, key) { () async throws(CacheError) in
      try await inner.delete(key, asOf: stamp)
    }
  }

  func remove(_ scope: RemovalScope, asOf stamp: Stamp) async throws(CacheError) {
    try await run(.remove, nil) { () async throws(CacheError) in
      try await inner.remove(scope, asOf: stamp)
    }
  }

  var statistics: CacheStatistics { inner.statistics }
}
