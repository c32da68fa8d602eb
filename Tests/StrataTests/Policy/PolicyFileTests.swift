import Strata
import Testing

@Suite("Policy files")
struct PolicyFileTests {
  static let sample = """
    // comment
    {
      default: { updateInterval: "5d", jitter: 0.1, hardTimeLimit: 'unlimited', },
      rules: [
        { domains: ["news.example.com", "*.example.org"], updateInterval: "15m" },
        { domains: "archive.example.com", updateInterval: "never", grace: "0",
          originBounds: { atLeast: "1m", atMost: "1d" }, /* more */ absenceReplacesValue: true },
      ],
      trackingParameters: "drop",
    }
    """

  @Test("a file's rules hold for their domains and its defaults elsewhere")
  func reads() throws {
    let file = try PolicyFile(json5: Self.sample)
    let settings = { (url: String) in
      file.policy.settings(for: try CacheKey(url: url, normalization: file.normalization))
    }
    #expect(try settings("https://news.example.com/a").updateInterval == .minutes(15))
    #expect(try settings("https://a.b.example.org/").updateInterval == .minutes(15))
    #expect(try settings("https://example.org/").updateInterval == .days(5))
    let archive = try settings("https://archive.example.com/")
    #expect(archive.updateInterval == .never)
    #expect(archive.grace == .zero)
    #expect(archive.originBounds == OriginBounds(atLeast: .minutes(1), atMost: .days(1)))
    #expect(archive.absenceReplacesValue)
    #expect(archive.hardTimeLimit == .unlimited)
    #expect(file.policy.defaults.jitter == 0.1)
    #expect(file.normalization == .withoutTracking)
  }

  @Test(
    "what a file leaves out is as for link previews", arguments: ["{}", "{default: {}, rules: []}"])
  func empty(text: String) throws {
    let file = try PolicyFile(json5: text)
    #expect(file.policy.defaults == ExpiryPolicy.linkPreviews.defaults)
    #expect(file.policy.rules.isEmpty)
    #expect(file.normalization == .standard)
  }

  @Test("tracking parameters may be listed")
  func trackingList() throws {
    let file = try PolicyFile(json5: "{ trackingParameters: ['Ref', 'x_*'] }")
    let key = try CacheKey(
      url: "https://example.com/?a=1&ref=2&x_y=3", normalization: file.normalization)
    #expect(key.text == "https://example.com/?a=1")
  }

  @Test("a policy's text is read back as the same policy")
  func roundTrip() throws {
    var policy = try ExpiryPolicy(json5: Self.sample)
    try policy.setRule("**.bücher.example", CacheOptions(refreshAhead: 0.8))
    try policy.setRule(
      "a\"b", CacheOptions(softTimeLimit: .milliseconds(1), finishesAbandonedLoads: false))
    let again = try ExpiryPolicy(json5: "\(policy)")
    #expect(again.defaults == policy.defaults)
    #expect(again.rules == policy.rules)
    #expect("\(again)" == "\(policy)")
  }

  struct Mistake: CustomTestStringConvertible {
    let text: String
    let rule: String
    let field: String
    let message: String
    let line: Int
    let column: Int
    var testDescription: String { text }

    init(
      _ text: String, _ rule: String, _ field: String, _ message: String, _ line: Int, _ column: Int
    ) {
      (self.text, self.rule, self.field) = (text, rule, field)
      (self.message, self.line, self.column) = (message, line, column)
    }
  }

