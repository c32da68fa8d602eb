import Strata
import StrataLMDB
import StrataOpenGraph

/// `strata ls`: what is in the cache.
enum ListCommand: Command {
  private static let domain = OptionForm(
    name: "domain", value: "HOST", help: "Only cards of this host.")

  static let form = CommandForm(
    name: "ls", summary: "List the pages in the cache.",
    options: [domain, .json, .config, .cache],
    details: "A line a page: its state, its age, the bytes it takes, and its address.")

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let policy = try workplace.policyFile().policy
    let host = try workplace.arguments.value(of: domain).map { name throws(ProgramFailure) in
      try RemoveCommand.normalHost(name)
    }
    let disk = try workplace.openDisk(existing: true)
    let terminal = workplace.terminal
    let isJSON = workplace.arguments.has(.json)
    let now = CacheClock.system.now
    var failure: ProgramFailure?
    do throws(CacheError) {
      try await disk.manager.forEachEntry(in: host.map { .domain($0) } ?? .everything) { entry in
        let row = StoredRow(entry, under: policy, at: now)
        if isJSON {
          guard let line = try? JSONLine.of(row) else { return false }
          terminal.write(line)
        } else {
          terminal.print(row.line)
        }
        return true
      }
    } catch {
      failure = ProgramFailure(error)
    }
    try await disk.close()
    if let failure { throw failure }
    return .done
  }
}
