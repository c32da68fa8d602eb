/// A page that has come, or the origin's word that it has not changed.
public struct PageResponse: Sendable {
  /// Why the body ends where it does.
  public enum Ending: Sendable, Hashable {
    /// The whole body is here.
    case complete
    /// The request's `stopWhen` was satisfied.
    case stopped
    /// The request's byte limit was reached.
    case byteLimit
    /// The connection ended first; only when the request accepts partial bodies.
    case cutOff
    /// Time ran out first; only when the request accepts partial bodies.
    case timedOut
  }

  /// A step on the way to the final URL.
  public struct Redirect: Sendable, Hashable {
    /// The URL that was asked.
    public var url: String
    /// What it answered: 301, 302, 303, 307 or 308.
    public var status: Int

    public init(url: String, status: Int) {
      self.url = url
      self.status = status
    }
  }

  /// The URL that gave the answer, after redirects, without a fragment.
  public var url: String

  /// The status: 200 to 299, or 304.
  public var status: Int

  /// The header fields of the final answer.
  public var headers: HTTPHeaders

  /// The body's bytes after decompression; empty when `notModified`.
  public var body: [UInt8]

  /// Why the body ends where it does.
  public var ending: Ending

  /// The steps taken before the final URL, first to last.
  public var redirects: [Redirect]

  /// The address that answered, in text form, where the loader knows it.
  public var remoteAddress: String?

  /// A response, for those who write a loader or a test.
  public init(
    url: String,
    status: Int = 200,
    headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8] = [],
    ending: Ending = .complete,
    redirects: [Redirect] = [],
    remoteAddress: String? = nil
  ) {
    self.url = url
    self.status = status
    self.headers = headers
    self.body = body
    self.ending = ending
    self.redirects = redirects
    self.remoteAddress = remoteAddress
  }
}