  @Test(
    "each mistake is an error that names its rule, its field and its place",
    arguments: [
      Mistake("{default: {grace: '-1d'}}", "default", "grace", "negative", 1, 19),
      Mistake("{default:\n {grace: '400000d'}}", "default", "grace", "too long", 2, 10),
      Mistake("{default: {grace: 10}}", "default", "grace", "expected a string", 1, 19),
      Mistake("{default: {grace: '10'}}", "default", "grace", "needs a unit", 1, 19),
      Mistake("{default: {grase: '1d'}}", "default", "grase", "did you mean \"grace\"?", 1, 12),
      Mistake("{default: {TTL: '1d'}}", "default", "TTL", "mean \"updateInterval\"?", 1, 12),
      Mistake("{default: {shelfLife: 1}}", "default", "shelfLife", "known are", 1, 12),
      Mistake("{default: {domain: 'a'}}", "default", "domain", "known are", 1, 12),
      Mistake("{default: {jitter: 1.5}}", "default", "jitter", "not between 0 and 1", 1, 20),
      Mistake("{default: {jitter: NaN}}", "default", "jitter", "not between 0 and 1", 1, 20),
      Mistake("{default: {jitter: '5%'}}", "default", "jitter", "expected a number", 1, 20),
      Mistake("{default: {refreshAhead: 1}}", "default", "refreshAhead", "share", 1, 26),
      Mistake("{default: {retryPause: 'never'}}", "default", "retryPause", "no duration", 1, 24),
      Mistake(
        "{default: {absenceReplacesValue: 1}}", "default", "absenceReplacesValue", "true or false",
        1,
        34),
      Mistake(
        "{default: {originBounds: {atLeast: '1d'}}}", "default", "originBounds", "both limits", 1,
        26),
      Mistake(
        "{default: {originBounds: {atLeast: '2d', atMost: '1d'}}}", "default", "originBounds",
        "swap", 1, 26),
      Mistake(
        "{default: {originBounds: {atleast: '2d'}}}", "default", "originBounds.atleast",
        "\"atLeast\"?", 1, 27),
      Mistake(
        "{default: {originBounds: '1d'}}", "default", "originBounds", "expected an object", 1, 26),
      Mistake("{default: []}", "default", "", "expected an object", 1, 11),
      Mistake("{defaults: {}}", "", "defaults", "did you mean \"default\"?", 1, 2),
      Mistake("{Rules: []}", "", "Rules", "did you mean \"rules\"?", 1, 2),
      Mistake("{rules: {}}", "", "rules", "expected an array", 1, 9),
      Mistake("{rules: [1]}", "rule 1", "", "expected an object", 1, 10),
      Mistake("{rules: [{grace: '1d'}]}", "rule 1", "domains", "needs domains", 1, 10),
      Mistake("{rules: [{domains: []}]}", "rule 1", "domains", "needs domains", 1, 20),
      Mistake("{rules: [{domain: 'a'}]}", "rule 1", "domain", "did you mean \"domains\"?", 1, 11),
      Mistake("{rules: [{domains: 1}]}", "rule 1", "domains", "expected an array", 1, 20),
      Mistake("{rules: [{domains: ['a', 2]}]}", "rule 1", "domains", "expected a string", 1, 26),
      Mistake("{rules: [{domains: 'a.*.b'}]}", "rule 1 (a.*.b)", "domains", "no pattern", 1, 20),
      Mistake("{rules: [{domains: ''}]}", "rule 1 ()", "domains", "no pattern", 1, 20),
      Mistake("{rules: [{domains: 'a/b'}]}", "rule 1 (a/b)", "domains", "\"/\"", 1, 20),
      Mistake(
        "{rules: [{domains: 'a'},\n{domains: ['b', 'A']}]}", "rule 2 (b, …)", "domains",
        "already", 2, 17),
      Mistake("{rules: [{domains: ['a', 'a']}]}", "rule 1 (a, …)", "domains", "already", 1, 26),
      Mistake(
        "{rules: [{domains: 'a', updateInterval: ''}]}", "rule 1 (a)", "updateInterval", "empty", 1,
        41),
      Mistake("{trackingParameters: true}", "", "trackingParameters", "\"drop\"", 1, 22),
      Mistake("{trackingParameters: 'yes'}", "", "trackingParameters", "\"drop\"", 1, 22),
      Mistake("[]", "", "", "expected an object", 1, 1),
      Mistake("", "", "", "text ends", 1, 1),
      Mistake("{default: {}\n rules: []}", "", "", "expected \",\" or \"}\", found \"r\"", 2, 2),
      Mistake("{default: {}, default: {}}", "", "", "stands twice", 1, 15),
    ])
  func mistakes(mistake: Mistake) {
    let error = #expect(throws: PolicyError.self) { try ExpiryPolicy(json5: mistake.text) }
    guard let error else { return }
    #expect(error.rule == mistake.rule)
    #expect(error.field == mistake.field)
    #expect(error.message.contains(mistake.message), "\(error.message)")
    #expect([error.line, error.column] == [mistake.line, mistake.column])
  }

  @Test("an error reads as a sentence with its place in front")
  func errorText() {
    let error = #expect(throws: PolicyError.self) {
      try ExpiryPolicy(json5: "{rules: [{domains: 'a', grace: '1'}]}")
    }
    #expect(
      error?.description
        == "line 1:32: rule 1 (a), grace: \"1\" needs a unit: ms, s, m, h, d or w, as in 90s")
  }

  @Test(
    "a file that can't be read is an error with its path", arguments: ["/nonexistent/x", "/", ""])
  func unreadable(path: String) {
    let error = #expect(throws: PolicyError.self) { try PolicyFile(contentsOf: path) }
    #expect(error?.path == path)
    #expect(error?.message.contains("can't be read") == true)
  }

  @Test("a file without an end is cut off with an error")
  func endless() {
    let error = #expect(throws: PolicyError.self) { try PolicyFile(contentsOf: "/dev/zero") }
    #expect(error?.message.contains("limit") == true)
  }
}
