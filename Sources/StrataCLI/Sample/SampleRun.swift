import Strata
import StrataLMDB
import StrataOpenGraph

/// The sample run: the pages of the sample site asked for again and again, through the stack that
/// `strata preview` uses, to show which tier answers when.
struct SampleRun {
  let site: SampleSite
  let stack: PreviewStack
  let policy: ExpiryPolicy
  let terminal: Terminal
  private var passes = 0
  private var tally = SampleTally()

  init(site: SampleSite, stack: PreviewStack, policy: ExpiryPolicy, terminal: Terminal) {
    self.site = site
    self.stack = stack
    self.policy = policy
    self.terminal = terminal
  }

  /// All passes; ends early when the task is cancelled.
  mutating func run() async {
    introduce()
    await pass("First: LMDB answers what an earlier run left, the site the rest", Self.printCard)
    await pass("Again: memory answers", Self.printLine)
    let clock = CacheClock.system
    try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(1_100)))
    await pass("A second later: what is fresh for one second is asked for again", Self.printLine)
    printTimes()

    site.server.stop()
    stack.provider.policy = policy.withoutFreshness
    await pass(
      "The site is stopped, every time to live is zero: the last good values answer",
      Self.printLine)
    stack.provider.policy = policy
    conclude()
  }

  private func introduce() {
    let hosts = Set(site.urls.compactMap { try? CacheKey(url: $0).domain }).count
    terminal.print(StyledText("Strata sample run", .bold))
    terminal.print(
      StyledText(
        "site   \(site.urls.count) pages of \(hosts) hosts, served by this program at "
          + site.server.url("")))
    let disk = stack.disk.map { "LMDB in \($0.manager.directory), " } ?? ""
    terminal.print(StyledText("stack  memory, \(disk)then the site"))
  }

  private mutating func pass(_ title: String, _ show: (Preview, Terminal) -> Void) async {
    guard !Task.isCancelled else { return }
    passes += 1
    terminal.print()
    terminal.print(StyledText("\(passes). \(title)", .bold))
    let asked = site.server.served
    for url in site.urls where !Task.isCancelled {
      let preview = await Preview.of(url, from: stack.provider)
      tally.count(preview)
      show(preview, terminal)
    }
    terminal.print(StyledText("   requests to the site: \(site.server.served - asked)", .dim))
  }

  private static func printCard(_ preview: Preview, on terminal: Terminal) {
    for line in TextCard(preview: preview, width: terminal.width).lines { terminal.print(line) }
    terminal.print()
  }

  private static func printLine(_ preview: Preview, on terminal: Terminal) {
    let answer =
      preview.failure == nil
      ? TextCard.answer(preview) : StyledText("no preview: ", .yellow) + TextCard.answer(preview)
    terminal.print(StyledText("   \(DisplayWidth.pad(preview.url, to: 38))") + answer)
  }

  private func printTimes() {
    guard !Task.isCancelled else { return }
    terminal.print()
    terminal.print(StyledText("Times to live in force, by domain", .bold))
    for line in SampleTimes(urls: site.urls, policy: policy).table.lines {
      terminal.print(StyledText("   ") + line)
    }
  }

  private func conclude() {
    guard !Task.isCancelled else { return }
    terminal.print()
    terminal.print(StyledText("Answers: \(tally.words)", .bold))
    if stack.disk != nil, tally.count(of: "LMDB, fresh") == 0 {
      terminal.print("Run it again: LMDB will answer in the first pass.")
    }
  }
}

extension ExpiryPolicy {
  /// The same policy with every record stale, and usable for its grace period.
  fileprivate var withoutFreshness: ExpiryPolicy {
    var stale = defaults
    stale.updateInterval = .zero
    stale.staleWhileRevalidate = .zero
    // Checked when the policy was made; zero is in every range.
    guard var policy = try? ExpiryPolicy(defaults: stale) else { return self }
    for rule in rules {
      var options = rule.options
      options.updateInterval = .zero
      options.staleWhileRevalidate = .zero
      try? policy.setRule(rule.pattern.description, options)
    }
    return policy
  }
}
