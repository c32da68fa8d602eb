import Strata

/// A record as a file holds it, in JSON.
struct FileRecord<Value: Codable & Sendable>: Codable {
  // snippet: fields
  /// The whole key: file names are hashes, and two keys may have one.
  var key: String
  /// Where in the key its domain stands.
  var domain: Range<Int>
  var value: Value?
  /// All that decides about the record's life and its place among others.
  var createDate: Timestamp
  var updateDate: Timestamp?
  var stamp: Stamp
  /// In nanoseconds.
  var timeToLive: Int64?
  /// A case of its own: no number means never.
  var livesForEver: Bool
  var isExpired: Bool
  var validators: Validators?
  var tags: [String]
  var absence: Absence?
  // end snippet

  init(_ record: CacheRecord<Value>, for key: CacheKey) {
    self.key = key.text
    domain = key.domainRange
    value = record.value
    createDate = record.createDate
    updateDate = record.updateDate
    stamp = record.stamp
    timeToLive = record.timeToLive?.duration?.saturatingNanoseconds
    livesForEver = record.timeToLive == .never
    isExpired = record.metadata.isExpiredByHand
    validators = record.validators
    tags = record.tags
    absence = record.absence
  }

  // snippet: record
  /// The record, as old as it was: `restored` takes its age from the dates, once.
  func record(clock: CacheClock) -> CacheRecord<Value> {
    let life: TimeToLive? =
      livesForEver ? .never : timeToLive.map { .after(.nanoseconds($0)) }
    return CacheRecord(
      value: value,
      metadata: .restored(
        createDate: createDate, updateDate: updateDate, stamp: stamp, timeToLive: life,
        validators: validators, tags: tags, absence: absence, expiredByHand: isExpired,
        clock: clock))
  }
  // end snippet

  var cacheKey: CacheKey { CacheKey(stored: key, domain: domain) }
}
