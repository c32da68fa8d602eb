import Strata

/// What `strata stats` tells of a cache.
struct CacheReport {
  /// Sums over the records of the whole cache, or of a domain.
  struct Share: Encodable, Hashable {
    var records = 0
    var bytes = 0
    var fresh = 0
    var stale = 0
    var dead = 0
    /// Pages that the site says are not there.
    var absent = 0
  }

  /// As `--json` prints it.
  struct Document: Encodable {
    struct Domain: Encodable {
      let domain: String
      let share: Share
    }
    let schema = 1
    let directory: String
    let usedBytes: Int?
    let total: Share
    let oldestSeconds: Double?
    let newestSeconds: Double?
    let domains: [Domain]

    private enum CodingKeys: String, CodingKey {
      case schema, directory
      case usedBytes = "used_bytes"
      case total
      case oldestSeconds = "oldest_seconds"
      case newestSeconds = "newest_seconds"
      case domains
    }
  }

  private static let shownDomains = 20
  private let directory: String
  private let used: Int?
  private var total = Share()
  private var domains: [String: Share] = [:]
  private var oldest: Duration?
  private var newest: Duration?

  init(directory: String, used: Int?) {
    self.directory = directory
    self.used = used
  }

  mutating func add(_ record: EntryInfo, under policy: ExpiryPolicy, at now: MonotonicInstant) {
    let terms = policy.settings(for: record.key).terms(for: record.metadata)
    let freshness = record.metadata.freshness(under: terms, at: now)
    func count(_ share: inout Share) {
      share.records += 1
      share.bytes += record.byteCount
      switch freshness {
      case .fresh where record.metadata.isAbsence: share.absent += 1
      case .fresh: share.fresh += 1
      case .stale: share.stale += 1
      case .dead: share.dead += 1
      case .empty: break
      }
    }
    count(&total)
    count(&domains[record.key.domain ?? "", default: Share()])
    guard let age = record.metadata.age(at: now) else { return }
    oldest = max(oldest ?? age, age)
    newest = min(newest ?? age, age)
  }

  /// The domains, those with most bytes first.
  private var ranking: [(key: String, value: Share)] {
    domains.sorted { ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key) }
  }

  var document: Document {
    func seconds(_ age: Duration?) -> Double? {
      age.map { Double($0.saturatingNanoseconds / 1_000_000) / 1_000 }
    }
    return Document(
      directory: directory, usedBytes: used, total: total, oldestSeconds: seconds(oldest),
      newestSeconds: seconds(newest),
      domains: ranking.map { Document.Domain(domain: $0.key, share: $0.value) })
  }

  var lines: [StyledText] {
    var lines = [
      StyledText("directory  \(directory)"),
      StyledText(
        "records    \(total.records): \(total.fresh) fresh, \(total.stale) stale, \(total.dead) dead, "
          + "\(total.absent) known to be absent"),
      StyledText("bytes      \(total.bytes) in records, \(used ?? 0) in pages of the database"),
    ]
    if let oldest, let newest {
      lines.append(
        StyledText("ages       \(ShortDuration.of(newest)) to \(ShortDuration.of(oldest))"))
    }
    guard !domains.isEmpty else { return lines }
    var table = Table(["domain", "records", "bytes", "share"], rightAligned: [1, 2, 3])
    for (domain, share) in ranking.prefix(Self.shownDomains) {
      let percent = total.bytes > 0 ? share.bytes * 100 / total.bytes : 0
      table.add([
        domain.isEmpty ? "(none)" : domain, "\(share.records)", "\(share.bytes)", "\(percent) %",
      ])
    }
    lines.append("")
    lines += table.lines
    if domains.count > Self.shownDomains {
      lines.append(StyledText("and \(domains.count - Self.shownDomains) more", .dim))
    }
    return lines
  }
}
