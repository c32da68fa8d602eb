/// Decides which transfer may start: a plain value, without clock, lock or socket.
///
/// Hosts that have work waiting take turns, so that one host with a thousand pages waiting does not
/// hold up another with one.
struct TransferQueue {
  typealias ID = UInt64
  typealias Instant = ContinuousClock.Instant

  enum Admission: Equatable {
    case queued
    case full
    case askedToWait(Duration)
  }

  private struct Host {
    var inFlight = 0
    var waiting: [ID] = []
    var notBefore: Instant?
    var pausedUntil: Instant?
  }

  private let manners: LoadManners
  private var hosts: [String: Host] = [:]
  /// The hosts that have work waiting, the next one first.
  private var turn: [String] = []
  /// In order of arrival; holds what has started too, until its time comes.
  private var arrivals: [(id: ID, host: String, deadline: Instant)] = []
  private var lastSweep: Instant?
  private(set) var inFlight = 0
  private(set) var waiting = 0

  init(_ manners: LoadManners) {
    self.manners = manners
  }

  /// How many hosts are remembered.
  var hostCount: Int { hosts.count }

  mutating func enqueue(_ id: ID, host: String, now: Instant) -> Admission {
    if let until = hosts[host]?.pausedUntil, until > now { return .askedToWait(until - now) }
    guard waiting < manners.waiting else { return .full }
    if hosts[host, default: Host()].waiting.isEmpty { turn.append(host) }
    hosts[host, default: Host()].waiting.append(id)
    arrivals.append((id, host, now + manners.waitingLimit))
    waiting += 1
    return .queued
  }

  /// The next transfer to start, which takes a slot until `finish`; nil when none may start now.
  mutating func next(now: Instant) -> ID? {
    guard inFlight < max(1, manners.transfers) else { return nil }
    guard let position = turn.firstIndex(where: { isReady($0, now: now) }) else { return nil }
    let name = turn.remove(at: position)
    let id = hosts[name]!.waiting.removeFirst()
    if !hosts[name]!.waiting.isEmpty { turn.append(name) }
    hosts[name]!.inFlight += 1
    if manners.pausePerHost > .zero { hosts[name]!.notBefore = now + manners.pausePerHost }
    inFlight += 1
    waiting -= 1
    return id
  }

  mutating func finish(host: String, now: Instant) {
    hosts[host]?.inFlight -= 1
    inFlight -= 1
    forgetIfIdle(host, now: now)
  }

  /// Takes a waiting transfer out; false when it is not waiting.
  mutating func remove(_ id: ID, host: String, now: Instant) -> Bool {
    guard let index = hosts[host]?.waiting.firstIndex(of: id) else { return false }
    hosts[host]!.waiting.remove(at: index)
    if hosts[host]!.waiting.isEmpty { turn.removeAll { $0 == host } }
    waiting -= 1
    forgetIfIdle(host, now: now)
    return true
  }

  /// Takes out those that have waited too long.
  mutating func expired(now: Instant) -> [ID] {
    let due = arrivals.prefix { $0.deadline <= now }
    arrivals.removeFirst(due.count)
    return due.filter { remove($0.id, host: $0.host, now: now) }.map(\.id)
  }

  /// Leaves a host alone for some time, and takes out what waits for it.
  mutating func pause(_ host: String, for duration: Duration, now: Instant) -> [ID] {
    let duration = min(duration, manners.longestRetryAfter)
    guard duration > .zero else { return [] }
    if hosts.count >= Self.rememberedHosts { forgetIdleHosts(now: now) }
    guard hosts.count < Self.rememberedHosts || hosts[host] != nil else { return [] }
    let until = max(hosts[host]?.pausedUntil ?? now, now + duration)
    hosts[host, default: Host()].pausedUntil = until
    let ids = hosts[host]!.waiting
    for id in ids { _ = remove(id, host: host, now: now) }
    return ids
  }

  /// When there is next something to do though nothing happens; nil: never.
  func nextWake(now: Instant) -> Instant? {
    let isFull = inFlight >= max(1, manners.transfers)
    let start = isFull ? nil : turn.compactMap { hosts[$0]?.notBefore }.filter { $0 > now }.min()
    guard waiting > 0, let patience = arrivals.first?.deadline else { return start }
    return start.map { min($0, patience) } ?? patience
  }

  static let rememberedHosts = 4096

  private func isReady(_ name: String, now: Instant) -> Bool {
    guard let host = hosts[name], host.inFlight < max(1, manners.transfersPerHost) else {
      return false
    }
    return host.notBefore.map { $0 <= now } ?? true
  }

  private mutating func forgetIfIdle(_ name: String, now: Instant) {
    guard let host = hosts[name], host.inFlight == 0, host.waiting.isEmpty else { return }
    if let until = host.pausedUntil, until > now { return }
    if let pause = host.notBefore, pause > now {
      // Kept for its pacing, but hosts named by strangers must not pile up.
      if hosts.count >= Self.rememberedHosts { forgetIdleHosts(now: now) }
      return
    }
    hosts[name] = nil
  }

  private mutating func forgetIdleHosts(now: Instant) {
    // It looks at all of them, so not with every call.
    if let lastSweep, now - lastSweep < .seconds(1) { return }
    lastSweep = now
    hosts = hosts.filter { _, host in
      host.inFlight > 0 || !host.waiting.isEmpty
        || max(host.pausedUntil ?? now, host.notBefore ?? now) > now
    }
  }
}
