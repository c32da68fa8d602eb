public import Strata

/// A failure by script, which may pass.
public struct ScriptedFailure: OriginError, Hashable, CustomStringConvertible {
  /// What a test tells it by.
  public let message: String
  /// How long the origin asks to be left alone.
  public let retryAfter: Duration?

  public init(message: String, retryAfter: Duration? = nil) {
    self.message = message
    self.retryAfter = retryAfter
  }

  public var description: String { "scripted failure: \(message)" }
}
