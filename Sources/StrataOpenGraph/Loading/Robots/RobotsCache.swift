import Synchronization

/// The robots.txt rules of the origins asked lately, each fetched once at a time.
final class RobotsCache: Sendable {
  typealias Fetched = Result<RobotsRules, PageLoadError>
  typealias Instant = ContinuousClock.Instant

  /// RFC 9309 asks for no more than a day.
  static let lifetime = Duration.seconds(24 * 3600)
  static let capacity = 1024

  private enum Entry {
    case known(RobotsRules, until: Instant)
    case coming(Task<Fetched, Never>)
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// The rules for the target's origin.
  ///
  /// - Throws: the error by which the file could not be had: without it nothing may be fetched, but
  ///   that may pass.
  func rules(
    of target: LoadTarget, fetch: @escaping @Sendable (String) async -> Fetched
  ) async throws(PageLoadError) -> RobotsRules {
    let origin = target.origin
    switch entry(for: origin, now: .now, fetch: fetch) {
    case .known(let rules, _): return rules
    case .coming(let task): return try await task.value.get()
    }
  }

  /// What it means that robots.txt was not to be had (RFC 9309, section 2.3.1): nothing is forbidden
  /// where there is no such file, everything where the site cannot be asked.
  static func meaning(of error: PageLoadError) -> Fetched {
    switch error.kind {
    case .httpStatus(let status) where (400...499).contains(status) && status != 429:
      .success(.everythingAllowed)
    case .tooManyRedirects: .success(.everythingAllowed)
    default: .failure(error)
    }
  }

  private func entry(
    for origin: String, now: Instant, fetch: @escaping @Sendable (String) async -> Fetched
  ) -> Entry {
    entries.withLock { entries in
      switch entries[origin] {
      case .known(let rules, let until) where until > now: return .known(rules, until: until)
      case .coming(let task): return .coming(task)
      default: break
      }
      if entries.count >= Self.capacity { Self.makeRoom(&entries) }
      let task = Task {
        let fetched = await fetch(origin)
        self.settle(origin, fetched)
        return fetched
      }
      entries[origin] = .coming(task)
      return .coming(task)
    }
  }

  private func settle(_ origin: String, _ fetched: Fetched) {
    entries.withLock { entries in
      switch fetched {
      case .success(let rules): entries[origin] = .known(rules, until: .now + Self.lifetime)
      case .failure: entries[origin] = nil
      }
    }
  }

  // Half of what is known goes, oldest first; what is coming is bounded by the loads that wait.
  private static func makeRoom(_ entries: inout [String: Entry]) {
    let known = entries.compactMap { origin, entry -> (origin: String, until: Instant)? in
      if case .known(_, let until) = entry { (origin, until) } else { nil }
    }
    for old in known.sorted(by: { $0.until < $1.until }).prefix(max(1, known.count / 2)) {
      entries[old.origin] = nil
    }
  }
}
