import Synchronization

/// The partitions of a manager, and who may use which: decides under its owner's lock, and leaves opening,
/// waiting and closing to it.
///
/// A partition is first `opening`, by one call, while others that want it wait; then `open`; then
/// `closing`, from when nobody uses it on, while others that want it wait and then open it anew.
struct PartitionTable<Value: Sendable>: Sendable {
  enum Phase: Sendable {
    case opening
    case open(any CacheManager<Value>)
    case closing
  }

  /// A partition that the caller may use until it calls `release` of the token.
  struct Lease: Sendable {
    let token: PartitionToken
    let manager: any CacheManager<Value>
  }

  enum Decision: Sendable {
    case use(Lease)
    /// The caller opens it, after closing the others for room.
    case open(PartitionToken, closing: [Lease])
    /// Ask again after the signal.
    case wait(OneTimeSignal)
    /// It is not open, and the call has no need of it.
    case notOpen
    /// A removal came since the write began.
    case refused
    /// The whole manager is closed.
    case closed
  }

  /// What the caller wants a partition for.
  enum Purpose: Sendable {
    /// Something that has nothing to do with a partition that is not open.
    case existing
    case any
    case write(CacheKey, tags: [String], asOf: Stamp)
  }

  private struct Slot {
    let token: PartitionToken
    var phase: Phase
    var hosts: [UInt64] = []
  }

  private struct Host {
    let name: String
    let lease: Lease
  }

  private let limit: Int
  private var slots: [String: Slot] = [:]
  // Hosts by the hash of their names, so that a hit needs neither a string nor the grouping.
  private var hosts: [UInt64: Host] = [:]
  private var pinnedCount = 0
  private var uses: UInt64 = 0
  private(set) var removals = RemovalLedger(slots: 1_024)
  private(set) var isClosed = false

  init(limit: Int) {
    self.limit = Swift.max(limit, 1)
  }

  /// How many partitions count towards the limit: those being opened and closed too.
  var count: Int { slots.count - pinnedCount }
  var isOverLimit: Bool { count > limit }
  var names: [String] { Array(slots.keys) }

  mutating func pin(_ manager: any CacheManager<Value>, for rule: PartitionRule<Value>) {
    let name = rule.pattern.description
    let token = PartitionToken(
      name: name, isPinned: true, updateInterval: rule.updateInterval, leases: 0)
    token.opened.finish()
    slots[name] = Slot(token: token, phase: .open(manager))
    pinnedCount += 1
  }

  // MARK: Use

  /// The partition of a key if it is open and the host was seen before; the caller releases it.
  mutating func hit(_ key: borrowing CacheKey) -> Lease? {
    guard let host = hosts[key.domainHash], key.hasDomain(host.name), host.lease.token.acquire()
    else { return nil }
    touch(host.lease.token)
    return host.lease
  }

  mutating func lease(
    _ place: PartitionLayout<Value>.Place, for purpose: Purpose
  ) -> Decision {
    let name = place.name
    if isClosed { return .closed }
    if case .write(let key, let tags, asOf: let began) = purpose,
      !removals.permits(key, tags: tags, asOf: began)
    {
      return .refused
    }
    switch slots[name] {
    case nil:
      if case .existing = purpose { return .notOpen }
      let victims = takeIdle(Swift.max(count + 1 - limit, 0))
      let token = PartitionToken(
        name: name, isPinned: false, updateInterval: place.rule?.updateInterval, leases: 1)
      touch(token)
      slots[name] = Slot(token: token, phase: .opening)
      return .open(token, closing: victims)
    case let slot?:
      switch slot.phase {
      case .opening: return .wait(slot.token.opened)
      case .closing: return .wait(slot.token.closed)
      case .open(let manager):
        // Closing begins under the same lock as it leaves this phase.
        guard slot.token.acquire() else { return .wait(slot.token.closed) }
        touch(slot.token)
        return .use(Lease(token: slot.token, manager: manager))
      }
    }
  }

  /// A partition if it is open, which does not count as a use; the caller releases it.
  func peek(_ name: String) -> Lease? {
    guard let slot = slots[name], case .open(let manager) = slot.phase, slot.token.acquire() else {
      return nil
    }
    return Lease(token: slot.token, manager: manager)
  }

