/// All of a record but its value: what decides about freshness and order.
///
/// Dates are wall-clock times and are stored. `updateInstant` is the same moment as `updateDate` on this
/// process's monotonic clock: it is set when the record is made or read from a disk, so that a wall clock
/// that jumps while the process runs changes no record's age.
public struct RecordMetadata: Sendable, Equatable {
  /// When the key was first seen.
  public let createDate: Timestamp
  /// The record's place in the one order of changes.
  public let stamp: Stamp
  /// `updateDate` on the monotonic clock; without meaning when that is nil.
  public let updateInstant: MonotonicInstant

  // Flat fields with flags rather than optionals: a memory tier holds millions of these.
  private let update: Timestamp
  private let life: Duration.Nanoseconds
  private let flags: Flags
  private let rare: Rare?

  public init(
    createDate: Timestamp, updateDate: Timestamp?, updateInstant: MonotonicInstant, stamp: Stamp,
    timeToLive: TimeToLive? = nil, validators: Validators? = nil, tags: [String] = [],
    absence: Absence? = nil, expired: Bool = false
  ) {
    self.createDate = createDate
    self.updateInstant = updateInstant
    self.stamp = stamp
    var flags: Flags = []
    update = updateDate ?? createDate
    if updateDate != nil { flags.insert(.filled) }
    switch timeToLive {
    case nil: life = .init(0)
    case .never:
      life = .init(0)
      flags.formUnion([.ownLife, .never])
    case .after(let duration):
      life = .init(duration.saturatingNanoseconds)
      flags.insert(.ownLife)
    }
    if expired { flags.insert(.expired) }
    if absence != nil { flags.insert(.absent) }
    self.flags = flags
    let given = validators.flatMap { $0.isEmpty ? nil : $0 }
    rare =
      given == nil && tags.isEmpty && absence == nil
      ? nil : Rare(validators: given, tags: tags, absence: absence)
  }

  /// When the value was last got or confirmed by the origin; nil when the record was never filled.
  public var updateDate: Timestamp? { flags.contains(.filled) ? update : nil }

  /// The record's own time to live; nil when the policy decides.
  public var timeToLive: TimeToLive? {
    guard flags.contains(.ownLife) else { return nil }
    return flags.contains(.never) ? .never : .after(.nanoseconds(life.count))
  }

  /// Whether the record was expired by hand: stale from `updateDate` on, whatever its time to live,
  /// with its grace period counted from there.
  public var isExpiredByHand: Bool { flags.contains(.expired) }

  public var validators: Validators? { rare?.validators }
  public var tags: [String] { rare?.tags ?? [] }
  public var absence: Absence? { rare?.absence }

  /// Whether the record notes that the origin has no value.
  public var isAbsence: Bool { flags.contains(.absent) }
  /// Whether the record was ever filled.
  var isFilled: Bool { flags.contains(.filled) }
  /// Whether nothing but the policy decides about the record's life.
  var followsPolicy: Bool { flags == .filled }

  /// Validators, tags and absence live apart: most records have none.
  private final class Rare: Sendable, Equatable {
    let validators: Validators?
    let tags: [String]
    let absence: Absence?

    init(validators: Validators?, tags: [String], absence: Absence?) {
      self.validators = validators
      self.tags = tags
      self.absence = absence
    }

    static func == (left: Rare, right: Rare) -> Bool {
      left.validators == right.validators && left.tags == right.tags
        && left.absence == right.absence
    }
  }

  private struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let filled = Flags(rawValue: 1)
    static let ownLife = Flags(rawValue: 2)
    static let never = Flags(rawValue: 4)
    static let expired = Flags(rawValue: 8)
    static let absent = Flags(rawValue: 16)
  }
}

extension RecordMetadata {
  /// Confirmed by the origin: the same record, fresh from now on.
  ///
  /// - Parameter stamp: Taken when the load that confirmed it began.
  public func renewed(
    stamp: Stamp, timeToLive: TimeToLive?, validators: Validators?, clock: CacheClock
  ) -> RecordMetadata {
    RecordMetadata(
      createDate: createDate, updateDate: clock.date, updateInstant: clock.now, stamp: stamp,
      timeToLive: timeToLive ?? self.timeToLive, validators: validators ?? self.validators,
      tags: tags, absence: absence)
  }

  /// The metadata of the same record with a life of its own.
  func living(for timeToLive: TimeToLive) -> RecordMetadata {
    RecordMetadata(
      createDate: createDate, updateDate: updateDate, updateInstant: updateInstant, stamp: stamp,
      timeToLive: timeToLive, validators: validators, tags: tags, absence: absence,
      expired: isExpiredByHand)
  }

  /// Expired by hand: stale from a moment on, kept as a fallback for the grace period counted from there.
  ///
  /// - Parameter end: Now, or before it. Default: now.
  public func expiredByHand(
    stamp: Stamp, at end: MonotonicInstant? = nil, clock: CacheClock
  ) -> RecordMetadata {
    let now = clock.now
    let end = end ?? now
    return RecordMetadata(
      createDate: createDate, updateDate: clock.date.advanced(by: end.duration(since: now)),
      updateInstant: end, stamp: stamp, timeToLive: timeToLive, validators: validators, tags: tags,
      absence: absence, expired: true)
  }

  /// The same record as read from a disk: its age is taken from the wall clock once, now, and never
  /// below zero, so that a record from the future lives no longer than one stored now.
  ///
  /// A record dated more than `tolerance` ahead is made stale instead: the clock that dated it was
  /// wrong, or this one is.
  public static func restored(
    createDate: Timestamp, updateDate: Timestamp?, stamp: Stamp, timeToLive: TimeToLive?,
    validators: Validators?, tags: [String], absence: Absence?, expiredByHand: Bool,
    clock: CacheClock, tolerance: Duration = .seconds(5)
  ) -> RecordMetadata {
    clock.observe(stamp)
    // In nanoseconds, since every hit on disk comes here: `Duration` computes with 128 bits.
    let age = updateDate.map { clock.date.nanoseconds.subtractingSaturating($0.nanoseconds) } ?? 0
    let isFromFuture = age < 0 && age < -tolerance.saturatingNanoseconds
    let updated = clock.now.nanoseconds.subtractingSaturating(Swift.max(age, 0))
    return RecordMetadata(
      createDate: createDate, updateDate: updateDate,
      updateInstant: MonotonicInstant(nanoseconds: updated), stamp: stamp,
      timeToLive: timeToLive, validators: validators, tags: tags, absence: absence,
      expired: expiredByHand || isFromFuture)
  }
}

extension Duration {
  /// Eight bytes where `Duration` has sixteen.
  struct Nanoseconds: Sendable, Equatable {
    let count: Int64
    init(_ count: Int64) { self.count = count }
  }
}
