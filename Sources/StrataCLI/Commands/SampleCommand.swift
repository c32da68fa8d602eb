import Strata
import StrataOpenGraph

/// `strata sample`: shows what the stack does, with a site that the program serves itself.
enum SampleCommand: Command {
  static let form = CommandForm(
    name: "sample", summary: "Show the stack at work on a site that the program serves itself.",
    options: [.config, .cache],
    details: """
      Asks for the pages four times: first the site answers, or LMDB from the second run on; then
      memory; then what is fresh for a second only is asked for again; at last the site is stopped
      and everything is stale, and the last good values answer.
      """)

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let policy = try workplace.policyFile(orText: SamplePolicy.text)
    let site: SampleSite
    do throws(SampleSocket.Failure) { site = try SampleSite() } catch {
      throw ProgramFailure(.setup, "\(error)")
    }
    defer { site.server.stop() }
    let stack = try workplace.openPreviews(
      policy: policy, loader: SamplePageLoader(site.server))
    var run = SampleRun(
      site: site, stack: stack, policy: policy.policy, terminal: workplace.terminal)
    await run.run()
    try await stack.close()
    return Task.isCancelled ? .interrupted : .done
  }
}
