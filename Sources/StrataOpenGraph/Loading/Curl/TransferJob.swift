import Synchronization

/// One request to one URL, and who waits for its answer.
struct TransferJob: Sendable {
  typealias ID = TransferQueue.ID

  let id: ID
  let target: LoadTarget
  let headers: [String]
  let rules: ResponseReader.Rules
  let timeLimit: Duration
  let acceptsPartialBody: Bool
  let cancellation: Cancellation
  /// Resumed once, by the loop that has taken the job.
  let waiter: CheckedContinuation<TransferOutcome, Never>

  /// Set when the task is cancelled, which may be before the job is handed in.
  final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
  }
}

/// How a transfer ended.
enum TransferOutcome: Sendable {
  case answer(TransferAnswer)
  case failure(PageLoadError.Kind, detail: String?, retryAfter: Duration? = nil)
}

/// What an origin answered to one request: a page, a redirect, or an error status.
struct TransferAnswer: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]
  var ending: PageResponse.Ending
  var remoteAddress: String?
  /// From the start of the transfer, without the time it had to wait for that.
  var elapsed: Duration
}
