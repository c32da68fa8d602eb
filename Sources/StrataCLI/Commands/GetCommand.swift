import Strata
import StrataOpenGraph

/// `strata get`: what the cache has, without asking a site.
enum GetCommand: Command {
  static let form = CommandForm(
    name: "get", summary: "Show what the cache has of a page, asking no site.",
    operands: "URL|KEY", operandCount: 1...1, options: [.json, .html, .config, .cache],
    details: "Exit code 1: the cache has nothing usable under this key.")

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let policy = try workplace.policyFile()
    let key = try URLOperands.storedKeys(
      of: workplace.arguments.operands, by: policy.normalization)[0]
    let stack = try workplace.openPreviews(
      existing: true, policy: policy, loader: CurlPageLoader())
    let cache = stack.provider.cache
    let clock = cache.clock
    let start = clock.now
    let outcome: Result<Answer<OpenGraphData>, CacheError>
    do throws(CacheError) {
      outcome = .success(try await cache.answer(for: key, mode: .cacheOnly))
    } catch {
      outcome = .failure(error)
    }
    let preview = Preview(
      url: key.text, outcome: outcome, elapsed: clock.now.duration(since: start),
      age: (try? outcome.get())?.record.metadata.age(at: clock.now))
    try await stack.close()
    var printer = PreviewPrinter(workplace)
    printer.add(preview)
    try printer.finish()
    return preview.failure == nil ? .done : .notFound
  }
}
