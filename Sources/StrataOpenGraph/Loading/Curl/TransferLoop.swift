import CStrataWeb

/// The one thread that moves all transfers of a loader, through libcurl's multi interface.
///
/// It sleeps in one system call until a socket is ready, a time limit has come or mail has arrived.
/// Nothing here is shared: all but the inbox belongs to the thread.
final class TransferLoop {
  typealias Instant = ContinuousClock.Instant

  private let inbox: TransferInbox
  private let settings: Settings
  private let multi: OpaquePointer
  private var queue: TransferQueue
  private var waiting: [TransferJob.ID: TransferJob] = [:]
  private var running: [TransferJob.ID: Transfer] = [:]
  private var lookups: LookupDesk

  private init(_ inbox: TransferInbox, settings: Settings, multi: OpaquePointer) {
    self.inbox = inbox
    self.settings = settings
    self.multi = multi
    queue = TransferQueue(settings.manners)
    lookups = LookupDesk(inbox)
  }

  /// False when the system gives no thread.
  static func startThread(inbox: TransferInbox, settings: Settings) -> Bool {
    final class Start: Sendable {
      let inbox: TransferInbox
      let settings: Settings
      init(_ inbox: TransferInbox, _ settings: Settings) {
        self.inbox = inbox
        self.settings = settings
      }
    }
    let start = Unmanaged.passRetained(Start(inbox, settings))
    let hasStarted = strata_http_thread_start(
      "strata-http",
      { context in
        let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
        TransferLoop.main(start.inbox, settings: start.settings)
      }, start.toOpaque())
    if !hasStarted { start.release() }
    return hasStarted
  }

  private static func main(_ inbox: TransferInbox, settings: Settings) {
    let manners = settings.manners
    let multi = strata_http_multi_create(
      max(1, manners.transfers), max(1, manners.transfersPerHost))
    guard let multi else {
      for job in inbox.shut().jobs {
        job.waiter.resume(returning: .failure(.failed, detail: "libcurl could not be set up"))
      }
      return
    }
    inbox.open(TransferInbox.Handle(multi: multi))
    let loop = TransferLoop(inbox, settings: settings, multi: multi)
    loop.run()
    loop.tearDown()
  }

  private func run() {
    while true {
      let mail = inbox.take()
      if mail.isClosing { return giveBack(mail) }
      sort(mail)
      let now = ContinuousClock.now
      for id in queue.expired(now: now) { answerWaiting(id, .failure(.overloaded, detail: nil)) }
      for job in lookups.expired(now: now) {
        job.waiter.resume(returning: .failure(.nameLookupFailed, detail: nil))
      }
      startWhatMay(now: now)
      strata_http_multi_run(multi)
      // Each that ended has made room, so the next may start before the wait.
      if collect() == 0 { wait() }
    }
  }

  // MARK: Mail

  private func sort(_ mail: TransferInbox.Mail) {
    let now = ContinuousClock.now
    for (host, duration) in mail.pauses {
      for id in queue.pause(host, for: duration, now: now) {
        answerWaiting(id, .failure(.askedToWait, detail: nil, retryAfter: duration))
      }
    }
    for job in mail.jobs { admit(job, now: now) }
    for id in mail.cancelled { cancel(id, now: now) }
    for (id, isMissing) in mail.lookups {
      let kind: PageLoadError.Kind = isMissing ? .noSuchHost : .nameLookupFailed
      lookups.answered(id)?.waiter.resume(returning: .failure(kind, detail: nil))
    }
  }

  private func admit(_ job: TransferJob, now: Instant) {
    if job.cancellation.isSet {
      return job.waiter.resume(returning: .failure(.cancelled, detail: nil))
    }
    switch queue.enqueue(job.id, host: job.target.host, now: now) {
    case .queued: waiting[job.id] = job
    case .full: job.waiter.resume(returning: .failure(.overloaded, detail: nil))
    case .askedToWait(let duration):
      job.waiter.resume(returning: .failure(.askedToWait, detail: nil, retryAfter: duration))
    }
  }

