/// How the program ends.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case notFound = 1
  case usage = 2
  case setup = 3
  case interrupted = 130

  /// For the help text and the documentation.
  var meaning: String {
    switch self {
    case .done: "all went well"
    case .notFound: "a page gave no preview, or the cache does not have the key or host"
    case .usage: "the arguments are wrong"
    case .setup: "the policy file, the cache directory or the disk is at fault, or output failed"
    case .interrupted: "stopped by Ctrl-C; what was fetched is kept"
    }
  }
}
