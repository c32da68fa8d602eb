import Strata
import StrataOpenGraph

/// `strata preview`: the cards of pages, from the cache where they are fresh, else from the sites.
enum PreviewCommand: Command {
  static let form = CommandForm(
    name: "preview", summary: "Show the cards of pages.", operands: "URL…",
    operandCount: 1...Int.max,
    options: [
      .json, .html, .refresh, .config, .cache, .noCache, .timeout, .allowLoopback,
    ],
    details: """
      A card comes from memory or disk where it is fresh there, else from the page; when the site
      fails, from what is known of it, marked as stale. `-` stands for URLs on standard input, one a
      line. Exit code 1: a page gave no card.
      """)

  /// How many pages are asked for at once.
  private static let concurrency = 8

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let policy = try workplace.policyFile()
    let urls = URLOperands.expanded(workplace.arguments.operands)
    let keys = try URLOperands.keys(of: urls, by: policy.normalization)
    let options = try LoaderOptions.options(workplace.arguments)
    let stack = try workplace.openPreviews(
      policy: policy, loader: LoaderOptions.loader(workplace.arguments))
    let mode: ReadMode = workplace.arguments.has(.refresh) ? .refresh : .automatic
    var printer = PreviewPrinter(workplace)
    let bar = ProgressBar("Asking", total: keys.count, on: workplace.terminal)
    let failures = await all(keys, from: stack.provider, mode: mode, options: options) { preview in
      if keys.count > 1 { bar.clear() }
      printer.add(preview)
      if keys.count > 1 { bar.advance() }
    }
    bar.clear()
    try await stack.close()
    if Task.isCancelled { return .interrupted }
    try printer.finish()
    return failures == 0 ? .done : .notFound
  }

  /// Asks for several pages at once and hands their previews over in the order of the list.
  ///
  /// - Returns: How many gave no card.
  private static func all(
    _ keys: [CacheKey], from provider: OpenGraphProvider, mode: ReadMode, options: CacheOptions?,
    _ body: (Preview) -> Void
  ) async -> Int {
    await withTaskGroup(of: (Int, Preview).self) { group in
      var next = 0
      var ready: [Int: Preview] = [:]
      var handedOver = 0
      var failures = 0
      func start() {
        guard next < keys.count, !Task.isCancelled else { return }
        let (index, url) = (next, keys[next].text)
        group.addTask {
          (index, await Preview.of(url, from: provider, mode: mode, options: options))
        }
        next += 1
      }
      for _ in 0..<concurrency { start() }
      while let (index, preview) = await group.next() {
        ready[index] = preview
        if preview.failure != nil { failures += 1 }
        while !Task.isCancelled, let preview = ready.removeValue(forKey: handedOver) {
          body(preview)
          handedOver += 1
        }
        start()
      }
      return failures
    }
  }
}
