import Strata
import StrataLMDB
import StrataOpenGraph
import Synchronization

/// `strata stats`: how much is in the cache, how old it is, and whose it is.
enum StatsCommand: Command {
  static let form = CommandForm(
    name: "stats", summary: "Show sizes, ages and shares of domains.",
    options: [.json, .config, .cache])

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let policy = try workplace.policyFile().policy
    let disk = try workplace.openDisk(existing: true)
    let report = Mutex(
      CacheReport(directory: disk.manager.directory, used: disk.manager.statistics.byteCount))
    var failure: ProgramFailure?
    let now = CacheClock.system.now
    do throws(CacheError) {
      try await disk.manager.forEachEntry(in: .everything) { entry in
        report.withLock { $0.add(entry, under: policy, at: now) }
        return true
      }
    } catch {
      failure = ProgramFailure(error)
    }
    try await disk.close()
    if let failure { throw failure }
    if workplace.arguments.has(.json) {
      workplace.terminal.write(try JSONLine.of(report.withLock { $0.document }))
    } else {
      for line in report.withLock({ $0.lines }) { workplace.terminal.print(line) }
    }
    return .done
  }
}
