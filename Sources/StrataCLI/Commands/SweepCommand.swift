import Strata
import StrataOpenGraph

/// `strata sweep`: removes what is of no use any more.
enum SweepCommand: Command {
  static let form = CommandForm(
    name: "sweep", summary: "Remove cards past their grace period, and what is over the quota.",
    options: [.json, .config, .cache])

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let stack = try workplace.openPreviews(
      existing: true, policy: try workplace.policyFile(), loader: CurlPageLoader())
    var count = 0
    do throws(CacheError) {
      // In portions, so that other processes' writes get their turn, and Ctrl-C is heard.
      while !Task.isCancelled {
        let gone = try await stack.provider.cache.sweep(limit: 1_000)
        count += gone
        if gone < 1_000 { break }
      }
    } catch {
      try? await stack.close()
      throw ProgramFailure(error)
    }
    try await stack.close()
    try RemovalReport(removed: count).show(in: workplace)
    return Task.isCancelled ? .interrupted : .done
  }
}
