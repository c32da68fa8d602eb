import Foundation
import Testing

@testable import StrataCLI

@Suite struct SampleRunTests {
  private let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  @Test func theFirstRunShowsOriginMemoryAndStaleAnswersTheSecondLMDB() async throws {
    let first = try await ProgramRun.of("sample", in: directory)
    #expect(first.status == 0)
    #expect(first.errors.isEmpty)
    let lines = first.output.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("  answer       origin in ") } == 9)
    #expect(lines.count { $0.contains("memory in ") && !$0.contains("stale") } >= 16)
    #expect(lines.count { $0.contains(", stale: the site failed: ") } == 9)
    #expect(
      lines.contains { $0.contains("http://live.localhost/score") && $0.contains("not changed") })
    #expect(lines.contains { $0.contains("news.localhost") && $0.contains("15 min") })
    #expect(lines.contains { $0.contains("blog.localhost") && $0.contains("10 d") })
    #expect(first.output.contains("俳句の小径"))
    #expect(first.output.contains("Teapot “Nr. 2”, glass & oak"))
    #expect(first.output.contains("http://blog.localhost/media/heath.jpg"))
    #expect(first.output.contains("no preview   status 404"))
    #expect(!first.output.contains("\u{1B}"))

    let second = try await ProgramRun.of("sample", in: directory)
    #expect(second.status == 0)
    let answers = second.output.split(separator: "\n").filter { $0.hasPrefix("  answer ") }
    // The page that is fresh for a second may be asked for again.
    #expect(answers.count { $0.contains("LMDB in ") } >= 8)
    #expect(!answers.contains { $0.contains("origin in ") })
  }

  @Test func itsPagesAreInTheCacheAfterwards() async throws {
    _ = try await ProgramRun.of("sample", in: directory)
    let list = try await ProgramRun.of("ls", in: directory)
    #expect(list.output.split(separator: "\n").count == 11)
    let news = try await ProgramRun.of("ls", "--domain", "NEWS.localhost", in: directory)
    #expect(news.output.split(separator: "\n").count == 4)
    let get = try await ProgramRun.of("get", "http://news.localhost/kite", in: directory)
    #expect(get.status == 0)
    #expect(get.output.contains("The kite that came home"))
    let stats = try await ProgramRun.of("stats", in: directory)
    #expect(stats.output.contains("records    11: "))
    #expect(stats.output.contains("shop.localhost        2"))

    let removal = try await ProgramRun.of("rm", "--domain", "news.localhost", in: directory)
    #expect(removal.status == 0)
    #expect(removal.output == "removed 4 cards of news.localhost\n")
    let again = try await ProgramRun.of("rm", "--domain", "news.localhost", "--json", in: directory)
    #expect(again.status == ExitStatus.notFound.rawValue)
    #expect(again.output == "{\"missing\":[\"news.localhost\"],\"removed\":0,\"schema\":1}\n")
    let noKey = try await ProgramRun.of("rm", "no key", in: directory)
    #expect(noKey.status == ExitStatus.notFound.rawValue)
    #expect(noKey.output == "not in the cache: no key\n")
    #expect(
      try await ProgramRun.of("get", "http://news.localhost/kite", in: directory).status
        == ExitStatus.notFound.rawValue)
    #expect(try await ProgramRun.of("clear", in: directory).output == "removed 7 cards\n")
    #expect(try await ProgramRun.of("ls", in: directory).output.isEmpty)
  }

  // CB99. Nine hours apart, and one of them with daylight saving: what is stored is in UTC.
  @Test func anotherTimeZoneMakesNothingOlder() async throws {
    _ = try await ProgramRun.of("sample", in: directory, timeZone: "America/New_York")
    let run = try await ProgramRun.of(
      "get", "http://news.localhost/kite", "--json", in: directory, timeZone: "Asia/Tokyo")
    struct Answer: Decodable {
      let status: String
      let age: Double

      enum CodingKeys: String, CodingKey {
        case status
        case age = "age_seconds"
      }
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
    #expect(answer.status == "fresh")
    #expect((0...600).contains(answer.age))
  }

  @Test func aPolicyFileSetsTheTimes() async throws {
    let file = try directory.file(
      "policy.json5", "{ rules: [{ domains: \"news.localhost\", updateInterval: \"42m\" }] }")
    let run = try await ProgramRun.of("sample", "--config", file, in: directory)
    #expect(run.output.contains("42 min"))
  }

  @Test func compactingKeepsAllCards() async throws {
    _ = try await ProgramRun.of("sample", in: directory)
    let run = try await ProgramRun.of("compact", in: directory)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.hasPrefix("kept 11 cards; the file has "))
    struct Document: Decodable {
      let records: Int
      let bytesBefore: Int
      let bytesAfter: Int

      enum CodingKeys: String, CodingKey {
        case records
        case bytesBefore = "bytes_before"
        case bytesAfter = "bytes_after"
      }
    }
    let again = try await ProgramRun.of("compact", "--json", in: directory)
    let document = try JSONDecoder().decode(Document.self, from: Data(again.output.utf8))
    #expect(document.records == 11)
    #expect(0 < document.bytesAfter && document.bytesAfter <= document.bytesBefore)
    #expect(try await ProgramRun.of("verify", in: directory).output.hasPrefix("11 cards looked at"))
    #expect(try await ProgramRun.of("ls", in: directory).output.count { $0 == "\n" } == 11)
  }

  @Test func ctrlCEndsItInOrder() async throws {
    // Once the cache is there, the run has begun.
    let run = try await ProgramRun.of(
      "sample", in: directory, interruptedAfter: "\(directory.path)/xdg/strata/CURRENT")
    #expect(run.status == ExitStatus.interrupted.rawValue)
    #expect(try await ProgramRun.of("stats", in: directory).status == 0)
  }
}
