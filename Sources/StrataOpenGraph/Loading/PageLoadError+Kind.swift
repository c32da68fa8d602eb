extension PageLoadError {
  /// What went wrong. Later versions may add kinds, so keep a `default` in a `switch`.
  public enum Kind: Sendable, Equatable {
    /// The URL cannot be parsed, or has no host; the text says which part is at fault.
    case invalidURL(String)
    /// Neither http nor https.
    case forbiddenScheme(String)
    /// The URL holds a user name or a password.
    case credentialsInURL
    /// The configuration does not allow that port.
    case forbiddenPort(UInt16)
    /// The host is on the deny list, or there is an allow list without it.
    case forbiddenHost(String)
    /// The host's address lies in a network that may not be connected to.
    case blockedAddress(address: String, network: String)
    /// More redirects than allowed, or a circle of them.
    case tooManyRedirects(limit: Int)
    /// The name server says that there is no such host.
    case noSuchHost
    /// The name could not be looked up now.
    case nameLookupFailed
    /// No connection: refused, unreachable.
    case connectionFailed
    /// The connection was reset or closed before the answer was there.
    case connectionLost
    /// The body ended before the length that was announced.
    case bodyCutOff
    /// No secure connection: a bad or expired certificate, or no common protocol.
    case tlsFailed
    /// Time ran out, in that phase.
    case timedOut(TimeOutPhase)
    /// The body is over the request's byte limit, which was not to be cut.
    case tooLarge(limit: Int)
    /// The header is over the configured limit.
    case headersTooLarge(limit: Int)
    /// Not a content type that the request accepts; nil: none given, and it does not look like one.
    case unsupportedContentType(String?)
    /// The body does not decode by its `Content-Encoding`.
    case badEncoding
    /// Not HTTP, or against its rules.
    case badReply
    /// The origin answered with this status, which is no page.
    case httpStatus(Int)
    /// The site's robots.txt does not want this page to be fetched.
    case disallowedByRobots
    /// The host has asked not to be called before `retryAfter` has passed.
    case askedToWait
    /// More loads are waiting than the configuration allows, or one waited too long.
    case overloaded
    /// The task that waited was cancelled.
    case cancelled
    /// The loader was shut down.
    case shutDown
    /// Anything else; `detail` says what.
    case failed
  }

  /// What a load was doing when its time ran out.
  public enum TimeOutPhase: Sendable, Equatable {
    /// Looking up the name, connecting, or agreeing on keys.
    case connecting
    /// Waiting for the header.
    case waiting
    /// Receiving the body: too long, or slower than the configured minimum.
    case receiving
  }
}