  /// Whether a partition is still there, in whatever phase.
  func holds(_ token: PartitionToken) -> Bool {
    slots[token.name]?.token === token
  }

  /// Remembers which partition a host's keys go to.
  mutating func remember(_ key: CacheKey, _ lease: Lease) {
    let hash = key.domainHash
    guard hosts[hash] == nil, case .open? = slots[lease.token.name]?.phase else { return }
    // Many hosts may share a partition: they are bounded too.
    if hosts.count >= 4 * limit {
      hosts = [:]
      for name in slots.keys { slots[name]?.hosts = [] }
    }
    hosts[hash] = Host(name: key.domain ?? "", lease: lease)
    slots[lease.token.name]?.hosts.append(hash)
  }

  private mutating func touch(_ token: PartitionToken) {
    uses &+= 1
    token.lastUse.store(uses, ordering: .relaxed)
  }

  // MARK: Removals

  mutating func note(_ key: CacheKey, at stamp: Stamp) {
    removals.note(key, at: stamp)
  }

  mutating func note(_ scope: RemovalScope, at stamp: Stamp) {
    removals.note(scope, at: stamp)
  }

  // MARK: Opening and closing

  mutating func opened(_ token: PartitionToken, _ manager: any CacheManager<Value>) {
    slots[token.name]?.phase = .open(manager)
  }

  /// The partition is no more: it could not be opened, or is closed.
  mutating func forget(_ token: PartitionToken) {
    guard let slot = slots[token.name], slot.token === token else { return }
    if token.isPinned { pinnedCount -= 1 }
    slots[token.name] = nil
  }

  /// Begins to close what is over the limit, as far as it is idle.
  mutating func takeExcess() -> [Lease] {
    takeIdle(Swift.max(count - limit, 0))
  }

  /// Begins to close idle partitions that were last asked for before a moment.
  mutating func takeIdle(since moment: MonotonicInstant) -> [Lease] {
    slots.values.filter { $0.token.lastInstant.load(ordering: .relaxed) < moment.nanoseconds }
      .compactMap { beginClosing($0.token, onlyIfIdle: true) }
  }

  /// Begins to close a partition, in use or not, if it is open.
  mutating func closeIfOpen(_ token: PartitionToken) -> Lease? {
    holds(token) ? beginClosing(token, onlyIfIdle: false) : nil
  }

  /// Closes the manager to new calls, and begins to close what is open, in use or not.
  mutating func closeAll() -> (closing: [Lease], pending: [PartitionToken]) {
    isClosed = true
    var closing: [Lease] = []
    var pending: [PartitionToken] = []
    for slot in slots.values {
      if let lease = beginClosing(slot.token, onlyIfIdle: false) {
        closing.append(lease)
      } else {
        pending.append(slot.token)
      }
    }
    return (closing, pending)
  }

  private mutating func takeIdle(_ wanted: Int) -> [Lease] {
    guard wanted > 0 else { return [] }
    var taken: [Lease] = []
    let candidates = slots.values.filter { !$0.token.isPinned && $0.token.isIdle }
      .sorted {
        $0.token.lastUse.load(ordering: .relaxed) < $1.token.lastUse.load(ordering: .relaxed)
      }
    for candidate in candidates where taken.count < wanted {
      if let lease = beginClosing(candidate.token, onlyIfIdle: true) { taken.append(lease) }
    }
    return taken
  }

  private mutating func beginClosing(_ token: PartitionToken, onlyIfIdle: Bool) -> Lease? {
    guard let slot = slots[token.name], case .open(let manager) = slot.phase,
      !(onlyIfIdle && token.isPinned)
    else { return nil }
    if onlyIfIdle {
      guard token.beginClosingIfIdle() else { return nil }
    } else {
      token.beginClosing()
    }
    slots[token.name]?.phase = .closing
    for hash in slot.hosts { hosts[hash] = nil }
    slots[token.name]?.hosts = []
    return Lease(token: token, manager: manager)
  }
}
