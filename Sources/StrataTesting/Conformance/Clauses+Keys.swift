import Strata

extension CacheManagerConformance {
  /// Keys that some stores take for one another, or can't take.
  static let oddKeys: [CacheKey] = {
    let long = String(repeating: "k", count: 510)
    let longer = String(repeating: "k", count: 99_999)
    let texts = [
      "", " ", ".", "..", "A", "a", "A.1", "A.2", "a.1", "A/1", "A%2F1", "A%2f1", "../A", "./A",
      "A/",
      "A\0B", "A\0C", "\0", "A\n", "key with spaces", "e\u{301}", "\u{e9}", "\u{212b}", "\u{c5}",
      "ﬁ", "fi", "😀", "con", "nul.txt", "%00", long + "a", long + "b", long + "aa", long + "ab",
      longer + "a", longer + "b", long,
    ]
    return texts.map { CacheKey($0) }
      + [
        CacheKey("x", in: "users"), CacheKey("x", in: "Users"), CacheKey("x", in: "e\u{301}"),
        CacheKey("x", in: "\u{e9}"), CacheKey("", in: "users"), CacheKey("users", in: "x"),
      ]
  }()

  /// That keys are kept apart by their bytes.
  static func keyClauses<Value>() -> [ConformanceClause<Value>] {
    [
      ConformanceClause(
        "keys are kept apart by their bytes, whatever their length, case, dots or composition"
      ) { context in
        var records: [(CacheKey, CacheRecord<Value>)] = []
        for (number, key) in oddKeys.enumerated() {
          let record = context.record(number)
          try await context.store(record, key)
          records.append((key, record))
        }
        for (key, record) in records {
          context.expect(try await context.fetch(key), equals: record, context.name(of: key))
        }
        // Each second one goes, and only that.
        for (index, (key, _)) in records.enumerated() where index.isMultiple(of: 2) {
          let isDeleted = try await context.manager.delete(key, asOf: context.stamp())
          context.expect(isDeleted, "\(context.name(of: key)) was gone before it was deleted")
        }
        for (index, (key, record)) in records.enumerated() {
          context.expect(
            try await context.fetch(key), equals: index.isMultiple(of: 2) ? nil : record,
            "\(context.name(of: key)) after deletions")
        }
      },
      ConformanceClause("many keys are kept apart") { context in
        let keys = (0..<500).map { CacheKey("\($0)", in: "d\($0 % 7).example") }
        for (number, key) in keys.enumerated() {
          try await context.store(context.record(number), key)
        }
        let found = try await context.manager.fetch(keys)
        for (number, record) in found.enumerated() {
          context.expect(
            record?.value == context.values.make(number), "key \(number) has another's value")
        }
      },
    ]
  }
}

extension ConformanceContext {
  /// A key as findings can show it.
  func name(of key: CacheKey) -> String {
    let bytes = key.text.utf8.count
    let text = key.text.unicodeScalars.prefix(24).map { $0.escaped(asASCII: true) }.joined()
    return "\"\(text)\" (\(bytes) bytes, domain \(key.domain ?? "none"))"
  }
}
