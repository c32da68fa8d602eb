import StrataTesting
import Testing

@testable import Strata

@Suite("Expiry policy")
struct ExpiryPolicyTests {
  @Test(
    "a pattern matches what its form says",
    arguments: [
      ("example.com", "example.com", true), ("example.com", "a.example.com", false),
      ("*.example.com", "a.example.com", true), ("*.example.com", "a.b.example.com", true),
      ("*.example.com", "example.com", false), ("*.example.com", "xexample.com", false),
      ("**.example.com", "example.com", true), ("**.example.com", "a.example.com", true),
      ("**.example.com", "xexample.com", false), ("EXAMPLE.com", "example.com", true),
      ("*.bücher.example", "a.xn--bcher-kva.example", true), ("127.1", "127.0.0.1", true),
      ("[::0:1]", "[::1]", true), ("user", "user", true), ("example.com", "example.com.", false),
    ])
  func matching(pattern: String, domain: String, matches: Bool) throws {
    #expect(try DomainPattern(pattern).matches(domain) == matches)
  }

  @Test(
    "what is no pattern is refused",
    arguments: [
      "", "*", "**", "*.", "**.", "a.*", "a*.com", "*a.com", "***.com", "*.*.com", "http://a",
      "a/b",
      "a b", "a:80", "user@a", ".a", "a..b", "[::1",
    ])
  func badPatterns(text: String) {
    let error = #expect(throws: PolicyError.self) { try DomainPattern(text) }
    #expect(error?.field == "domains")
  }

  @Test("a pattern's text is read back as the same pattern")
  func patternText() throws {
    for text in ["Example.com", "*.Example.com", "**.example.com"] {
      let pattern = try DomainPattern(text)
      #expect(try DomainPattern(pattern.description) == pattern)
    }
  }

  @Test("the most specific rule wins, whatever the order in which they were set", arguments: 0..<30)
  func specificity(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let labels = ["a", "b", "example", "com"]
    func domain() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in labels.randomElement(using: &random)! }
        .joined(separator: ".")
    }
    var policy = ExpiryPolicy(updateInterval: .never)
    var patterns: [String: Int] = [:]
    for number in 0..<20 {
      let text = ["", "*.", "**."].randomElement(using: &random)! + domain()
      patterns[text] = number
      try policy.setRule(text, CacheOptions(updateInterval: .seconds(number)))
    }
    #expect(policy.rules.count == patterns.count)
    for _ in 0..<200 {
      let domain = domain()
      // The exact host, then the longest suffix, then `*` before `**`.
      let rank = { (text: String) -> (Int, Int, Int) in
        let stars = text.prefix { $0 == "*" }.count
        return (stars == 0 ? 1 : 0, text.count - (stars == 0 ? 0 : stars + 1), stars == 1 ? 1 : 0)
      }
      let best = try patterns.filter { try DomainPattern($0.key).matches(domain) }
        .max { rank($0.key) < rank($1.key) }
      #expect(
        policy.rule(forDomain: domain)?.updateInterval == best.map { .seconds($0.value) },
        "\(domain): \(patterns)")
    }
  }

  @Test("the rule's interval comes before the manager's, and that before the default")
  func precedence() throws {
    var policy = ExpiryPolicy(updateInterval: .hours(1))
    try policy.setRule("a.example", CacheOptions(updateInterval: .minutes(1)))
    try policy.setRule("b.example", CacheOptions(grace: .minutes(2)))
    let key = { (domain: String) in CacheKey("k", in: domain) }
    let settings = { (domain: String, own: TimeToLive?) in
      policy.settings(for: key(domain), managerInterval: own)
    }
    #expect(settings("a.example", .seconds(1)).updateInterval == .minutes(1))
    #expect(settings("b.example", .seconds(1)).updateInterval == .seconds(1))
    #expect(settings("b.example", .seconds(1)).grace == .minutes(2))
    #expect(settings("c.example", nil).updateInterval == .hours(1))
    #expect(policy.settings(for: "no domain").updateInterval == .hours(1))
  }

  @Test("a rule that is set again replaces the former one and what that had set")
  func replacing() throws {
    var policy = ExpiryPolicy(updateInterval: .hours(1))
    try policy.setRule("A.example", CacheOptions(grace: .minutes(1)))
    try policy.setRule("a.example", CacheOptions(updateInterval: .minutes(1)))
    #expect(policy.rules.count == 1)
    #expect(policy.settings(for: CacheKey("k", in: "a.example")).grace == .zero)
  }

  @Test("a bad rule is refused with rule and field, and leaves the policy as it was (CB179)")
  func badRules() throws {
    var policy = ExpiryPolicy(updateInterval: .hours(1))
    let rules: [(CacheOptions, String)] = [
      (CacheOptions(updateInterval: .seconds(-1)), "updateInterval"),
      (CacheOptions(grace: .seconds(-1)), "grace"),
      (CacheOptions(failureInterval: .seconds(-1)), "failureInterval"),
      (CacheOptions(jitter: -0.1), "jitter"), (CacheOptions(jitter: .nan), "jitter"),
      (CacheOptions(jitter: 1.1), "jitter"), (CacheOptions(retryPause: .seconds(-1)), "retryPause"),
      (CacheOptions(longestRetryPause: .seconds(-1)), "longestRetryPause"),
      (CacheOptions(softTimeLimit: .seconds(-1)), "softTimeLimit"),
      (CacheOptions(hardTimeLimit: .seconds(-1)), "hardTimeLimit"),
      (CacheOptions(staleWhileRevalidate: .seconds(-1)), "staleWhileRevalidate"),
      (CacheOptions(refreshAhead: 1), "refreshAhead"),
      (CacheOptions(refreshAhead: .nan), "refreshAhead"),
      (
        CacheOptions(originBounds: .init(atLeast: .seconds(2), atMost: .seconds(1))), "originBounds"
      ),
    ]
    for (options, field) in rules {
      let error = #expect(throws: PolicyError.self) { try policy.setRule("a.example", options) }
      #expect(error?.rule == "a.example")
      #expect(error?.field == field)
    }
    #expect(policy.rules.isEmpty)
    var settings = CacheSettings(updateInterval: .seconds(-1))
    settings.grace = .never
    #expect(
      #expect(throws: PolicyError.self) { try ExpiryPolicy(defaults: settings) }?.rule == "default")
  }

  @Test("the greatest durations are taken in every setting, and act as never (CB169)")
  func greatest() throws {
    let life = TimeToLive.after(.seconds(Int64.max))
    let limit = TimeLimit.after(.seconds(Int64.max))
    var policy = ExpiryPolicy.linkPreviews
    try policy.setRule(
      "a.example",
      CacheOptions(
        updateInterval: life, grace: life, failureInterval: life, jitter: 1,
        retryPause: .seconds(Int64.max), longestRetryPause: .seconds(Int64.max),
        softTimeLimit: limit, hardTimeLimit: limit, staleWhileRevalidate: life))
    #expect(try ExpiryPolicy(json5: policy.description).rules.count == 1)
    let reference = PolicyReference(policy)
    #expect(reference.settings(for: CacheKey("k", in: "a.example")).updateInterval == life)
  }
}
