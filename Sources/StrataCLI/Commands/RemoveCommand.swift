import Strata
import StrataOpenGraph

/// `strata rm`: removes cards by page, by domain, or all.
enum RemoveCommand: Command {
  private static let domain = OptionForm(
    name: "domain", value: "HOST", help: "Remove all cards of this host.", excludes: ["all"])
  private static let all = OptionForm(name: "all", help: "Remove all cards.")

  static let form = CommandForm(
    name: "rm", summary: "Remove cards from the cache.", operands: "[URL…]",
    operandCount: 0...Int.max, options: [domain, all, .config, .cache],
    details: "Exit code 1: a page was not in the cache.")

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let arguments = workplace.arguments
    let domain = arguments.value(of: domain)
    guard arguments.operands.isEmpty == (domain != nil || arguments.has(all)) else {
      throw ProgramFailure(
        .usage, "rm needs either URLs, or --domain HOST, or --all; see `strata rm --help`")
    }
    let policy = try workplace.policyFile()
    let keys = try URLOperands.keys(of: arguments.operands, by: policy.normalization)
    let host = try domain.map { name throws(ProgramFailure) in try normalHost(name) }
    let stack = try workplace.openPreviews(
      existing: true, policy: policy, loader: CurlPageLoader())
    let cache = stack.provider.cache
    var missing = 0
    do throws(CacheError) {
      if let host {
        try await cache.removeAll(inDomain: host)
        workplace.terminal.print(StyledText("removed all cards of \(host)"))
      } else if keys.isEmpty {
        try await cache.removeAll()
        workplace.terminal.print("removed all cards")
      }
      for key in keys {
        let wasThere = try await cache.delete(key)
        if !wasThere { missing += 1 }
        workplace.terminal.print(
          StyledText(wasThere ? "removed \(key)" : "not in the cache: \(key)"))
      }
    } catch {
      try? await stack.close()
      throw ProgramFailure(error)
    }
    try await stack.close()
    return missing == 0 ? .done : .notFound
  }

  /// A host as keys have it: in lower case, international ones in ASCII.
  static func normalHost(_ name: String) throws(ProgramFailure) -> String {
    guard let host = try? CacheKey(url: "http://\(name)/").domain, !name.contains("/") else {
      throw ProgramFailure(
        UsageError.badValue(name, of: "--domain", reason: "give a host, such as example.com"))
    }
    return host
  }
}
