/// Which domains a rule is for.
///
/// | pattern | matches |
/// |---|---|
/// | `example.com` | exactly this host |
/// | `*.example.com` | every host below it, at any depth, and not itself |
/// | `**.example.com` | itself and every host below it: all of a registrable domain |
///
/// Where several match, the most specific wins: the exact host, then the longest suffix, then `*` before
/// `**`.
public struct DomainPattern: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable { case exact, below, all }

  let kind: Kind
  /// The domain without the stars, in normal form.
  let domain: String

  /// Reads a pattern.
  ///
  /// - Throws: `PolicyError` when it is not of one of the three forms, or its domain is no host name (nor
  ///   the name of a domain of your own keys).
  public init(_ text: String) throws(PolicyError) {
    let (kind, rest): (Kind, Substring) =
      text.hasPrefix("**.")
      ? (.all, text.dropFirst(3))
      : text.hasPrefix("*.") ? (.below, text.dropFirst(2)) : (.exact, text[...])
    guard !rest.isEmpty, !rest.contains("*") else {
      throw PolicyError(
        rule: text, field: "domains",
        message: "\"\(text)\" is no pattern; write a host, *.host or **.host")
    }
    self.kind = kind
    do { domain = try HostName.normalized(rest, in: text) } catch {
      throw PolicyError(rule: text, field: "domains", message: error.message)
    }
  }

  /// Whether a domain matches.
  public func matches(_ candidate: String) -> Bool {
    switch kind {
    case .exact: candidate == domain
    case .below: candidate.hasSuffix(".\(domain)")
    case .all: candidate == domain || candidate.hasSuffix(".\(domain)")
    }
  }

  public var description: String {
    switch kind {
    case .exact: domain
    case .below: "*.\(domain)"
    case .all: "**.\(domain)"
    }
  }
}

/// What is found for a domain: values by pattern, the most specific winning.
struct DomainTable<Element: Sendable>: Sendable {
  private var exact: [String: Element] = [:]
  private var below: [String: Element] = [:]
  private var all: [String: Element] = [:]

  var isEmpty: Bool { exact.isEmpty && below.isEmpty && all.isEmpty }

  /// - Returns: False when the pattern had a value.
  @discardableResult
  mutating func insert(_ element: Element, for pattern: DomainPattern) -> Bool {
    switch pattern.kind {
    case .exact: exact.updateValue(element, forKey: pattern.domain) == nil
    case .below: below.updateValue(element, forKey: pattern.domain) == nil
    case .all: all.updateValue(element, forKey: pattern.domain) == nil
    }
  }

  /// The value of the most specific pattern that matches; O(labels of the domain).
  func match(_ domain: String) -> Element? {
    if let found = exact[domain] ?? all[domain] { return found }
    if below.isEmpty && all.isEmpty { return nil }
    var rest = domain[...]
    while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[rest.index(after: dot)...]
      let suffix = String(rest)
      if let found = below[suffix] ?? all[suffix] { return found }
    }
    return nil
  }
}
