import Strata

/// Why the program ends early: one line that says what is wrong and what to do, and the exit status.
struct ProgramFailure: Error, Sendable {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: UsageError) { self.init(.usage, "\(error)") }

  init(_ error: PolicyError) {
    self.init(.setup, "the policy file can't be used: \(error)")
  }

  /// An error of the cache as a whole, such as a directory that can't be used.
  init(_ error: CacheError) {
    self.init(error.code == .cancelled ? .interrupted : .setup, error.line)
  }
}

extension CacheError {
  /// What happened and what to do, in a line for people.
  var line: String {
    var text = path.map { "\($0): \(message)" } ?? message
    // What lies below the cache's own errors is worded for programmers.
    if let underlying, hint == nil { text += ": \(underlying)" }
    if let hint { text += "; \(hint)" }
    return text
  }
}
