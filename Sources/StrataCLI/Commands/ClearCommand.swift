import Strata
import StrataLMDB
import StrataOpenGraph

/// `strata clear`: an empty cache.
enum ClearCommand: Command {
  static let form = CommandForm(
    name: "clear", summary: "Remove everything from the cache.", options: [.json, .cache])

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let stack = try workplace.openPreviews(
      existing: true, policy: try workplace.policyFile(), loader: CurlPageLoader())
    // From the database's own counter: nothing is read for it.
    let count = stack.disk?.manager.statistics.entryCount ?? 0
    do throws(CacheError) { try await stack.provider.cache.removeAll() } catch {
      try? await stack.close()
      throw ProgramFailure(error)
    }
    try await stack.close()
    try RemovalReport(removed: count).show(in: workplace)
    return .done
  }
}
