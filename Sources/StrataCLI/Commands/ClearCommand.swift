import Strata
import StrataOpenGraph

/// `strata clear`: an empty cache.
enum ClearCommand: Command {
  static let form = CommandForm(
    name: "clear", summary: "Remove everything from the cache.", options: [.cache])

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let stack = try workplace.openPreviews(
      existing: true, policy: try workplace.policyFile(), loader: CurlPageLoader())
    do throws(CacheError) { try await stack.provider.cache.removeAll() } catch {
      try? await stack.close()
      throw ProgramFailure(error)
    }
    try await stack.close()
    workplace.terminal.print("the cache is empty")
    return .done
  }
}
