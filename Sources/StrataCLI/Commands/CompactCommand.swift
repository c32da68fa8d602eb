import Strata
import StrataLMDB

/// `strata compact`: a smaller file.
enum CompactCommand: Command {
  static let form = CommandForm(
    name: "compact", summary: "Shrink the file to what its cards need; all are kept.",
    options: [.json, .cache])

  /// As `--json` prints it.
  private struct Document: Encodable {
    let schema = 1
    let records: Int
    let bytesBefore: Int
    let bytesAfter: Int

    private enum CodingKeys: String, CodingKey {
      case schema, records
      case bytesBefore = "bytes_before"
      case bytesAfter = "bytes_after"
    }
  }

  static func run(in workplace: Workplace) async throws(ProgramFailure) -> ExitStatus {
    let disk = try workplace.openDisk(existing: true)
    let bar = ProgressBar("Copying", total: 0, on: workplace.terminal)
    let result: LMDBCompaction
    do throws(CacheError) {
      result = try await disk.manager.compact { done, total in bar.set(done, of: total) }
    } catch {
      bar.clear()
      try? await disk.close()
      if error.code == .cancelled { return .interrupted }
      throw ProgramFailure(error)
    }
    bar.clear()
    try await disk.close()
    if workplace.arguments.has(.json) {
      workplace.terminal.write(
        try JSONLine.of(
          Document(
            records: result.records, bytesBefore: result.bytesBefore,
            bytesAfter: result.bytesAfter)))
    } else {
      workplace.terminal.print(
        StyledText(
          "kept \(RemovalReport.cards(result.records)); the file has \(result.bytesAfter) bytes, it had "
            + "\(result.bytesBefore)"))
    }
    return .done
  }
}
