/// What a robots.txt allows one crawler (RFC 9309).
///
/// Of all groups that name the crawler, or of those for `*` when none does, the rule with the longest
/// pattern counts; when an allowing and a forbidding one are equally long, the allowing one. In
/// patterns, `*` stands for anything and `$` at the end for the end of the path.
public struct RobotsRules: Sendable, Equatable {
  /// No rule at all.
  public static let everythingAllowed = RobotsRules(rules: [])

  /// How much of a file is read: what the RFC asks for at least. In bytes.
  public static let byteLimit = 500 << 10

  struct Rule: Sendable, Equatable {
    var pattern: RobotsPattern
    var isAllowed: Bool
  }

  let rules: [Rule]

  init(rules: [Rule]) {
    // Longest first, so that the first match decides.
    self.rules = rules.sorted {
      ($0.pattern.length, $0.isAllowed ? 1 : 0) > ($1.pattern.length, $1.isAllowed ? 1 : 0)
    }
  }

  /// Whether the crawler may fetch that path, which may have a query: `/a/b?c=d`.
  public func allows(path: String) -> Bool {
    let path = RobotsPattern.normalised(Array(path.utf8))
    if path == Array("/robots.txt".utf8) { return true }
    // A file and a path made for it could cost seconds to match: after so many steps the answer is
    // no, which costs nobody but the site.
    var steps = 2_000_000
    for rule in rules {
      let isMatch = rule.pattern.matches(path, steps: &steps)
      guard steps > 0 else { return false }
      if isMatch { return rule.isAllowed }
    }
    return true
  }

  func allows(_ target: LoadTarget) -> Bool {
    let rest = target.url.utf8.dropFirst(target.scheme.utf8.count + 3)
    guard let slash = rest.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") })
    else { return allows(path: "/") }
    let path = String(target.url[slash...])
    return allows(path: path.hasPrefix("/") ? path : "/\(path)")
  }
}
