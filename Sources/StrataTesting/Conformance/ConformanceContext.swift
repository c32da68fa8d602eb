import Strata
import Synchronization

/// What a clause works with: a manager, records to put in, and a place for what does not hold.
final class ConformanceContext<Value: Sendable & Equatable>: Sendable {
  private static var mostFindings: Int { 5 }

  let manager: any CacheManager<Value>
  let values: ConformanceValues<Value>
  let options: ConformanceOptions
  let clock: CacheClock
  private let found = Mutex<[String]>([])

  init(
    _ manager: any CacheManager<Value>, _ values: ConformanceValues<Value>,
    _ options: ConformanceOptions, _ clock: CacheClock
  ) {
    self.manager = manager
    self.values = values
    self.options = options
    self.clock = clock
  }

  /// What does not hold, the first few.
  var findings: [String] { found.withLock { $0 } }

  // MARK: Findings

  func note(_ finding: String) {
    found.withLock { if $0.count < Self.mostFindings { $0.append(finding) } }
  }

  func expect(_ condition: Bool, _ otherwise: @autoclosure () -> String) {
    if !condition { note(otherwise()) }
  }

  /// Notes it when the two differ in anything that a manager must keep.
  func expect(
    _ found: CacheRecord<Value>?, equals wanted: CacheRecord<Value>?,
    _ place: @autoclosure () -> String
  ) {
    guard let wanted else {
      expect(found == nil, "\(place()): found \(Self.text(found)), expected none")
      return
    }
    guard let found else {
      note("\(place()): found none, expected \(Self.text(wanted))")
      return
    }
    expect(found.value == wanted.value, "\(place()): the value differs")
    expect(
      found.stamp == wanted.stamp,
      "\(place()): stamp is \(found.stamp.rawValue), expected \(wanted.stamp.rawValue)")
    expect(
      isSame(found.createDate, wanted.createDate),
      "\(place()): createDate is \(found.createDate.nanoseconds) ns, expected "
        + "\(wanted.createDate.nanoseconds) ns")
    expect(
      isSame(found.updateDate, wanted.updateDate),
      "\(place()): updateDate is \(Self.text(found.updateDate)), expected "
        + Self.text(wanted.updateDate))
    expect(
      found.timeToLive == wanted.timeToLive,
      "\(place()): timeToLive is \(Self.text(found.timeToLive)), expected "
        + Self.text(wanted.timeToLive))
    expect(
      found.validators == wanted.validators,
      "\(place()): validators are \(Self.text(found.validators)), expected "
        + Self.text(wanted.validators))
    expect(
      found.tags == wanted.tags, "\(place()): tags are \(found.tags), expected \(wanted.tags)")
    expect(
      found.absence == wanted.absence,
      "\(place()): absence is \(Self.text(found.absence)), expected \(Self.text(wanted.absence))")
    expect(
      found.metadata.isExpiredByHand == wanted.metadata.isExpiredByHand,
      "\(place()): isExpiredByHand is \(found.metadata.isExpiredByHand)")
  }

  private func isSame(_ one: Timestamp?, _ other: Timestamp?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    let difference = one.duration(since: other)
    return difference < options.dateResolution && difference > .zero - options.dateResolution
  }

  private static func text(_ value: (some Any)?) -> String {
    value.map { "\($0)" } ?? "nil"
  }

  private static func text(_ record: CacheRecord<Value>?) -> String {
    guard let record else { return "none" }
    return record.updateDate == nil
      ? "an empty record" : "a record of stamp \(record.stamp.rawValue)"
  }

  // MARK: Records

  func stamp() -> Stamp { clock.nextStamp() }

  /// A filled record with the next stamp, or the one given.
  func record(_ number: Int, stamp: Stamp? = nil, tags: [String] = []) -> CacheRecord<Value> {
    CacheRecord(
      value: values.make(number), stamp: stamp ?? clock.nextStamp(), tags: tags, clock: clock)
  }

  /// An empty record with a stamp that no real one has.
  func empty(stamp: Stamp) -> CacheRecord<Value> {
    CacheRecord(
      value: nil,
      metadata: RecordMetadata(
        createDate: clock.date, updateDate: nil, updateInstant: clock.now, stamp: stamp))
  }

  /// Stores a record that must be taken.
  func store(_ record: CacheRecord<Value>, _ key: CacheKey) async throws {
    let isStored = try await manager.updateIfNeeded(record, for: key)
    expect(isStored, "\(key.text.prefix(40)): a new record was not stored")
  }

  /// What every way of reading gives for a key, which must be the same.
  func fetch(_ key: CacheKey) async throws -> CacheRecord<Value>? {
    let ready = manager.fetchIfReady(key)
    let found = try await manager.fetch(key)
    let place = key.text.prefix(40)
    if let ready { expect(found, equals: ready, "\(place) by fetchIfReady and by fetch") }
    expect(try await manager.locate(key)?.record, equals: found, "\(place) by locate and by fetch")
    let batch = try await manager.fetch([key])
    expect(batch.count == 1, "a batch of one key gave \(batch.count) answers")
    if let first = batch.first { expect(first, equals: found, "\(place) by batch and by fetch") }
    return found
  }

  /// Seeds for the runs of a random clause.
  var seeds: [UInt64] {
    (0..<Swift.max(options.runs, 1)).map { options.firstSeed &+ UInt64($0) }
  }
}