  private func cancel(_ id: TransferJob.ID, now: Instant) {
    if let job = waiting[id] {
      _ = queue.remove(id, host: job.target.host, now: now)
      answerWaiting(id, .failure(.cancelled, detail: nil))
    } else if let transfer = running[id] {
      end(transfer, .failure(.cancelled, detail: nil), now: now)
    } else if let job = lookups.close(id) {
      job.waiter.resume(returning: .failure(.cancelled, detail: nil))
    }
  }

  private func answerWaiting(_ id: TransferJob.ID, _ outcome: TransferOutcome) {
    waiting.removeValue(forKey: id)?.waiter.resume(returning: outcome)
  }

  // MARK: Transfers

  private func startWhatMay(now: Instant) {
    while let id = queue.next(now: now) {
      guard let job = waiting.removeValue(forKey: id) else { continue }
      let transfer = Transfer(job, settings: settings, now: now)
      running[id] = transfer
      if !transfer.begin(on: multi, settings: settings) {
        end(transfer, .failure(.failed, detail: "libcurl refused the transfer"), now: now)
      }
    }
  }

  private func collect() -> Int {
    var count = 0
    var finished = strata_http_finished()
    while strata_http_multi_next_finished(multi, &finished) {
      let transfer = Transfer.of(strata_http_transfer_context(finished.transfer))
      let now = ContinuousClock.now
      let outcome = transfer.outcome(finished.result, now: now)
      if case .failure(.noSuchHost, _, _) = outcome, !transfer.isProxied {
        askWhetherHostExists(transfer, now: now)
      } else {
        end(transfer, outcome, now: now)
      }
      count += 1
    }
    return count
  }

  // libcurl does not tell a host that does not exist from a name server that is away.
  private func askWhetherHostExists(_ transfer: Transfer, now: Instant) {
    let job = transfer.job
    release(transfer, now: now)
    let deadline = max(now, transfer.start + job.timeLimit)
    if !lookups.open(job, deadline: deadline) {
      job.waiter.resume(returning: .failure(.nameLookupFailed, detail: nil))
    }
  }

  private func end(_ transfer: Transfer, _ outcome: TransferOutcome, now: Instant) {
    release(transfer, now: now)
    transfer.job.waiter.resume(returning: outcome)
  }

  private func release(_ transfer: Transfer, now: Instant) {
    transfer.release()
    running[transfer.job.id] = nil
    queue.finish(host: transfer.job.target.host, now: now)
  }

  // MARK: Waiting and ending

  private func wait() {
    let now = ContinuousClock.now
    let wakes = [queue.nextWake(now: now), lookups.nextDeadline].compactMap { $0 }
    let limit = wakes.min().map { $0 > now ? (now.duration(to: $0)).wholeMilliseconds + 1 : 0 }
    // libcurl's own timers end the wait too. A second is how late the check of slow bodies may be.
    let longest: Int64 = running.isEmpty ? 3_600_000 : 1000
    if !strata_http_multi_wait(multi, Int32(min(limit ?? longest, longest))) {
      // Without memory it returns at once, and the loop must not spin.
      strata_thread_rest(10)
    }
  }

  private func tearDown() {
    giveBack(inbox.shut())
    for transfer in running.values {
      transfer.release()
      transfer.job.waiter.resume(returning: .failure(.shutDown, detail: nil))
    }
    for job in waiting.values { job.waiter.resume(returning: .failure(.shutDown, detail: nil)) }
    for job in lookups.closeAll() { job.waiter.resume(returning: .failure(.shutDown, detail: nil)) }
    strata_http_multi_destroy(multi)
  }

  private func giveBack(_ mail: TransferInbox.Mail) {
    for job in mail.jobs { job.waiter.resume(returning: .failure(.shutDown, detail: nil)) }
  }
}
