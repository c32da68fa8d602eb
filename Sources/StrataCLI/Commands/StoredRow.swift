import Strata

/// A stored record as `strata ls` shows it.
struct StoredRow: Encodable {
  let url: String
  let domain: String?
  let state: String
  let ageSeconds: Double?
  let bytes: Int
  private let age: Duration?

  private enum CodingKeys: String, CodingKey {
    case url, domain, state
    case ageSeconds = "age_seconds"
    case bytes
  }

  init(_ record: EntryInfo, under policy: ExpiryPolicy, at now: MonotonicInstant) {
    url = record.key.text
    domain = record.key.domain
    bytes = record.byteCount
    age = record.metadata.age(at: now)
    ageSeconds = age.map { Double($0.saturatingNanoseconds / 1_000_000) / 1_000 }
    let terms = policy.settings(for: record.key).terms(for: record.metadata)
    state =
      switch record.metadata.freshness(under: terms, at: now) {
      case .fresh: record.metadata.isAbsence ? "no page" : "fresh"
      case .stale: "stale"
      case .dead: "dead"
      case .empty: "empty"
      }
  }

  var line: StyledText {
    let style: Style = state == "fresh" ? .green : .yellow
    return StyledText(DisplayWidth.pad(state, to: 8), style)
      + DisplayWidth.pad(age.map(ShortDuration.of) ?? "-", to: 12)
      + DisplayWidth.pad("\(bytes) B", to: 10) + url
  }
}
