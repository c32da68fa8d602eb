extension PageLoadError {
  /// Whether the same request would fail the same way for some time to come.
  ///
  /// True for what is wrong with the address, the page or the configuration: 404, 410, no such host,
  /// not HTML, a blocked address. False for what may pass: 5xx, 429, time-outs, resets, a certificate
  /// that has run out. 401 and 403 are taken as passing, since sites answer so to a client that they
  /// merely find too busy: a good preview is not to be thrown away for it.
  public var isDefinite: Bool {
    switch kind {
    case .invalidURL, .forbiddenScheme, .credentialsInURL, .forbiddenPort, .forbiddenHost,
      .blockedAddress, .noSuchHost, .unsupportedContentType, .tooLarge, .disallowedByRobots:
      true
    case .httpStatus(let status):
      [400, 404, 405, 406, 410, 414, 451].contains(status)
    default:
      false
    }
  }

  /// Whether the loader refused by its own settings. That is no answer of the site's to remember: with other
  /// settings it would be another.
  var isRefusal: Bool {
    switch kind {
    case .forbiddenPort, .forbiddenHost, .blockedAddress: true
    default: false
    }
  }

  /// What to do about it, in a sentence.
  public var hint: String {
    switch kind {
    case .invalidURL, .forbiddenScheme: "Give an absolute http or https URL."
    case .credentialsInURL: "Take the user name and password out of the URL."
    case .forbiddenPort: "Add the port to the loader's `allowedPorts` if it is meant."
    case .forbiddenHost: "Change the loader's `hosts` lists if the host is meant."
    case .blockedAddress:
      "Only public addresses are fetched; allow the network in the loader's `addresses` if it is meant."
    case .tooManyRedirects:
      "Open the page in a browser without cookies; raise `redirectLimit` if it ends."
    case .noSuchHost: "Check the host name."
    case .nameLookupFailed: "Check this machine's name server, then try again."
    case .connectionFailed, .connectionLost, .bodyCutOff: "Try again later."
    case .tlsFailed: "Check the site's certificate and this machine's clock and CA certificates."
    case .timedOut, .overloaded: "Try again later, or raise the limit."
    case .tooLarge: "Raise the request's `byteLimit` if so much is wanted."
    case .headersTooLarge: "Raise the loader's `headerByteLimit` if the site is trusted."
    case .unsupportedContentType: "Nothing: there is no preview of this kind of content."
    case .badEncoding, .badReply: "Nothing: the server's answer is broken."
    case .httpStatus(let status):
      status >= 500 || status == 429
        ? "Try again later, after `retryAfter` if given." : "Check that the page is public."
    case .disallowedByRobots: "Respect it, or turn `robots` off with the site's consent."
    case .askedToWait: "Try again after `retryAfter`."
    case .cancelled, .shutDown: "Nothing: it was asked for."
    case .failed: "See `detail`."
    }
  }
}

extension PageLoadError: CustomStringConvertible {
  /// The URL, the cause, and what to do.
  public var description: String {
    var text = "\(url): \(cause)"
    // Of a connection that was never tried the library only says that it failed.
    if let detail, !detail.isEmpty, !isRefusal { text += " (\(detail))" }
    if let retryAfter { text += "; the site asks to wait \(retryAfter.components.seconds) s" }
    return "\(text). \(hint)"
  }

  private var cause: String {
    switch kind {
    case .invalidURL(let reason): "not a usable URL, \(reason)"
    case .forbiddenScheme(let scheme): "the scheme \(scheme) is not fetched"
    case .credentialsInURL: "the URL holds credentials"
    case .forbiddenPort(let port): "port \(port) is not allowed"
    case .forbiddenHost(let host): "the host \(host) is not allowed"
    case .blockedAddress(let address, let network): "\(address) is blocked, \(network)"
    case .tooManyRedirects(let limit): "more than \(limit) redirects, or a circle"
    case .noSuchHost: "no such host"
    case .nameLookupFailed: "the name look-up failed"
    case .connectionFailed: "no connection"
    case .connectionLost: "the connection was lost"
    case .bodyCutOff: "the body was cut off"
    case .tlsFailed: "no secure connection"
    case .timedOut(.connecting): "time ran out while connecting"
    case .timedOut(.waiting): "time ran out before an answer"
    case .timedOut(.receiving): "time ran out, or the body came too slowly"
    case .tooLarge(let limit): "more than \(limit) bytes"
    case .headersTooLarge(let limit): "a header of more than \(limit) bytes"
    case .unsupportedContentType(let type): "content of type \(type ?? "unknown")"
    case .badEncoding: "the content encoding does not decode"
    case .badReply: "not a valid HTTP answer"
    case .httpStatus(let status): "status \(status)"
    case .disallowedByRobots: "robots.txt disallows it"
    case .askedToWait: "the host has asked to be left alone"
    case .overloaded: "too many loads are waiting"
    case .cancelled: "cancelled"
    case .shutDown: "the loader was shut down"
    case .failed: "the transfer failed"
    }
  }
}
