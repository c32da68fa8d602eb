import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a policy file again when it changes, and has it adopted if it is right.
///
/// ```swift
/// let reloader = PolicyFileReloader(path: "/etc/previews.json5") { file in cache.policy = file.policy }
/// reloader.watch(every: .seconds(10)) { error in log("the policy is as before: \(error)") }
/// ```
///
/// A file with a mistake changes nothing: the policy stays as it is. A changed time to live acts at once, also on
/// what is stored. It watches as long as it is kept.
public final class PolicyFileReloader: Sendable {
  private let path: String
  private let clock: CacheClock
  private let adopt: @Sendable (PolicyFile) -> Void
  private let watching = Mutex<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - path: The file's; it may be replaced by another file, or be missing for a while.
  ///   - adopt: Called with each file that was read and is right.
  public init(
    path: String, clock: CacheClock = .system, adopt: @escaping @Sendable (PolicyFile) -> Void
  ) {
    self.path = path
    self.clock = clock
    self.adopt = adopt
  }

  deinit {
    watching.withLock { $0 }?.cancel()
  }

  /// Reads the file now and has it adopted: on a signal, say. Blocks on the disk.
  ///
  /// - Throws: `PolicyError` that says what is wrong; nothing is changed then.
  public func reload() throws(PolicyError) {
    adopt(try PolicyFile(contentsOf: path))
  }

  /// Looks at the file now and then, and reads it when it has changed since; the first time when it has changed
  /// since this call. A second call replaces the first one's interval.
  ///
  /// - Parameters:
  ///   - interval: From one look to the next; a second at least.
  ///   - onError: Called once for each changed file that can't be adopted.
  public func watch(
    every interval: Duration, onError: @escaping @Sendable (PolicyError) -> Void = { _ in }
  ) {
    let interval = Swift.max(interval, .seconds(1))
    let start = FileMark(path)
    let task = Task { [weak self, clock, path] in
      var known = start
      while !Task.isCancelled {
        do { try await clock.sleep(until: clock.now.advanced(by: interval)) } catch { return }
        let mark = FileMark(path)
        guard mark != known else { continue }
        known = mark
        // One that is away may be about to be replaced.
        if mark == nil { continue }
        guard let self else { return }
        do throws(PolicyError) { try reload() } catch { onError(error) }
      }
    }
    watching.withLock { former in
      former?.cancel()
      former = task
    }
  }
}

/// What tells a file from its next version.
private struct FileMark: Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil when there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }
}
