import Foundation
import StrataTesting
import Synchronization
import Testing

@testable import Strata

/// Random operations on a whole cache, two tiers and an origin, with a plain model beside it that knows what may
/// be answered.
///
/// The rules after each step: nothing is fresh after its time; nothing older than the last good value is
/// answered; what was removed does not come back; one load a key at a time; no error while there is a usable
/// value; the memory tier keeps its limit.
@Suite struct CacheModelTests {
  #if DEBUG
    static let steps = 2_500
  #else
    static let steps = 12_500
  #endif
  /// `STRATA_MODEL_STEPS` for more a seed.
  static let stepsPerSeed =
    ProcessInfo.processInfo.environment["STRATA_MODEL_STEPS"].flatMap { Int($0) } ?? steps

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func everyAnswerIsOneThatTheRulesAllow(seed: UInt64) async throws {
    var run = ModelRun(seed: seed)
    for step in 0..<Self.stepsPerSeed {
      await run.step()
      if let fault = run.fault {
        Issue.record("seed \(seed), step \(step): \(fault); the last steps: \(run.trail)")
        break
      }
    }
    await run.finish()
    if let fault = run.fault { Issue.record("seed \(seed), at the end: \(fault)") }
  }
}

/// One run: the cache, the model and the dice.
private struct ModelRun {
  /// What the model knows of a stored value.
  struct Stored {
    var version: Int
    var loadedAt: MonotonicInstant
    /// When it was made stale by hand.
    var expiredAt: MonotonicInstant?
    /// Whether it has been past its grace: it may have been dropped since, though a longer life came.
    var mayBeGone = false
  }

  /// A call whose load is held.
  struct Pending {
    let load: HeldOrigin.Load
    let call: Task<Bench.Outcome, Never>
    /// What there was when it began.
    let former: Stored?
    let beganAt: MonotonicInstant
    /// Whether the result must not be stored: there was a removal or an expiry since.
    var isDead = false
    /// Whether callers that come now start another load.
    var isDetached = false
  }

  /// Keys that no ledger of removals takes for each other: what such a mistake costs, a load more, is no fault.
  static let keys: [CacheKey] = {
    var slots: Set<UInt64> = []
    let domains = (0..<100).map { "host\($0)" }.filter {
      slots.insert(CacheKey.hash($0) >> 20 & 15).inserted
    }
    slots = []
    let keys = (0..<1_000).map { CacheKey("page\($0)", in: domains[$0 % 3]) }.filter {
      slots.insert($0.hash >> 20 & 127).inserted
    }
    return Array(keys.prefix(24))
  }()
  static let grace = Duration.hours(30)
  static func tags(_ key: CacheKey) -> [String] { ["tag\(key.text.utf8.last! % 2)"] }

  private var random: SeededRandom
  private let time = ManualClock()
  private let origin = HeldOrigin { ModelRun.tags($0) }
  private let memory: MemoryCacheManager<String>
  private let outage = FailureSwitch()
  private var isDiskAway = false
  private let stack: TieredCacheManager<String>
  private let cache: Cache<String>
  private var life = Duration.hours(10)

