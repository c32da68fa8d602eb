import Strata
import StrataOpenGraph

/// `strata warm`: fills the cache with the cards of many pages.
enum WarmCommand: Command {
  static let form = CommandForm(
    name: "warm", summary: "Fetch the cards of many pages into the cache.", operands: "URL…",
    operandCount: 1...Int.max, options: [.config, .cache, .allowLoopback],
    details: """
      What is fresh is left alone; one site is asked for at most one page in 100 ms. `-` stands for
      URLs on standard input, one a line. Exit code 1: a page gave no card.
      """)

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let policy = try workplace.policyFile()
    let urls = URLOperands.expanded(workplace.arguments.operands)
    let keys = try URLOperands.keys(of: urls, by: policy.normalization)
    let stack = try workplace.openPreviews(
      policy: policy, loader: LoaderOptions.loader(workplace.arguments))
    let bar = ProgressBar("Fetching", total: keys.count, on: workplace.terminal)
    var last: WarmUpProgress?
    for await progress in stack.provider.cache.warmUp(keys, pause: .milliseconds(100)) {
      last = progress
      bar.advance()
    }
    bar.clear()
    try await stack.close()
    let (filled, failed) = (last?.filled ?? 0, last?.failed ?? 0)
    let total = last?.total ?? 0
    workplace.terminal.print(
      StyledText("\(filled) of \(total) pages are in the cache; \(failed) gave no card"))
    if Task.isCancelled { return .interrupted }
    return failed == 0 ? .done : .notFound
  }
}
