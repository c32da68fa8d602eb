import Strata

/// Many keys at once.
enum Bulk {
  struct User: Sendable {
    let name: String
  }

  /// Stands for a database that answers for many names with one query.
  enum Database {
    static func users(named names: [String]) async throws -> [CacheKey: User] {
      Dictionary(uniqueKeysWithValues: names.map { (CacheKey($0), User(name: $0.uppercased())) })
    }
  }

  static func run() async throws {
    let keys: [CacheKey] = ["ann", "bob", "cid"]
    // snippet: bulk
    let users = Cache(
      MemoryCacheManager<User>(), policy: ExpiryPolicy(updateInterval: .minutes(5)),
      loadAll: { keys in try await Database.users(named: keys.map(\.text)) })
    let found = await users.values(for: keys)
    for (key, result) in zip(keys, found) {
      print(key, (try? result.get().name) ?? "unknown")
    }
    // end snippet
    try await users.close()
  }
}
