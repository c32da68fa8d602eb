import Strata
import StrataLMDB
import StrataOpenGraph
import Synchronization

/// `strata rm`: removes cards by page, by domain, or all.
enum RemoveCommand: Command {
  private static let domain = OptionForm(
    name: "domain", value: "HOST", help: "Remove all cards of this host.", excludes: ["all"])
  private static let all = OptionForm(name: "all", help: "Remove all cards.")

  static let form = CommandForm(
    name: "rm", summary: "Remove cards from the cache.", operands: "[URL|KEY…]",
    operandCount: 0...Int.max, options: [domain, all, .json, .config, .cache],
    details: "Exit code 1: a page, or the host, was not in the cache.")

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let arguments = workplace.arguments
    let domain = arguments.value(of: domain)
    guard arguments.operands.isEmpty == (domain != nil || arguments.has(all)) else {
      throw ProgramFailure(
        .usage, "rm needs either URLs, or --domain HOST, or --all; see `strata rm --help`")
    }
    let policy = try workplace.policyFile()
    let keys = try URLOperands.storedKeys(of: arguments.operands, by: policy.normalization)
    let host = try domain.map { name throws(ProgramFailure) in try normalHost(name) }
    let stack = try workplace.openPreviews(
      existing: true, policy: policy, loader: CurlPageLoader())
    let isComplete: Bool
    do throws(ProgramFailure) {
      isComplete =
        if keys.isEmpty {
          try await remove(host.map { .domain($0) } ?? .everything, from: stack, in: workplace)
        } else {
          try await remove(keys, from: stack.provider.cache, in: workplace)
        }
    } catch {
      try? await stack.close()
      throw error
    }
    try await stack.close()
    return isComplete ? .done : .notFound
  }

  private static func remove(
    _ keys: [CacheKey], from cache: Cache<OpenGraphData>, in workplace: Workplace
  ) async throws(ProgramFailure) -> Bool {
    var missing: [String] = []
    var words: [StyledText] = []
    do throws(CacheError) {
      for key in keys {
        let wasThere = try await cache.delete(key)
        if !wasThere { missing.append(key.text) }
        words.append(StyledText(wasThere ? "removed \(key)" : "not in the cache: \(key)"))
      }
    } catch {
      throw ProgramFailure(error)
    }
    let report = RemovalReport(removed: keys.count - missing.count, missing: missing)
    try report.show(in: workplace, words: words)
    return missing.isEmpty
  }

  /// Removes a scope. What another process stores meanwhile may be removed and not counted.
  private static func remove(
    _ scope: RemovalScope, from stack: PreviewStack, in workplace: Workplace
  ) async throws(ProgramFailure) -> Bool {
    let count = Mutex(0)
    do throws(CacheError) {
      try await stack.disk?.manager.forEachEntry(in: scope) { _ in
        count.withLock { $0 += 1 }
        return true
      }
      switch scope {
      case .domain(let host): try await stack.provider.cache.removeAll(inDomain: host)
      default: try await stack.provider.cache.removeAll()
      }
    } catch {
      throw ProgramFailure(error)
    }
    let removed = count.withLock { $0 }
    guard case .domain(let host) = scope else {
      try RemovalReport(removed: removed).show(in: workplace)
      return true
    }
    let words =
      removed == 0
      ? "not in the cache: \(host)" : "removed \(RemovalReport.cards(removed)) of \(host)"
    try RemovalReport(removed: removed, missing: removed == 0 ? [host] : [])
      .show(in: workplace, words: [StyledText(words)])
    return removed > 0
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
