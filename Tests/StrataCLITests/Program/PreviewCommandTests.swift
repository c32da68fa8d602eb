import Foundation
import Testing

@testable import StrataCLI

/// `strata preview` against a site on loopback.
@Suite struct PreviewCommandTests {
  private let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private func withSite<Result>(
    _ body: (SampleServer) async throws -> Result
  ) async throws -> Result {
    let server = try SampleServer([
      "/a": .html("<title>First</title>"), "/b": .html("<title>\u{1B}[31mSecond</title>"),
      "/slow": slow,
    ])
    defer { server.stop() }
    return try await body(server)
  }

  private var slow: SampleServer.Page {
    var page = SampleServer.Page.html("<title>Slow</title>")
    page.delay = .seconds(5)
    return page
  }

  @Test func cardsComeInTheOrderOfTheArgumentsAndOnceMoreFromDisk() async throws {
    try await withSite { server in
      for source in ["origin", "LMDB"] {
        let run = try await ProgramRun.of(
          "preview", server.url("/a"), server.url("/b"), "--allow-loopback", in: directory)
        #expect(run.status == 0)
        let first = try #require(run.output.firstRange(of: "First"))
        let second = try #require(run.output.firstRange(of: "Second"))
        #expect(first.lowerBound < second.lowerBound)
        #expect(run.output.contains("\(source) in "))
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.errors.isEmpty)
      }
      #expect(server.served == 2)
      let fresh = try await ProgramRun.of(
        "preview", server.url("/a"), "--allow-loopback", "--refresh", in: directory)
      #expect(fresh.output.contains("origin in "))
    }
  }

  @Test func aPageWithoutACardIsExitCodeOne() async throws {
    try await withSite { server in
      let run = try await ProgramRun.of(
        "preview", server.url("/none"), server.url("/a"), "--json", "--allow-loopback",
        in: directory)
      #expect(run.status == ExitStatus.notFound.rawValue)
      let lines = run.output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].contains("\"status\":\"failed\""))
      #expect(lines[1].contains("\"title\":\"First\""))
      #expect(run.errors.contains("status 404"))
    }
  }

  @Test func loopbackIsRefusedUnlessAllowed() async throws {
    try await withSite { server in
      let run = try await ProgramRun.of("preview", server.url("/a"), in: directory)
      #expect(run.status == ExitStatus.notFound.rawValue)
      #expect(server.served == 0)
      #expect(run.errors.hasSuffix("Give --allow-loopback if it is a site on this machine.\n"))
    }
  }

  @Test func withoutACacheNothingIsKept() async throws {
    try await withSite { server in
      for _ in 1...2 {
        let run = try await ProgramRun.of(
          "preview", server.url("/a"), "--no-cache", "--allow-loopback", in: directory)
        #expect(run.output.contains("origin in "))
      }
      #expect(server.served == 2)
      #expect(!FileManager.default.fileExists(atPath: "\(directory.path)/xdg"))
    }
  }

  @Test func addressesAreReadFromStandardInput() async throws {
    try await withSite { server in
      let run = try await ProgramRun.of(
        "warm", "-", "--allow-loopback", in: directory,
        input: "# pages\n\(server.url("/a"))\n\n  \(server.url("/b"))\n")
      #expect(run.status == 0)
      #expect(run.output == "2 of 2 pages are in the cache; 0 gave no card\n")
    }
  }

  @Test func aTimeLimitHolds() async throws {
    try await withSite { server in
      let run = try await ProgramRun.of(
        "preview", server.url("/slow"), "--timeout", "300ms", "--allow-loopback", in: directory)
      #expect(run.status == ExitStatus.notFound.rawValue)
    }
  }

  @Test func ctrlCEndsAWaitAtOnce() async throws {
    try await withSite { server in
      let run = try await ProgramRun.of(
        "preview", server.url("/slow"), "--allow-loopback", in: directory,
        interruptedAfter: "\(directory.path)/xdg/strata/CURRENT")
      #expect(run.status == ExitStatus.interrupted.rawValue)
      #expect(run.output.isEmpty)
    }
  }

  @Test func aPageOfCardsIsWritten() async throws {
    try await withSite { server in
      let run = try await ProgramRun.of(
        "preview", server.url("/a"), "--html", "--allow-loopback", in: directory)
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("<!DOCTYPE html>"))
      #expect(run.output.contains(">First</h2>"))
    }
  }
}
