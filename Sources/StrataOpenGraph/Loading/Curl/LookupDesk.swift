import CStrataWeb

/// Finds out whether a host that could not be looked up exists, on threads of its own: the system's
/// resolver blocks. It belongs to the loop's thread.
struct LookupDesk {
  typealias Instant = ContinuousClock.Instant

  /// Each is a thread that may hang until the resolver gives up.
  static let threads = 8

  private let inbox: TransferInbox
  private var open: [TransferJob.ID: (job: TransferJob, deadline: Instant)] = [:]
  private var busyThreads = 0

  init(_ inbox: TransferInbox) {
    self.inbox = inbox
  }

  var nextDeadline: Instant? { open.values.map(\.deadline).min() }

  /// False when it cannot take another.
  mutating func open(_ job: TransferJob, deadline: Instant) -> Bool {
    guard busyThreads < Self.threads else { return false }
    let question = Unmanaged.passRetained(Question(job.id, host: job.target.host, inbox: inbox))
    let hasStarted = strata_http_thread_start(
      "strata-lookup",
      { context in
        let question = Unmanaged<Question>.fromOpaque(context!).takeRetainedValue()
        let isMissing = question.host.withCString { strata_http_resolve($0) } == 1
        question.inbox.report(lookup: question.id, isMissing: isMissing)
      }, question.toOpaque())
    guard hasStarted else {
      question.release()
      return false
    }
    busyThreads += 1
    open[job.id] = (job, deadline)
    return true
  }

  /// Notes that a thread has answered; the job, unless it was given up before.
  mutating func answered(_ id: TransferJob.ID) -> TransferJob? {
    busyThreads -= 1
    return close(id)
  }

  mutating func close(_ id: TransferJob.ID) -> TransferJob? {
    open.removeValue(forKey: id)?.job
  }

  mutating func closeAll() -> [TransferJob] {
    defer { open = [:] }
    return open.values.map(\.job)
  }

  mutating func expired(now: Instant) -> [TransferJob] {
    let due = open.filter { $0.value.deadline <= now }
    for id in due.keys { open[id] = nil }
    return due.values.map(\.job)
  }

  private final class Question: Sendable {
    let id: TransferJob.ID
    let host: String
    let inbox: TransferInbox

    init(_ id: TransferJob.ID, host: String, inbox: TransferInbox) {
      self.id = id
      self.host = host
      self.inbox = inbox
    }
  }
}
