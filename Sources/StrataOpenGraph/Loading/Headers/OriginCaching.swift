/// How long an origin lets its answer be kept, from its headers (RFC 9111, RFC 5861).
///
/// Durations are at least zero; numbers too great count as 2³¹ seconds, numbers that are none as
/// zero: a lifetime that cannot be read is no reason to keep an answer.
public struct OriginCaching: Sendable, Hashable {
  /// `max-age`: how long the answer is fresh after the origin made it.
  public var maxAge: Duration?

  /// `s-maxage`: the same for caches that serve many users; it goes before `max-age` there.
  public var sharedMaxAge: Duration?

  /// `stale-while-revalidate`: how long a stale answer may be used while a new one is fetched.
  public var staleWhileRevalidate: Duration?

  /// `stale-if-error`: how long a stale answer may be used when the origin fails.
  public var staleIfError: Duration?

  /// `no-store`: not to be kept at all.
  public var noStore = false

  /// `no-cache`: to be kept only if the origin is asked before each use.
  public var noCache = false

  /// `must-revalidate`: not to be used once stale.
  public var mustRevalidate = false

  /// `private`: for one user only.
  public var isPrivate = false

  /// `Date`: when the origin made the answer.
  public var date: HTTPDate?

  /// `Expires`: when it stops being fresh. A value that is no date, such as `0`, means: at once, and
  /// is given as the year 1970.
  public var expires: HTTPDate?

  /// `Age`: how long the answer had been in caches on its way here.
  public var age: Duration?

  /// Nothing said: the origin leaves it to the cache.
  public init() {}

  /// Reads the headers of an answer.
  public init(_ headers: HTTPHeaders) {
    for directive in Self.directives(headers.joined("cache-control") ?? "") {
      apply(directive.name, directive.value)
    }
    date = headers["date"].flatMap { HTTPDate($0) }
    expires = headers["expires"].map { HTTPDate($0) ?? HTTPDate(secondsSince1970: 0) }
    age = headers["age"].flatMap { DeltaSeconds.parse($0.trimmedHTTPSpace) }
  }

  /// How much longer the answer is fresh, counted from when it came; nil when the origin says
  /// nothing of it, zero when it must not be used without asking.
  ///
  /// - Parameters:
  ///   - shared: whether the cache serves many users, so `s-maxage` counts. Default: true.
  ///   - now: stands in for a `Date` header that is missing.
  public func freshness(shared: Bool = true, now: HTTPDate) -> Duration? {
    if noStore || noCache { return .zero }
    let lifetime: Duration
    if shared, let sharedMaxAge {
      lifetime = sharedMaxAge
    } else if let maxAge {
      lifetime = maxAge
    } else if let expires {
      lifetime = expires.elapsed(since: date ?? now)
    } else {
      return nil
    }
    let spent = age ?? .zero
    return lifetime > spent ? lifetime - spent : .zero
  }

  private mutating func apply(_ name: String, _ value: String?) {
    // A directive given twice: the shorter life counts.
    func shorter(_ old: Duration?) -> Duration {
      min(old ?? .seconds(Int64.max), value.flatMap { DeltaSeconds.parse($0) } ?? .zero)
    }
    switch name {
    case "max-age": maxAge = shorter(maxAge)
    case "s-maxage": sharedMaxAge = shorter(sharedMaxAge)
    case "stale-while-revalidate": staleWhileRevalidate = shorter(staleWhileRevalidate)
    case "stale-if-error": staleIfError = shorter(staleIfError)
    case "no-store": noStore = true
    // With field names it restricts those fields only, which no cache here reuses alone.
    case "no-cache": noCache = noCache || value == nil
    case "must-revalidate": mustRevalidate = true
    case "private": isPrivate = isPrivate || value == nil
    default: break
    }
  }

  // Commas inside quotes do not end a directive: private="set-cookie, x-user".
  private static func directives(_ text: String) -> [(name: String, value: String?)] {
    var quoted = false
    let parts = text.split { character in
      if character == "\"" { quoted.toggle() }
      return character == "," && !quoted
    }
    return parts.map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? String(pair[1].trimmedHTTPSpace) : nil
      return (pair[0].trimmedHTTPSpace.lowercased(), value)
    }
  }
}