  private var stored: [CacheKey: Stored] = [:]
  private var pending: [Pending] = []
  /// The loads that a call would join.
  private var flights: Set<CacheKey> = []
  private(set) var fault: String?
  private(set) var trail: [String] = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let clock = time.clock
    memory = MemoryCacheManager(
      limits: MemoryLimits(entries: 8, bytes: nil), shards: 1, clock: clock)
    let (top, outage) = (memory, outage)
    let below = MemoryCacheManager<String>(
      limits: MemoryLimits(entries: nil, bytes: nil), name: "disk", shards: 1, clock: clock)
    stack = TieredCacheManager(clock: clock) {
      top
      Tier(below.failing(by: outage), name: "disk")
    }
    cache = Cache(
      stack, policy: Self.policy(.hours(10)), breaker: nil, clock: clock, sweepInterval: nil,
      random: { 1 }, loadingWith: { [origin] in try await origin.load($0) })
  }

  private static func policy(_ life: Duration) -> ExpiryPolicy {
    Bench.policy {
      $0.updateInterval = .after(life)
      $0.grace = .after(grace)
    }
  }

  // MARK: The model

  private func staleAt(_ stored: Stored) -> MonotonicInstant {
    stored.expiredAt ?? stored.loadedAt.advanced(by: life)
  }

  private func isFresh(_ stored: Stored) -> Bool { time.now < staleAt(stored) }

  private func isUsable(_ stored: Stored) -> Bool {
    time.now < staleAt(stored).advanced(by: Self.grace)
  }

  /// Whether the disk tier has all that it should and answers.
  private var isWhole: Bool { stack.tiers[1].isHealthy && !isDiskAway }

  private mutating func fail(_ text: String) { fault = fault ?? text }

  private mutating func note(_ text: String) {
    trail.append(text)
    if trail.count > 12 { trail.removeFirst() }
  }

  /// Takes in that a load ended well.
  private mutating func landed(_ key: CacheKey, _ version: Int) {
    if let known = stored[key], known.version >= version { return }
    stored[key] = Stored(version: version, loadedAt: time.now)
  }

  /// What is loaded for keys now has begun before a removal or a newer value.
  private mutating func overtake(where isCovered: (CacheKey) -> Bool) {
    for index in pending.indices where isCovered(pending[index].load.key) {
      pending[index].isDead = true
      pending[index].isDetached = true
    }
  }

  // MARK: Steps

  mutating func step() async {
    let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: await get(key)
    case 45..<55: await begin(key)
    case 55..<66: await release()
    case 66..<72: await advance()
    case 72..<77: await insert(key)
    case 77..<83: await delete(key)
    case 83..<88: await expire(key)
    case 88..<91: await remove()
    case 91..<94: toggleOrigin()
    case 94..<97: toggleDisk()
    default: changePolicy()
    }
    if memory.statistics.entryCount ?? 0 > 8 { fail("the memory tier is over its limit") }
  }

  /// Lets all go on, and has a last look at each key.
  mutating func finish() async {
    while !pending.isEmpty { await release() }
    if isDiskAway { toggleDisk() }
    for key in Self.keys where fault == nil { await get(key) }
  }

  private mutating func get(_ key: CacheKey) async {
    if flights.contains(key) { return }
    let known = stored[key]
    let isDown = origin.isDown
    let wasWhole = isWhole
    let before = (origin.running(key), origin.lastVersion)
    let outcome = await cache.outcome(key)
    note("get \(key): \(outcome)")
    check(outcome, key, known, isDown: isDown, isWhole: wasWhole, newFrom: before.1)
    if origin.running(key) != before.0 { fail("a load of \(key) goes on after its call") }
  }

  private mutating func check(
    _ outcome: Bench.Outcome, _ key: CacheKey, _ known: Stored?, isDown: Bool, isWhole: Bool,
    newFrom last: Int
  ) {
    switch outcome {
    case .fresh(let text):
      guard let version = version(text, of: key) else { return fail("\(text) for \(key)") }
      if let known, version == known.version {
        if !isFresh(known) { fail("\(text) is fresh after its time") }
      } else if let known, version < known.version {
        fail("\(text) is older than #\(known.version)")
      } else {
        // New: a load of this very moment.
        if isDown { fail("\(text) is new, and the origin is down") }
        if let known, isFresh(known), isWhole, !known.mayBeGone {
          fail("\(text) was loaded though there was a fresh one")
        }
        if version <= floor[key, default: 0] { fail("\(text) was removed") }
        if version <= last { fail("\(text) is not of a load of this call, and nobody stored it") }
        landed(key, version)
      }
    case .stale(let text, _):
      guard let known, version(text, of: key) == known.version else {
        return fail("\(text) is not the last good value, \(known?.version ?? 0)")
      }
      if !isUsable(known) { fail("\(text) is past its grace") }
      if isWhole, isFresh(known) { fail("\(text) is told stale and is fresh") }
      if !isDown { fail("\(text) is stale though the origin works") }
    case .failed(let code):
      if !isDown { fail("\(code) for \(key) though the origin works") }
      if isWhole, let known, isUsable(known), !known.mayBeGone {
        fail("\(code) for \(key) though #\(known.version) is there")
      }
    }
  }

  /// The newest version that was removed, by key.
  private var floor: [CacheKey: Int] = [:]

  private func version(_ text: String, of key: CacheKey) -> Int? {
    guard text.hasPrefix("\(key)#") else { return nil }
    return Int(text.dropFirst(key.text.count + 1))
  }

  /// Starts a call whose load is held.
  private mutating func begin(_ key: CacheKey) async {
    if flights.contains(key) || pending.count >= 6 { return }
    let known = stored[key]
    if let known, isFresh(known) { return }
    origin.holdNextLoad(of: key)
    let (cache, isOver) = (cache, Flag())
    let call = Task {
      let outcome = await cache.outcome(key)
      isOver.set()
      return outcome
    }
    var arrived: HeldOrigin.Load?
    while arrived == nil, !isOver.isSet {
      arrived = origin.takeArrived(key)
      await Task.yield()
    }
    guard let load = arrived ?? origin.takeArrived(key) else {
      return fail("\(key) was not loaded: \(await call.value)")
    }
    note("begin \(key)#\(load.version)")
    pending.append(Pending(load: load, call: call, former: known, beganAt: time.now))
    flights.insert(key)
  }

  /// Lets one of those go on, and sees what its caller gets.
  private mutating func release() async {
    guard !pending.isEmpty else { return }
    await release(at: Int.random(in: 0..<pending.count, using: &random))
  }

  private mutating func release(at index: Int) async {
    let one = pending.remove(at: index)
    let key = one.load.key
    let succeeds = Int.random(in: 0..<4, using: &random) > 0
    origin.release(one.load, succeeding: succeeds)
    let outcome = await one.call.value
    note("end \(key)#\(one.load.version) \(succeeds) \(one.isDead ? "dead" : ""): \(outcome)")
    if !one.isDetached { flights.remove(key) }
    switch outcome {
    case .fresh(let text):
      if !succeeds || version(text, of: key) != one.load.version {
        fail("\(text) from a held load")
      }
    case .stale(let text, _):
      if succeeds || version(text, of: key) != one.former?.version { fail("\(text) as a fallback") }
    case .failed:
      if succeeds { fail("a load that went well failed") }
    }
    if succeeds, !one.isDead { landed(key, one.load.version) }
    // The load's own end comes after its callers'.
    await eventually { [cache, origin] in
      cache.flights.flight(key) == nil || origin.running(key) > 0
    }
  }

  private mutating func advance() async {
    let step = Duration.minutes(Int.random(in: 1...600, using: &random))
    // No load outlives what it may have to give way to.
    let bound = time.now.advanced(by: step - .hours(5))
    while let late = pending.firstIndex(where: { $0.beganAt < bound }) { await release(at: late) }
    note("advance \(step)")
    time.advance(by: step)
    noteDead()
  }

  private mutating func noteDead() {
    let dead = stored.filter { !isUsable($0.value) }.keys
    for key in dead { stored[key]?.mayBeGone = true }
  }

  private mutating func insert(_ key: CacheKey) async {
    let version = origin.nextVersion()
    note("insert \(key)#\(version)")
    try? await cache.insert(
      "\(key)#\(version)", for: key, details: LoadDetails(tags: Self.tags(key)))
    overtake { $0 == key }
    flights.remove(key)
    landed(key, version)
  }

  private mutating func delete(_ key: CacheKey) async {
    note("delete \(key)")
    let floor = origin.nextVersion()
    _ = try? await cache.delete(key)
    forget([key], upTo: floor)
    flights.remove(key)
  }

  private mutating func remove() async {
    let floor = origin.nextVersion()
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let domain = Self.keys[1].domain ?? ""
      note("remove \(domain)")
      try? await cache.removeAll(inDomain: domain)
      forget(Self.keys.filter { $0.domain == domain }, upTo: floor)
      flights = flights.filter { $0.domain != domain }
    case 1:
      note("remove tag1")
      try? await cache.removeAll(tagged: "tag1")
      forget(Self.keys.filter { Self.tags($0) == ["tag1"] }, upTo: floor)
      // Which tags a load will bring is not known: each begins anew.
      for index in pending.indices { pending[index].isDetached = true }
      flights = []
    default:
      note("remove all")
      try? await cache.removeAll()
      forget(Self.keys, upTo: floor)
      flights = []
    }
  }

  private mutating func forget(_ keys: [CacheKey], upTo version: Int) {
    for key in keys {
      stored[key] = nil
      floor[key] = version
    }
    overtake { keys.contains($0) }
  }

  private mutating func expire(_ key: CacheKey) async {
    // With the disk away nobody knows what it has.
    guard isWhole else { return }
    note("expire \(key)")
    let floor = origin.nextVersion()
    _ = try? await cache.expire(key)
    overtake { $0 == key }
    flights.remove(key)
    if let known = stored[key], isUsable(known) {
      let end = min(staleAt(known), time.now)
      stored[key]?.expiredAt = end
    } else {
      stored[key] = nil
      self.floor[key] = floor
    }
  }

  private mutating func toggleOrigin() {
    origin.isDown.toggle()
    note("origin \(origin.isDown ? "down" : "up")")
  }

  private mutating func toggleDisk() {
    isDiskAway.toggle()
    if isDiskAway { outage.fail() } else { outage.recover() }
    note("disk \(isDiskAway ? "away" : "back")")
  }

  private mutating func changePolicy() {
    life = life == .hours(10) ? .hours(2) : .hours(10)
    note("life \(life)")
    cache.policy = Self.policy(life)
    noteDead()
  }
}

/// Set once.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
