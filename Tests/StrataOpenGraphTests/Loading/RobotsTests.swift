import Testing

@testable import StrataOpenGraph

@Suite struct LoadingRobotsTests {
  private func rules(_ text: String) -> RobotsRules { RobotsRules(text.utf8, for: "Strata") }

  @Test func anEmptyFileAllowsEverything() {
    #expect(rules("").allows(path: "/"))
    #expect(rules("User-agent: *\nDisallow:").allows(path: "/a"))
    #expect(rules("<html>not found: none</html>").allows(path: "/a"))
  }

  @Test func theLongestMatchDecides() {
    let rules = rules(
      "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /x\nDisallow: /x")
    #expect(!rules.allows(path: "/a"))
    #expect(rules.allows(path: "/a/b/d"))
    #expect(!rules.allows(path: "/a/b/c/d"))
    #expect(rules.allows(path: "/x"))
    #expect(rules.allows(path: "/b"))
  }

  @Test func aGroupOfOurOwnGoesBeforeTheGeneralOne() {
    let text =
      "User-agent: *\nDisallow: /\n\nUser-Agent: other\nUser-agent: STRATA/2.0\nDisallow: /p"
    #expect(rules(text).allows(path: "/a"))
    #expect(!rules(text).allows(path: "/p"))
    #expect(!RobotsRules(text.utf8, for: "third").allows(path: "/a"))
  }

  @Test func groupsOfOneNameAreOneGroup() {
    let rules = rules(
      "User-agent: strata\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: strata\nDisallow: /b"
    )
    #expect(!rules.allows(path: "/a") && !rules.allows(path: "/b"))
    #expect(rules.allows(path: "/c"))
  }

  @Test func aNameThatOnlyBeginsLikeOursIsAnother() {
    #expect(rules("User-agent: stratapus\nDisallow: /").allows(path: "/"))
  }

  @Test func wildcardsAndEndsAreUnderstood() {
    let rules = rules("User-agent: *\nDisallow: /*.gif$\nDisallow: /*/private/\nDisallow: /exact$")
    #expect(!rules.allows(path: "/a/b.gif"))
    #expect(!rules.allows(path: "/a.gif.gif"))
    #expect(rules.allows(path: "/a/b.gif?x"))
    #expect(!rules.allows(path: "/a/private/b"))
    #expect(!rules.allows(path: "/exact"))
    #expect(rules.allows(path: "/exactly"))
  }

  @Test func spellingsOfOnePathAreOne() {
    let rules = rules("User-agent: *\nDisallow: /%7Ea/ü\nDisallow: /b%2fc")
    #expect(!rules.allows(path: "/~a/%c3%bc"))
    #expect(!rules.allows(path: "/b%2Fc"))
    #expect(rules.allows(path: "/b/c"))
  }

  @Test func commentsLineEndsAndMarksAreBorne() {
    let rules = rules("\u{feff}User-agent : * # all\r\nDisallow : /a # not this\r\rDisallow:/b")
    #expect(!rules.allows(path: "/a"))
    #expect(!rules.allows(path: "/b"))
  }

  @Test func theFileItselfMayAlwaysBeRead() {
    #expect(rules("User-agent: *\nDisallow: /").allows(path: "/robots.txt"))
  }

  @Test(.timeLimit(.minutes(1)))
  func aFileMadeToBeSlowIsNot() {
    let line = "Disallow: /*" + String(repeating: "a", count: 400) + "b*c\n"
    let rules = rules("User-agent: *\n" + String(repeating: line, count: 1000))
    #expect(!rules.allows(path: "/" + String(repeating: "a", count: 8000)))
  }

  @Test func aLoaderThatRespectsRobotsAsksOncePerOrigin() async throws {
    let origin = try ScriptedOrigin([
      "/robots.txt": .answer(200, [], "User-agent: strata\nDisallow: /private"),
      "/a": .html("<p>"), "/private": .html("<p>"), "/go": .redirect("/private"),
    ])
    defer { origin.stop() }
    let loader = loopbackLoader { $0.respectsRobots = true }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try await loader.load(PageRequest(origin.url("/a"))) } }
      try await group.waitForAll()
    }
    #expect(origin.count(of: "/robots.txt") == 1)
    for path in ["/private", "/go"] {
      let error = try await failure(loader, PageRequest(origin.url(path)))
      #expect(error.kind == .disallowedByRobots)
      #expect(error.url == origin.url("/private"))
    }
    #expect(origin.count(of: "/private") == 0)
  }

  @Test func aMissingFileAllowsAndAFailingOneDoesNot() async throws {
    let origin = try ScriptedOrigin(["/": .html("<p>")])
    defer { origin.stop() }
    let loader = loopbackLoader { $0.respectsRobots = true }
    #expect(try await loader.load(PageRequest(origin.url("/"))).status == 200)
    let failing = try ScriptedOrigin(["/": .html("<p>"), "/robots.txt": .answer(500)])
    defer { failing.stop() }
    let error = try await failure(loader, PageRequest(failing.url("/")))
    #expect(error.kind == .httpStatus(500))
    #expect(!error.isDefinite)
    #expect(failing.count(of: "/") == 0)
  }

  @Test func aCancelledLoadDoesNotWaitForTheFileButOthersDo() async throws {
    let flag = Flag()
    let origin = try ScriptedOrigin { request in
      guard request.path == "/robots.txt" else { return .html("<p>") }
      return .script { connection, _ in
        flag.waitOnThread()
        connection.send("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")
      }
    }
    defer { origin.stop() }
    let loader = loopbackLoader {
      $0.respectsRobots = true
      $0.robotsTimeLimit = .seconds(600)
    }
    let first = Task {
      try await failure(loader, PageRequest(origin.url("/"), timeLimit: .seconds(600)))
    }
    await origin.received("/robots.txt")
    let second = Task {
      try await loader.load(PageRequest(origin.url("/"), timeLimit: .seconds(600)))
    }
    first.cancel()
    #expect(try await first.value.kind == .cancelled)
    flag.raise()
    #expect(try await second.value.status == 200)
  }
}
