import CStrataLMDB
import Strata
import Synchronization

/// Changing from one generation to another.
extension Store {
  /// Why a generation is left.
  enum Departure {
    /// Another process has made a newer one current.
    case moved
    /// It does not check out.
    case damage(String)
    /// Its files are not where they were.
    case gone
    /// The tier was off: whatever is current is opened.
    case retry
  }

  /// How long after a failure to open the next try is made.
  static let retryPause: Duration = .seconds(5)

  /// Leaves `old` unless that has happened already; afterwards `state` has the current generation, or none
  /// where none can be opened.
  func leave(_ old: Generation?, for reason: Departure) {
    if case .damage = reason { old?.environment.poison() }
    changing.withLock { _ in
      let isCurrent = state.withLock { state in
        guard !state.isClosed, state.generation === old else { return false }
        // From here on reads are misses. It also lets go of the lock on the old generation, which
        // `InUseLock` allows once per process.
        state.generation = nil
        return true
      }
      guard isCurrent else { return }
      uses.forget()
      hasOldGenerations.store(true, ordering: .relaxed)
      let next = openNext(after: old, reason)
      state.withLock { state in
        guard !state.isClosed else { return }
        state.generation = next
        state.retryAt = next == nil ? .now + Self.retryPause : nil
      }
    }
  }

  private func openNext(after old: Generation?, _ reason: Departure) -> Generation? {
    if case .gone = reason {
      report([.contentsLost(path: root.path, reason: "the directory was removed or replaced")])
    }
    do throws(CacheError) {
      if !root.isIntact {
        let path = try RootDirectory.prepare(root.path, tier: configuration.name)
        setRoot(try RootDirectory(path: path, tier: configuration.name))
      }
      let root = root
      var opener = GenerationOpener(
        root: root, configuration: configuration, seed: old?.hasher.seed)
      opener.isOpening = false
      defer { report(opener.findings) }
      let next = try root.withLock { () throws(CacheError) in
        if case .damage(let text) = reason, let old, root.current == old.number {
          return try opener.setAside(old.number, reason: text)
        }
        return try opener.openCurrent()
      }
      if case .retry = reason { events.send(.recovered) }
      return next
    } catch {
      counters.errors.count()
      events.send(.degraded(reason: error.description))
      return nil
    }
  }

  /// Begins a new generation in place of `old`, within its write transaction: no other process can commit
  /// to it meanwhile. The writer thread's alone.
  func replace(_ old: Generation, removedUpTo stamp: Stamp) throws(CacheError) -> Generation {
    var opener = GenerationOpener(
      root: root, configuration: configuration, seed: old.hasher.seed)
    let result: Result<Generation, CacheError> = changing.withLock { _ in
      Result { () throws(CacheError) in
        let next = try root.withLock { () throws(CacheError) in
          try opener.begin(removedUpTo: stamp)
        }
        state.withLock { if !$0.isClosed { $0.generation = next } }
        uses.forget()
        hasOldGenerations.store(true, ordering: .relaxed)
        return next
      }
    }
    return try result.get()
  }

  /// What a failed read means: what is to be done is done or asked for; the caller has a miss.
  func readFailed(_ failure: EnvironmentFailure, in generation: Generation) -> CacheError? {
    switch failure.meaning {
    case .moved:
      leave(generation, for: .moved)
      return nil
    case .damage:
      leave(generation, for: .damage(failure.message))
      return nil
    case .closed: return state.withLock { $0.isClosed } ? closedError : nil
    case .forked: return failure.cacheError(tier: configuration.name, path: root.path)
    case .mapFull, .disk, .recheck, .other:
      counters.errors.count()
      return nil
    }
  }

  /// Tries again to open a generation when the pause is over.
  func retryIfDue() {
    let isDue = state.withLock { state in
      state.generation == nil && !state.isClosed && state.retryAt.map { $0 <= .now } ?? true
    }
    if isDue { leave(nil, for: .retry) }
  }
}

extension Store {
  /// Whether a generation is no longer the current one.
  func hasMoved(_ generation: Generation) -> Bool {
    root.epoch.value != generation.epochValue
  }

  /// Turns to what lies at the path now when the directory or its generation was taken away.
  func followDirectory(_ generation: Generation) {
    if !root.isIntact || !root.has(generation.number) { leave(generation, for: .gone) }
  }

  /// Deletes generations that nobody has open any more.
  func cleanUp() {
    guard hasOldGenerations.load(ordering: .relaxed) else { return }
    let root = root
    let kept = configuration.keptDamaged
    try? root.withLock { () throws(CacheError) in
      GenerationCleaner(root: root, keptDamaged: kept).clean()
      if root.numbers.count <= 1 { hasOldGenerations.store(false, ordering: .relaxed) }
    }
  }

  /// Closes: the last step of the writer thread.
  func letGo(of generation: Generation, isClean: Bool) {
    changing.withLock { _ in
      state.withLock { state in
        state.isClosed = true
        state.generation = nil
      }
      guard isClean else { return }
      try? root.withLock { () throws(CacheError) in
        guard generation.lock.isAlone else { return }
        var found = strata_inspection()
        guard !generation.needsCheck.load(ordering: .relaxed),
          strata_inspect("\(generation.path)/data.mdb", &found) == 0
        else { return }
        let state = GenerationState(
          boot: GenerationState.currentBoot, durability: generation.durability,
          closed: GenerationState.Fingerprint(found))
        try root.replace("state", in: generation.path, with: state.text)
      }
    }
  }
}
