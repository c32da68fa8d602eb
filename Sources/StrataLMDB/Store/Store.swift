import CStrataLMDB
import Strata
import Synchronization

/// A cache directory open in this process, shared by all managers that name it: the current generation, the
/// writer thread's queue, and what is on its way to the disk.
final class Store: Sendable {
  struct State {
    /// nil while the tier is off: closed, or no generation can be opened.
    var generation: Generation?
    var isClosed = false
    /// While set, a failed generation is not tried again before.
    var retryAt: ContinuousClock.Instant?

    var isChanging: Bool { generation == nil && !isClosed && retryAt == nil }
  }

  /// Another one only after the directory was removed or replaced under our hands.
  private let currentRoot: Mutex<RootDirectory>
  let configuration: LMDBConfiguration
  let state: Mutex<State>
  /// Held while generations change, so that two threads don't do it at once; never while `state` is.
  let changing = Mutex<Void>(())
  let queue: WriteQueue
  let pending = PendingWrites()
  /// Removals of whole scopes by this process, noted before they are queued.
  let removals = Mutex(RemovalLedger())
  let uses = UseNotes()
  let counters = StoreCounters()
  let events = EventRelay()
  /// Whether there may be generations to delete.
  let hasOldGenerations = Atomic<Bool>(false)
  let isCompacting = Atomic<Bool>(false)
  /// Finished when the writer thread has left.
  let ended: Completion
  private let forkCount = strata_fork_count()

  init(path: String, configuration: LMDBConfiguration) throws(CacheError) {
    let root = try RootDirectory(path: path, tier: configuration.name)
    currentRoot = Mutex(root)
    self.configuration = configuration
    queue = WriteQueue(limit: configuration.queueLimit, byteLimit: configuration.queueByteLimit)
    ended = Completion(deadline: .now)
    var opener = GenerationOpener(root: root, configuration: configuration)
    let generation = try root.withLock { () throws(CacheError) in
      let generation = try opener.openCurrent()
      GenerationCleaner(root: root, keptDamaged: configuration.keptDamaged).clean()
      return generation
    }
    state = Mutex(State(generation: generation))
    report(opener.findings)
    startWriter()
  }

  /// The generation to read from and write to; follows when another process has changed it.
  func generation() throws(CacheError) -> Generation {
    if let generation = state.withLock({ $0.generation }) { return generation }
    var now = state.withLock { $0 }
    if now.isChanging {
      // It takes a few milliseconds, and the next one is worth waiting for.
      changing.withLock { _ in }
      now = state.withLock { $0 }
    }
    if let generation = now.generation { return generation }
    throw now.isClosed ? closedError : unavailableError
  }

  var root: RootDirectory { currentRoot.withLock { $0 } }

  func setRoot(_ root: RootDirectory) { currentRoot.withLock { $0 = root } }

  /// Throws in a child process: the writer thread stayed in the parent.
  func checkProcess() throws(CacheError) {
    guard forkCount != strata_fork_count() else { return }
    throw EnvironmentFailure(code: Int32(STRATA_FORKED))
      .cacheError(tier: configuration.name, path: root.path)
  }

  var closedError: CacheError {
    CacheError(
      .closed, tier: configuration.name, path: root.path, message: "the manager was closed",
      hint: "make a new one")
  }

  var unavailableError: CacheError {
    CacheError(
      .unavailable, tier: configuration.name, path: root.path,
      message: "the disk tier is off after a failure and will be tried again",
      hint: "look at its events for the reason")
  }

  func report(_ findings: [LMDBEvent]) {
    for finding in findings {
      switch finding {
      case .damaged, .contentsLost: counters.corruptions.count()
      case .degraded, .recovered, .undecodable: break
      }
      events.send(finding)
    }
  }

  private func startWriter() {
    let context = Unmanaged.passRetained(self)
    let code = strata_thread_start(
      { context in
        let store = Unmanaged<Store>.fromOpaque(context!).takeRetainedValue()
        Writer(store).run()
      }, context.toOpaque())
    // Only when the system has no thread left: then nothing is ever written, and callers hear it.
    if code != 0 {
      context.release()
      queue.close()
      ended.finish(.success(0))
    }
  }

  /// A writer thread that met a fault within a transaction leaves, so that LMDB's lock is freed; the next
  /// one goes on.
  func replaceWriter() { startWriter() }
}
