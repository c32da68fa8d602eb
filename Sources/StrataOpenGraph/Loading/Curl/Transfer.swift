import CStrataWeb

/// A running transfer. It lives on the loop's thread; libcurl calls it there.
final class Transfer {
  typealias Instant = ContinuousClock.Instant

  let job: TransferJob
  let start: Instant
  private(set) var reader: ResponseReader
  private let proxy: String?
  private let addresses: AddressPolicy
  private var speed: SpeedGuard
  private var drainStart: Instant?
  private var blocked: PageLoadError.Kind?
  private var handle: OpaquePointer?

  init(_ job: TransferJob, settings: TransferLoop.Settings, now: Instant) {
    self.job = job
    start = now
    reader = ResponseReader(job.rules)
    proxy = settings.proxies.proxy(for: job.target)
    addresses = settings.addresses
    speed = SpeedGuard(
      minimumBytes: settings.minimumBytesPerWindow, window: settings.speedWindow)
  }

  // MARK: What libcurl calls

  fileprivate func allows(_ address: IPAddress) -> Bool {
    // A proxy's address is the operator's own business.
    guard proxy == nil, let network = addresses.refusal(of: address) else { return true }
    blocked = .blockedAddress(address: address.description, network: network)
    return false
  }

  fileprivate func header(_ line: UnsafeRawBufferPointer) -> Bool {
    reader.header(line)
  }

  fileprivate func body(_ bytes: UnsafeRawBufferPointer) -> Bool {
    reader.body(bytes)
  }

  fileprivate func progress(received: Int64) -> Bool {
    let now = ContinuousClock.now
    switch reader.phase {
    case .header:
      return true
    case .draining:
      // The answer is known; nobody waits long for the rest.
      if let drainStart { return now - drainStart < .milliseconds(250) }
      drainStart = now
      return true
    case .body, .sniffing, .ended:
      guard reader.progress(received: received) else { return false }
      if speed.allows(received: received, now: now) { return true }
      return reader.isSatisfiedAtLast() ? false : giveUp()
    }
  }

  // MARK: What the loop calls

  /// Whether the host is asked through a proxy, which then looks up its name.
  var isProxied: Bool { proxy != nil }

  /// Hands the transfer to libcurl; false when it could not take it.
  func begin(on multi: OpaquePointer, settings: TransferLoop.Settings) -> Bool {
    var request = strata_http_request()
    request.time_limit_ms = job.timeLimit.wholeMilliseconds
    request.connect_limit_ms = min(
      settings.connectTimeLimit.wholeMilliseconds, request.time_limit_ms)
    request.context = Unmanaged.passUnretained(self).toOpaque()
    request.allows = { context, address, count, _ in
      let bytes = UnsafeBufferPointer(start: address, count: count)
      guard let address = IPAddress(bytes: bytes) else { return false }
      return Transfer.of(context).allows(address)
    }
    request.header = { Transfer.of($0).header(UnsafeRawBufferPointer(start: $1, count: $2)) }
    request.body = { Transfer.of($0).body(UnsafeRawBufferPointer(start: $1, count: $2)) }
    request.progress = { Transfer.of($0).progress(received: $1) }
    handle = job.target.url.withCString { url in
      settings.userAgent.withCString { agent in
        (proxy ?? "").withCString { proxy in
          withOptionalCString(settings.certificateAuthorities) { authorities in
            withCStrings(job.headers) { headers in
              request.url = url
              request.user_agent = agent
              request.proxy = proxy
              request.ca_file = authorities
              request.headers = headers
              return strata_http_transfer_create(multi, &request)
            }
          }
        }
      }
    }
    return handle != nil
  }

  /// Takes the transfer from libcurl, which ends it if it runs.
  func release() {
    if let handle { strata_http_transfer_destroy(handle) }
    handle = nil
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
  }

  /// What came of it, once libcurl is done.
  func outcome(_ result: strata_http_result, now: Instant) -> TransferOutcome {
    if result == STRATA_HTTP_OK { reader.finish() }
    if let failure = reader.failure { return .failure(failure, detail: nil) }
    if reader.phase == .draining || reader.ending != nil || isDiscarded {
      return answer(reader.ending ?? .complete, now: now)
    }
    switch result {
    case STRATA_HTTP_OK: return answer(.complete, now: now)
    case STRATA_HTTP_TIMED_OUT: return timedOut(now: now)
    case STRATA_HTTP_CUT_OFF, STRATA_HTTP_CONNECTION_LOST, STRATA_HTTP_BAD_ENCODING:
      if hasUsablePart { return answer(.cutOff, now: now) }
    default: break
    }
    return .failure(blocked ?? kind(of: result), detail: message)
  }

  private func giveUp() -> Bool {
    hasUsablePart ? reader.cut(.timedOut) : reader.fail(.timedOut(.receiving))
  }

  // The status says all: a redirect or an error whose body was not worth reading.
  private var isDiscarded: Bool {
    reader.phase == .ended && !(200...299).contains(reader.status)
  }

  private var hasUsablePart: Bool {
    job.acceptsPartialBody && reader.phase == .body && !reader.body.isEmpty
  }

  private func timedOut(now: Instant) -> TransferOutcome {
    if reader.isSatisfiedAtLast() { return answer(.stopped, now: now) }
    if hasUsablePart { return answer(.timedOut, now: now) }
    if let blocked { return .failure(blocked, detail: nil) }
    switch reader.phase {
    case .body, .sniffing: return .failure(.timedOut(.receiving), detail: message)
    default:
      let phase: PageLoadError.TimeOutPhase = remoteAddress == nil ? .connecting : .waiting
      return .failure(.timedOut(phase), detail: message)
    }
  }

  private func answer(_ ending: PageResponse.Ending, now: Instant) -> TransferOutcome {
    .answer(
      TransferAnswer(
        status: reader.status, headers: reader.headers, body: reader.body, ending: ending,
        remoteAddress: remoteAddress, elapsed: now - start))
  }

  private func kind(of result: strata_http_result) -> PageLoadError.Kind {
    switch result {
    case STRATA_HTTP_NO_SUCH_HOST: .noSuchHost
    case STRATA_HTTP_CONNECT_FAILED: .connectionFailed
    case STRATA_HTTP_TLS_FAILED: .tlsFailed
    case STRATA_HTTP_CUT_OFF: .bodyCutOff
    case STRATA_HTTP_CONNECTION_LOST: .connectionLost
    case STRATA_HTTP_BAD_ENCODING: .badEncoding
    case STRATA_HTTP_BAD_REPLY: .badReply
    case STRATA_HTTP_BAD_URL: .invalidURL("the network library refuses it")
    default: .failed
    }
  }

  private var remoteAddress: String? {
    handle.flatMap { strata_http_transfer_remote_address($0) }.map { String(cString: $0) }
  }

  private var message: String? {
    handle.map { String(cString: strata_http_transfer_message($0)) }
  }
}
