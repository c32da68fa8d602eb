import Strata
import StrataLMDB
import StrataOpenGraph

/// What a command works on: the terminal, the policy, and the cache that its options name.
struct Workplace: Sendable {
  let arguments: ParsedArguments
  let terminal: Terminal
  let environment: [String: String]

  /// The directory of the cache.
  var directory: String {
    get throws(ProgramFailure) {
      try CacheLocation.directory(named: arguments.value(of: .cache), environment: environment)
    }
  }

  /// What the policy file says; as for link previews without one.
  ///
  /// - Throws: `ProgramFailure` that names the rule and the field at fault.
  func policyFile(orText text: String = "{}") throws(ProgramFailure) -> PolicyFile {
    let path = arguments.value(of: .config)
    guard path?.isEmpty != true else {
      throw ProgramFailure(.usage, "--config needs the name of a policy file")
    }
    do throws(PolicyError) {
      guard let path else { return try PolicyFile(json5: text) }
      return try PolicyFile(contentsOf: path)
    } catch {
      throw ProgramFailure(error)
    }
  }

  /// The disk tier in the cache's directory.
  ///
  /// - Parameter existing: Whether a cache must be there: a command that looks after one would else make an
  ///   empty one out of a slip of the pen.
  func openDisk(existing: Bool = false) throws(ProgramFailure) -> DiskTier {
    try DiskTier(directory: directory, existing: existing, terminal: terminal)
  }

  /// Previews over memory and disk, as the options say.
  func openPreviews(
    existing: Bool = false, policy: PolicyFile, loader: any PageLoader
  ) throws(ProgramFailure) -> PreviewStack {
    let disk = arguments.has(.noCache) ? nil : try openDisk(existing: existing)
    return PreviewStack(disk: disk, policy: policy, loader: loader)
  }
}
