extension Cache {
  /// What is known of a key at once, marked stale if it is, and then the fresh value when it comes: for those
  /// who draw something now and draw it again when there is better.
  ///
  /// ```swift
  /// for try await answer in cache.updates(for: key) { show(answer) }
  /// ```
  ///
  /// One or two answers: a fresh one alone; a stale one and then the origin's; the origin's alone. When the
  /// origin fails, the stale one is repeated with the reason, or the error is thrown if there is none. Ending
  /// the iteration leaves the load, which goes on for others who wait.
  public func updates(
    for key: CacheKey, options: CacheOptions? = nil
  ) -> AsyncThrowingStream<Answer<Value>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do throws(CacheError) {
          if let answer = freshAnswer(for: key) {
            continuation.yield(answer)
          } else {
            if let known = try? await answer(for: key, mode: .cacheOnly, options: options) {
              continuation.yield(known)
              guard known.isStale else {
                continuation.finish()
                return
              }
            }
            continuation.yield(try await answer(for: key, options: withoutRevalidation(options)))
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The options with which a caller waits for the origin, who has the stale value already.
  private func withoutRevalidation(_ options: CacheOptions?) -> CacheOptions {
    var options = options ?? CacheOptions()
    options.staleWhileRevalidate = .zero
    options.softTimeLimit = .unlimited
    return options
  }
}
