public import Strata

/// What to load, and how much of it.
public struct PageRequest: Sendable {
  /// What happens when a body is longer than `byteLimit`.
  public enum OverLimit: Sendable {
    /// The body is cut at the limit and the response says so. Right for pages: the head comes first.
    case truncate
    /// The load fails with `.tooLarge`, before the body is read where its length is announced.
    case fail
  }

  /// An absolute http or https URL, without credentials. A fragment is dropped.
  public var url: String

  /// What an earlier answer was marked with. With any set, the answer may be `notModified`.
  /// Default: none.
  public var validators: Validators

  /// The final URL of the answer that bore the validators; they are then sent with the request for
  /// that URL only.
  ///
  /// When nil they go with every step of a redirect: simpler, but a page that now redirects to
  /// another site could be taken as unchanged if both sites happen to use the same mark. Default: nil.
  public var validatedURL: String?

  /// The most bytes of the body to keep, counted after decompression. Default: 2 MiB. At least 1.
  public var byteLimit: Int

  /// What happens to a body over the limit. Default: `.truncate`.
  public var overLimit: OverLimit

  /// How long the load may take over all its redirects, from the start of the first transfer: time
  /// spent waiting for a free slot is not counted. Default: 15 seconds. At least a millisecond.
  public var timeLimit: Duration

  /// The content types to accept; others are refused when the header has come. Default: `.html`.
  public var accepts: ContentKinds

  /// Whether a body that the server cuts off, or that is not complete at the time limit, is an
  /// answer (with `ending` telling which) rather than an error. Default: false.
  public var acceptsPartialBody: Bool

  /// Ends the load early, as a success, once it returns true for the bytes received so far.
  ///
  /// It is called on the loader's own thread each time that the body has grown by about a quarter,
  /// so a closure which scans from the start costs linear time over a whole body. It must be quick and
  /// must not block. The response then holds at least the bytes it was shown. Default: nil.
  public var stopWhen: (@Sendable (UnsafeRawBufferPointer) -> Bool)?

  /// A request with defaults that suit a page.
  public init(
    _ url: String,
    validators: Validators = Validators(),
    validatedURL: String? = nil,
    byteLimit: Int = 2 << 20,
    overLimit: OverLimit = .truncate,
    timeLimit: Duration = .seconds(15),
    accepts: ContentKinds = .html,
    acceptsPartialBody: Bool = false,
    stopWhen: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil
  ) {
    self.url = url
    self.validators = validators
    self.validatedURL = validatedURL
    self.byteLimit = byteLimit
    self.overLimit = overLimit
    self.timeLimit = timeLimit
    self.accepts = accepts
    self.acceptsPartialBody = acceptsPartialBody
    self.stopWhen = stopWhen
  }
}

extension PageRequest {
  // What was stored came from a stranger: a line end in it would start a header of its own.
  func validatorLines(for target: String) -> [String] {
    guard validatedURL == nil || validatedURL == target else { return [] }
    var lines: [String] = []
    if let tag = validators.entityTag, tag.isHeaderValue { lines.append("If-None-Match: \(tag)") }
    if let date = validators.lastModified, date.isHeaderValue {
      lines.append("If-Modified-Since: \(date)")
    }
    return lines
  }
}
