/// What went wrong in a cache, which tier, key or file it concerns, and what to do.
///
/// New codes may come with a minor release: switch over `code` with a default.
public struct CacheError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String
    private init(_ description: String) { self.description = description }

    /// The manager does not offer the operation.
    public static let unsupported = Code("unsupported")
    /// The manager was closed.
    public static let closed = Code("closed")
    /// A file or directory can't be read or written.
    public static let inputOutput = Code("inputOutput")
    /// There is no cache in the directory, and none was to be made.
    public static let noCache = Code("noCache")
    /// No room: disk, map or quota.
    public static let full = Code("full")
    /// Stored bytes do not check out.
    public static let corrupted = Code("corrupted")
    /// Stored by a newer version of the format.
    public static let newerFormat = Code("newerFormat")
    /// A value can't be encoded or decoded.
    public static let codec = Code("codec")
    /// A value is over the size that the tier takes.
    public static let tooLarge = Code("tooLarge")
    /// The tier did not answer in time, or its queue is full.
    public static let busy = Code("busy")
    /// The tier is left alone for a while after failures.
    public static let unavailable = Code("unavailable")
    /// A file is in use in a way that excludes this one, or after a fork.
    public static let inUse = Code("inUse")
    /// The load failed and there is no earlier value to answer with.
    public static let loadFailed = Code("loadFailed")
    /// The origin has no value for the key.
    public static let absent = Code("absent")
    /// The load did not end within its time limit.
    public static let timedOut = Code("timedOut")
    /// The caller's task, or the load, was cancelled.
    public static let cancelled = Code("cancelled")
    /// A load asked for its own key, directly or round about.
    public static let recursiveLoad = Code("recursiveLoad")
    /// There is no record, and the call forbade a load.
    public static let notCached = Code("notCached")
    /// A text is no URL that can be a key.
    public static let invalidKey = Code("invalidKey")
    /// An option or a setting can't be used as given.
    public static let invalidConfiguration = Code("invalidConfiguration")
  }

  /// What kind of error it is.
  public let code: Code
  /// The tier it concerns, such as `memory` or `LMDB`; empty when none.
  public let tier: String
  /// The key it concerns.
  public let key: CacheKey?
  /// The file or directory it concerns.
  public let path: String?
  /// What happened, in a sentence.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// The error below this one.
  public let underlying: (any Error)?

  public init(
    _ code: Code, tier: String = "", key: CacheKey? = nil, path: String? = nil, message: String,
    hint: String? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.tier = tier
    self.key = key
    self.path = path
    self.message = message
    self.hint = hint
    self.underlying = underlying
  }

  public var description: String {
    var text = tier.isEmpty ? "\(code): \(message)" : "\(tier), \(code): \(message)"
    if let path { text += " (\(path))" }
    if let key {
      // Keys come from strangers, of any length.
      let shown = key.text.prefix(200)
      text += " [key \(shown)\(shown.endIndex == key.text.endIndex ? "" : "…")]"
    }
    if let underlying { text += ": \(underlying)" }
    if let hint { text += ". To do: \(hint)" }
    return text
  }
}
