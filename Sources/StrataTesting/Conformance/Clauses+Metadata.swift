import Strata

extension CacheManagerConformance {
  /// That a record comes back as it was.
  static func metadataClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause("dates, time to live, validators, tags and absence are kept") { context in
        for (number, record) in context.variety().enumerated() {
          let key = CacheKey("variety \(number)")
          try await context.store(record, key)
          context.expect(try await context.fetch(key), equals: record, "variety \(number)")
        }
      },
      ConformanceClause("a newer record takes the place of all of the older") { context in
        let variety = context.variety()
        for (number, record) in variety.enumerated() {
          try await context.store(record, "a")
          context.expect(try await context.fetch("a"), equals: record, "variety \(number)")
        }
      },
      ConformanceClause("big values are kept whole, or refused without leaving an older one") {
        context in
        guard let sized = context.values.sized else { return }
        for size in [4_096, 65_536, 300_000, 4_000_000] {
          let key = CacheKey("big \(size)")
          try await context.store(context.record(1), key)
          let record = CacheRecord(
            value: sized(size), stamp: context.stamp(), clock: context.clock)
          var isStored = false
          do throws(CacheError) {
            isStored = try await context.manager.updateIfNeeded(record, for: key)
          } catch {
            context.expect(
              error.code == .tooLarge || error.code == .full, "\(size) bytes: it throws \(error)")
          }
          context.expect(isStored || size > 1_000_000, "\(size) bytes were refused")
          let found = try await context.manager.fetch(key)
          // Tiers differ in what they take: what one stored another may have refused.
          context.expect(
            found == nil ? !isStored || size > 1_000_000 : found?.value == record.value,
            "\(size) bytes: it was \(isStored ? "stored" : "refused"), and fetch gives "
              + (found == nil ? "none" : "another value"))
        }
      },
    ]
  }
}

extension ConformanceContext {
  /// Records that differ in all that a record can have.
  func variety() -> [CacheRecord<Value>] {
    let date = clock.date
    let lives: [TimeToLive?] = [
      nil, .zero, .milliseconds(250), .seconds(1), .days(60), .days(3_650), .never,
      .after(.nanoseconds(Int64.max)), .after(.nanoseconds(1)), .seconds(-5),
      .after(.seconds(Int64.max)),
    ]
    var records = lives.enumerated().map { number, life in
      CacheRecord(
        value: values.make(number), stamp: stamp(), timeToLive: life, clock: clock)
    }
    let ages: [Duration] = [
      .zero, .nanoseconds(1), .nanoseconds(999_999_999), .milliseconds(1), .days(400),
      // Before 1970, and the odd millisecond there.
      date.duration(since: Timestamp(nanoseconds: -1_500_001)),
    ]
    records += ages.enumerated().map { number, age in
      let moment = date.advanced(by: .zero - age)
      return CacheRecord(
        value: values.make(100 + number),
        metadata: RecordMetadata(
          createDate: moment.advanced(by: .seconds(-1)), updateDate: moment,
          updateInstant: clock.now.advanced(by: .zero - age), stamp: stamp()))
    }
    records.append(
      CacheRecord(
        value: values.make(200), stamp: stamp(),
        validators: Validators(
          entityTag: "W/\"é\\\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"),
        tags: ["b", "a", "", "é", "a b,c", String(repeating: "t", count: 300)], clock: clock))
    records.append(
      CacheRecord(
        value: values.make(201), stamp: stamp(), validators: Validators(entityTag: "\"1\""),
        clock: clock))
    records.append(
      CacheRecord(
        value: nil, stamp: stamp(), timeToLive: .hours(1), tags: ["gone"],
        absence: Absence(code: "404", message: "no such page"), clock: clock))
    records.append(CacheRecord(value: nil, stamp: stamp(), clock: clock))
    let plain = record(202)
    records.append(plain.with(plain.metadata.expiredByHand(stamp: stamp(), clock: clock)))
    return records
  }
}
