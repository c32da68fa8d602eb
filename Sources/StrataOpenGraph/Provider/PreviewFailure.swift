public import Strata

/// Why a page gives no card: it could not be loaded, or is no page.
public enum PreviewFailure: Error, Equatable, Sendable {
  /// The page could not be loaded.
  case load(PageLoadError)
  /// What came is no page; its URL, and what it is.
  case content(ExtractionFailure, url: String)
}

extension PreviewFailure: OriginError {
  /// Set for what would fail the same way for some time to come: 404, no such host, not HTML.
  public var absence: Absence? {
    switch self {
    case .load(let error):
      error.isDefinite && !error.isRefusal
        ? Absence(code: error.kind.code, message: "\(error)") : nil
    case .content(let failure, let url):
      Absence(code: "no-page", message: "\(url): \(failure)")
    }
  }

  public var retryAfter: Duration? {
    if case .load(let error) = self { error.retryAfter } else { nil }
  }
}

extension PreviewFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .load(let error): "\(error)"
    case .content(let failure, let url): "\(url): \(failure)"
    }
  }
}

extension PageLoadError.Kind {
  /// A short code of a definite failure, as records store it.
  var code: String {
    switch self {
    case .httpStatus(let status): "\(status)"
    case .noSuchHost: "no-such-host"
    case .unsupportedContentType: "not-html"
    case .blockedAddress, .forbiddenHost, .forbiddenPort, .forbiddenScheme: "blocked"
    case .disallowedByRobots: "robots"
    case .tooLarge: "too-large"
    case .invalidURL, .credentialsInURL: "invalid-url"
    default: "failed"
    }
  }
}
