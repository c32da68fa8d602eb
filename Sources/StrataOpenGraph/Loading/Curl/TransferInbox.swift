import CStrataWeb
import Synchronization

/// Where the tasks that load hand their jobs to the one thread that transfers.
///
/// The thread is started with the first job and ends with `close`.
final class TransferInbox: Sendable {
  /// What has come in since the loop last looked.
  struct Mail {
    var jobs: [TransferJob] = []
    var cancelled: [TransferJob.ID] = []
    var lookups: [(id: TransferJob.ID, isMissing: Bool)] = []
    var pauses: [(host: String, duration: Duration)] = []
    var isClosing = false
  }

  /// A pointer that other threads use for one thing: to wake the loop, while they hold the lock of
  /// `state`. The loop takes it out of `state` before it frees it.
  struct Handle: @unchecked Sendable {
    let multi: OpaquePointer
  }

  private struct State {
    var mail = Mail()
    var handle: Handle?
    var isStarted = false
    var isClosed = false
    var lastID: TransferJob.ID = 0
  }

  private let state = Mutex(State())
  private let settings: TransferLoop.Settings

  init(_ settings: TransferLoop.Settings) {
    self.settings = settings
  }

  func makeID() -> TransferJob.ID {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Hands a job in. If it is refused, its waiter has been answered.
  func submit(_ job: TransferJob) {
    let refusal = state.withLock { state -> TransferOutcome? in
      if state.isClosed { return .failure(.shutDown, detail: nil) }
      if !state.isStarted {
        guard TransferLoop.startThread(inbox: self, settings: settings) else {
          return .failure(.failed, detail: "the system gave no thread")
        }
        state.isStarted = true
      }
      state.mail.jobs.append(job)
      Self.wake(state)
      return nil
    }
    if let refusal { job.waiter.resume(returning: refusal) }
  }

  func cancel(_ id: TransferJob.ID) {
    post { $0.cancelled.append(id) }
  }

  func report(lookup id: TransferJob.ID, isMissing: Bool) {
    post { $0.lookups.append((id, isMissing)) }
  }

  func pause(_ host: String, for duration: Duration) {
    post { $0.pauses.append((host, duration)) }
  }

  /// Ends the thread; what is under way fails as `.shutDown`.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.mail.isClosing = true
      Self.wake(state)
    }
  }

  // For the loop.

  func open(_ handle: Handle) {
    state.withLock { $0.handle = handle }
  }

  func take() -> Mail {
    state.withLock { state in
      let mail = state.mail
      state.mail = Mail(isClosing: mail.isClosing)
      return mail
    }
  }

  /// After this nobody wakes the loop, and no job comes in.
  func shut() -> Mail {
    state.withLock { state in
      state.isClosed = true
      state.handle = nil
      defer { state.mail = Mail(isClosing: true) }
      return state.mail
    }
  }

  private func post(_ change: @Sendable (inout Mail) -> Void) {
    state.withLock { state in
      guard state.isStarted, !state.isClosed else { return }
      change(&state.mail)
      Self.wake(state)
    }
  }

  private static func wake(_ state: State) {
    if let handle = state.handle { strata_http_multi_wake(handle.multi) }
  }
}
