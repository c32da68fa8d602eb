/// A host, or all hosts below a domain: `example.com` or `*.example.com`.
///
/// Case and a final dot do not matter. `*.example.com` stands for every host below `example.com`,
/// at any depth, but not for `example.com` itself. International names are given in ASCII form
/// (`xn--…`).
public struct HostPattern: Sendable, Hashable, ExpressibleByStringLiteral {
  private let name: String
  private let matchesBelow: Bool

  /// A pattern from its text.
  public init(_ text: String) {
    matchesBelow = text.hasPrefix("*.")
    name = Self.normalised(matchesBelow ? String(text.dropFirst(2)) : text)
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Whether the pattern covers the host.
  public func matches(_ host: String) -> Bool {
    let host = Self.normalised(host)
    return matchesBelow ? host.hasSuffix(".\(name)") : host == name
  }

  private static func normalised(_ host: String) -> String {
    let lower = host.lowercased()
    return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
  }
}
