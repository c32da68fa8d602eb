import Strata
import StrataOpenGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A preview as `--json` prints it: one object in a line.
///
/// The schema is documented in Docs/CommandLine.md. It may gain fields; those that are there keep their
/// names and meanings as long as `schema` is 1.
struct PreviewDocument: Encodable {
  struct Failure: Encodable {
    let code: String
    let message: String
  }

  enum Status: String, Encodable {
    case fresh, stale, failed
  }

  let schema = 1
  let url: String
  let status: Status
  let source: String?
  let staleReason: String?
  let updated: String?
  let ageSeconds: Double?
  let elapsedMilliseconds: Double
  let data: OpenGraphData?
  let error: Failure?

  private enum CodingKeys: String, CodingKey {
    case schema, url, status, source
    case staleReason = "stale_reason"
    case updated
    case ageSeconds = "age_seconds"
    case elapsedMilliseconds = "elapsed_ms"
    case data, error
  }

  init(_ preview: Preview) {
    url = preview.url
    let answer = preview.answer
    status = preview.failure != nil ? .failed : answer?.isStale == true ? .stale : .fresh
    source = answer.map(\.source).map {
      switch $0 {
      case .tier(let name): name
      case .origin: "origin"
      case .originUnchanged: "origin-unchanged"
      }
    }
    staleReason = answer?.staleReason?.reason(for: preview.url)
    updated = answer?.record.updateDate.map(Self.text)
    ageSeconds = preview.age.map { Self.rounded($0, to: 1_000_000) / 1_000 }
    elapsedMilliseconds = Self.rounded(preview.elapsed, to: 1_000) / 1_000
    data = answer?.value
    error = preview.failure.map { Failure(code: "\($0.code)", message: $0.pageReason) }
  }

  /// The object in a line.
  func line() throws(ProgramFailure) -> String { try JSONLine.of(self) }

  /// A moment by ISO 8601, in UTC.
  static func text(_ date: Timestamp) -> String {
    Date(timeIntervalSince1970: Double(date.milliseconds) / 1_000).formatted(.iso8601)
  }

  /// In units of so many nanoseconds.
  private static func rounded(_ duration: Duration, to unit: Int64) -> Double {
    Double(duration.saturatingNanoseconds / unit)
  }
}
