import CStrataLMDB
public import Strata

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks a cache's directory, without changing a record or setting anything aside: the pages of the database
/// by plain reads, each record's checksum and place, and whether indexes and records agree.
///
/// Others may use the cache meanwhile: what they change while it is looked at is looked at again. Reads all of
/// the file twice.
public struct LMDBVerifier: Sendable {
  /// How often what others change meanwhile is looked at again.
  private static let attempts = 5

  private let directory: String

  /// - Parameter directory: As of the cache manager.
  public init(directory: String) {
    self.directory = directory
  }

  /// - Parameter progress: Called now and then with the number of records looked at so far.
  /// - Throws: `CacheError`: `.noCache` when there is none; as opening the directory does; `.cancelled`.
  public func run(
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(CacheError) -> LMDBVerification {
    var result = LMDBVerification()
    try checkPages(&result)
    // What LMDB would stumble over is not given to it.
    if !result.isSound { return result }
    var configuration = LMDBConfiguration()
    configuration.makesCache = false
    configuration.onDamage = .refuse
    configuration.quota = 1 << 36
    let manager = try LMDBCacheManager(
      directory: directory, codec: BytesCodec(), configuration: configuration)
    let outcome: Result<LMDBVerification, CacheError>
    do throws(CacheError) {
      let generation = try manager.store.generation()
      try checkRecords(generation, progress, &result)
      for index in [Database.expiry, .use, .tags] { try check(index, generation, &result) }
      outcome = .success(result)
    } catch {
      outcome = .failure(error)
    }
    try await manager.close()
    return try outcome.get()
  }

  // MARK: Pages

  /// A directory that can't be read is no damage.
  private func checkAccess() throws(CacheError) {
    for path in [directory, "\(directory)/CURRENT"] where access(path, R_OK) != 0 {
      // One that is missing is for the check to tell.
      if errno == ENOENT { continue }
      let reason = EnvironmentFailure(code: errno).message
      throw CacheError(
        .inputOutput, tier: "LMDB", path: path, message: "can't be read: \(reason)",
        hint: "check that it is a cache's directory, and whose it is")
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw CacheError(
        .inputOutput, tier: "LMDB", path: directory, message: "it is not a directory",
        hint: "name the directory that the cache is in")
    }
  }

  private func checkPages(_ result: inout LMDBVerification) throws(CacheError) {
    try RootDirectory.requireCache(in: directory, "LMDB")
    var found = strata_inspection()
    try checkAccess()
    for _ in 0..<Self.attempts {
      let name = RootDirectory.text("\(directory)/CURRENT")
      guard let name, let generation = RootDirectory.generationName(name) else {
        result.add(
          "\(directory)/CURRENT does not name a database; the next opening begins a new one")
        return
      }
      let file = "\(directory)/\(generation)/data.mdb"
      let code = strata_validate(file, &found)
      if code == 0 { return }
      let reason = GenerationOpener.reason(found, code)
      let transaction = found.transaction
      // A write may have come between: then there is a newer transaction, or the file is another one.
      var after = strata_inspection()
      let isSame =
        strata_inspect(file, &after) != 0 || after.transaction == transaction
      if isSame, RootDirectory.text("\(directory)/CURRENT") == name {
        result.add("\(file): \(reason); the next opening sets it aside and begins a new one")
        return
      }
    }
    result.isStructureUnknown = true
  }

  // MARK: Records

  private func checkRecords(
    _ generation: Generation, _ progress: @Sendable (Int) -> Void,
    _ result: inout LMDBVerification
  ) throws(CacheError) {
    try walk(.data, generation, keysOnly: false, &result) {
      key, bytes, result throws(EnvironmentFailure) in
      result.records += 1
      if result.records % 4_096 == 0 { progress(result.records) }
      guard let place = DataKey(key) else {
        result.add("a record's key has \(key.count) bytes")
        return
      }
      var judged = Array(bytes)
      var fault = try self.fault(of: judged, at: place, generation)
      for _ in 1...Self.attempts where fault != nil {
        // Gone meanwhile, or changed since it was read.
        guard let now = try generation.environment.read(.data, place, { Array($0) }) else { return }
        if now == judged { break }
        judged = now
        fault = try self.fault(of: judged, at: place, generation)
      }
      if let fault { result.add(fault) }
    }
    progress(result.records)
  }

  /// What is wrong with a record and its entries in the indexes; nil when all is well.
  private func fault(
    of bytes: [UInt8], at place: DataKey, _ generation: Generation
  ) throws(EnvironmentFailure) -> String? {
    let facts: RecordFacts
    switch RecordFacts.of(bytes, generation.hasher) {
    case .success(let found): facts = found
    case .failure(.newerVersion): return nil
    case .failure(.damaged): return "the record at \(place.text) does not check out"
    }
    guard facts.place.sharesHash(with: place) else {
      return "\(facts.key): stored at \(place.text) in place of \(facts.place.text)"
    }
    for (index, order) in facts.entries
    where try !contains(IndexKey(order, place), in: index, generation) {
      return "\(facts.key): not in the index \(index.text)"
    }
    return nil
  }

  private func contains(
    _ key: IndexKey, in index: Database, _ generation: Generation
  ) throws(EnvironmentFailure) -> Bool {
    var isThere = false
    let bytes = key.withBytes { Array($0) }
    try generation.environment.scan(index, from: bytes, limit: 1, keysOnly: true).walk { found, _ in
      isThere = found.elementsEqual(bytes)
      return false
    }
    return isThere
  }

  // MARK: Indexes

  private func check(
    _ index: Database, _ generation: Generation, _ result: inout LMDBVerification
  ) throws(CacheError) {
    try walk(index, generation, keysOnly: true, &result) {
      key, _, result throws(EnvironmentFailure) in
      guard let entry = IndexKey(key) else {
        result.add("an entry of the index \(index.text) has \(key.count) bytes")
        return
      }
      for attempt in 1...Self.attempts {
        let bytes = try generation.environment.read(.data, entry.data) { Array($0) }
        let facts = bytes.flatMap { try? RecordFacts.of($0, generation.hasher).get() }
        let isRight = facts?.entries.contains { $0 == (index, entry.order) } ?? false
        // Gone meanwhile, or right after all.
        if isRight { return }
        if try !self.contains(entry, in: index, generation) { return }
        guard attempt == Self.attempts else { continue }
        if let facts {
          result.add("\(facts.key): the index \(index.text) has another entry than the record says")
        } else {
          result.leftovers += 1
        }
      }
    }
  }

  /// Goes through a database in portions, pinning no pages in between.
  private func walk(
    _ database: Database, _ generation: Generation, keysOnly: Bool,
    _ result: inout LMDBVerification,
    _ visit: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, inout LMDBVerification)
      throws(EnvironmentFailure) -> Void
  ) throws(CacheError) {
    var position: [UInt8] = []
    var isFirst = true
    while true {
      if Task.isCancelled {
        throw CacheError(.cancelled, tier: "LMDB", message: "the check was stopped")
      }
      do throws(EnvironmentFailure) {
        let entries = try generation.environment.scan(
          database, from: position, after: !isFirst, limit: 256, keysOnly: keysOnly)
        if entries.count == 0 { return }
        isFirst = false
        var failure: EnvironmentFailure?
        entries.walk { key, bytes in
          position = Array(key)
          do throws(EnvironmentFailure) {
            try visit(key, bytes, &result)
          } catch {
            failure = error
          }
          return failure == nil
        }
        if let failure { throw failure }
      } catch {
        throw error.cacheError(tier: "LMDB", path: directory)
      }
    }
  }
}

