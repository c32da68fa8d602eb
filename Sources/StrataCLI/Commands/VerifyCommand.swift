import Strata
import StrataLMDB

/// `strata verify`: checks a cache and changes no record of it.
enum VerifyCommand: Command {
  static let form = CommandForm(
    name: "verify", summary: "Check pages, records and indexes; change no record.",
    options: [.json, .cache])

  /// As `--json` prints it.
  private struct Document: Encodable {
    let schema = 1
    let sound: Bool
    let records: Int
    let faults: Int
    let described: [String]
    let leftovers: Int

    private enum CodingKeys: String, CodingKey {
      case schema, sound, records, faults, described, leftovers
    }
  }

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let directory = try workplace.directory
    let found: LMDBVerification
    do throws(CacheError) {
      found = try await LMDBVerifier(directory: directory).run()
    } catch {
      if error.code == .cancelled { return .interrupted }
      throw ProgramFailure(error)
    }
    if workplace.arguments.has(.json) {
      workplace.terminal.write(
        try JSONLine.of(
          Document(
            sound: found.isSound, records: found.records, faults: found.faultCount,
            described: found.faults, leftovers: found.leftovers)))
    } else {
      for fault in found.faults { workplace.terminal.print(StyledText(fault)) }
      if found.isStructureUnknown {
        workplace.terminal.note(
          "strata: the pages were not checked: others write too often; try again later")
      }
      let verdict =
        found.isSound
        ? "all is well" : "\(found.faultCount) \(found.faultCount == 1 ? "fault" : "faults")"
      workplace.terminal.print(
        StyledText("\(RemovalReport.cards(found.records)) looked at: \(verdict)"))
    }
    return found.isSound ? .done : .setup
  }
}
