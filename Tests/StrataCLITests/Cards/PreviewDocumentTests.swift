import Strata
import StrataOpenGraph
import Testing

@testable import StrataCLI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PreviewDocumentTests {
  /// What a reader of the schema relies on.
  private struct Document: Decodable {
    struct Failure: Decodable {
      var code: String
      var message: String
    }
    var schema: Int
    var url: String
    var status: String
    var source: String?
    var staleReason: String?
    var updated: String?
    var ageSeconds: Double?
    var elapsedMilliseconds: Double
    var data: OpenGraphData?
    var error: Failure?

    enum CodingKeys: String, CodingKey {
      case schema, url, status, source, updated, data, error
      case staleReason = "stale_reason"
      case ageSeconds = "age_seconds"
      case elapsedMilliseconds = "elapsed_ms"
    }
  }

  private func document(_ preview: Preview) throws -> Document {
    let line = try PreviewDocument(preview).line()
    #expect(line.hasSuffix("\n") && line.count { $0 == "\n" } == 1)
    return try JSONDecoder().decode(Document.self, from: Data(line.utf8))
  }

  @Test func aCardHasSourceAgeAndData() async throws {
    let read = try document(try await PreviewExamples.card(PreviewExamples.data))
    #expect(read.schema == 1)
    #expect(read.url == "https://example.com/page")
    #expect(read.status == "fresh")
    #expect(read.source == "memory")
    #expect(read.ageSeconds == 90)
    #expect(read.elapsedMilliseconds == 0.012)
    #expect(read.data == PreviewExamples.data)
    #expect(read.updated?.hasSuffix("Z") == true)
    #expect(read.error == nil)
  }

  @Test func aStaleCardHasItsReason() async throws {
    let read = try document(try await PreviewExamples.card(PreviewExamples.data, stale: true))
    #expect(read.status == "stale")
    #expect(read.staleReason == "the site was not asked")
  }

  @Test func aFailureHasCodeAndMessageAndNoData() throws {
    let read = try document(
      PreviewExamples.failed(
        "https://example.com/", CacheError(.absent, key: "k", message: "k: status 404")))
    #expect(read.status == "failed")
    #expect(read.error?.code == "absent")
    #expect(read.error?.message == "status 404")
    #expect(read.data == nil)
    #expect(read.source == nil)
  }
}