/// What a record says of where it and its entries in the indexes should be.
struct RecordFacts: Sendable {
  let key: String
  let place: DataKey
  let entries: [(index: Database, order: UInt64)]

  static func of(_ bytes: [UInt8], _ hasher: KeyHasher) -> Result<RecordFacts, RecordView.Fault> {
    bytes.withUnsafeBytes { bytes in
      do throws(RecordView.Fault) {
        let view = try RecordView(bytes)
        var entries: [(index: Database, order: UInt64)] = [(.use, UInt64(view.use))]
        if let deadline = view.deadline { entries.append((.expiry, deadline)) }
        for tag in view.extras.tags { entries.append((.tags, hasher.hash(tag).0)) }
        let key = view.cacheKey
        return .success(RecordFacts(key: key.text, place: hasher.key(key), entries: entries))
      } catch {
        return .failure(error)
      }
    }
  }
}

extension Database {
  /// As the format's documentation calls it.
  fileprivate var text: String {
    switch self {
    case .data: "data"
    case .expiry: "exp"
    case .use: "use"
    case .removed: "rem"
    case .tags: "tag"
    case .params: "params"
    }
  }
}

extension DataKey {
  fileprivate var text: String {
    "\(String(high, radix: 16))-\(String(low, radix: 16))\(probe == 0 ? "" : "-\(probe)")"
  }
}
