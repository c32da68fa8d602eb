import Synchronization

/// How far a warm-up has come.
public struct WarmUpProgress: Hashable, Sendable {
  /// Keys in all.
  public var total: Int
  /// Keys that have a fresh value now, those that had one before included.
  public var filled = 0
  /// Keys whose load failed, or whose origin has no value.
  public var failed = 0
  /// The key that ended last.
  public var key: CacheKey

  /// Keys that are done with.
  public var done: Int { filled + failed }
}

extension Cache {
  /// Loads what is not fresh of a list of keys, so that later reads hit.
  ///
  /// ```swift
  /// for await progress in cache.warmUp(keys, concurrency: 8, pause: .milliseconds(100)) {
  ///   print("\(progress.done) of \(progress.total)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - keys: Repeated ones are loaded once.
  ///   - concurrency: How many loads run at once; the cache's `LoadLimits` hold as well, by domain too.
  ///   - pause: Between two loads of one domain, from start to start.
  /// - Returns: The progress after each key. Ending the iteration ends the warm-up.
  public func warmUp(
    _ keys: [CacheKey], concurrency: Int = 8, pause: Duration = .zero
  ) -> AsyncStream<WarmUpProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1_024)) { continuation in
      let task = Task {
        var queue = PacedQueue(keys, pause: pause)
        await withTaskGroup(of: (CacheKey, Bool).self) { group in
          var running = 0
          var progress = WarmUpProgress(total: queue.count, key: CacheKey(""))
          while !Task.isCancelled {
            switch running < Swift.max(concurrency, 1) ? queue.next(at: clock.now) : .none {
            case .key(let key):
              running += 1
              group.addTask { [self] in
                do throws(CacheError) {
                  _ = try await answer(for: key)
                  return (key, true)
                } catch {
                  return (key, false)
                }
              }
              continue
            case .wait(let until) where running == 0:
              try? await clock.sleep(until: until)
              continue
            case .wait, .none: break
            }
            guard let (key, isFilled) = await group.next() else { break }
            running -= 1
            if isFilled { progress.filled += 1 } else { progress.failed += 1 }
            progress.key = key
            continuation.yield(progress)
          }
          group.cancelAll()
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// Keys in order, those of one domain not closer to each other than a pause.
struct PacedQueue {
  enum Next {
    case key(CacheKey)
    /// None may start before this.
    case wait(MonotonicInstant)
    /// All were handed out.
    case none
  }

  private var keysByDomain: [String: [CacheKey]] = [:]
  private var domains: [String] = []
  private var nextStart: [String: MonotonicInstant] = [:]
  private let pause: Duration
  let count: Int

  init(_ keys: [CacheKey], pause: Duration) {
    self.pause = Swift.max(pause, .zero)
    var seen = Set<CacheKey>()
    for key in keys where seen.insert(key).inserted {
      let domain = key.domain ?? ""
      if keysByDomain[domain] == nil { domains.append(domain) }
      keysByDomain[domain, default: []].append(key)
    }
    // Taken from the end.
    for domain in domains { keysByDomain[domain]?.reverse() }
    count = seen.count
  }

  /// The next key that may start; domains take turns.
  mutating func next(at now: MonotonicInstant) -> Next {
    var earliest: MonotonicInstant?
    for (index, domain) in domains.enumerated() {
      if let start = nextStart[domain], start > now {
        earliest = earliest.map { Swift.min($0, start) } ?? start
        continue
      }
      guard let key = keysByDomain[domain]?.popLast() else { continue }
      domains.remove(at: index)
      if keysByDomain[domain]?.isEmpty == false { domains.append(domain) }
      nextStart[domain] = now.advanced(by: pause)
      return .key(key)
    }
    return earliest.map { .wait($0) } ?? .none
  }
}
