import Strata

/// Prints previews in the form that the options ask for: cards in text, JSON lines, or a page.
struct PreviewPrinter {
  private let terminal: Terminal
  private let arguments: ParsedArguments
  private var kept: [Preview] = []
  private var failure: ProgramFailure?
  private var isFirst = true

  init(_ workplace: Workplace) {
    terminal = workplace.terminal
    arguments = workplace.arguments
  }

  mutating func add(_ preview: Preview) {
    if arguments.has(.html) {
      kept.append(preview)
    } else if arguments.has(.json) {
      do throws(ProgramFailure) {
        terminal.write(try PreviewDocument(preview).line())
      } catch {
        failure = error
      }
    } else {
      if !isFirst { terminal.print() }
      for line in TextCard(preview: preview, width: terminal.width).lines { terminal.print(line) }
    }
    isFirst = false
    if let error = preview.failure, error.code != .cancelled {
      terminal.fail("\(preview.url): \(error.pageReason)")
    }
  }

  /// Prints what is printed once for all.
  ///
  /// - Throws: What went wrong on the way.
  func finish() throws(ProgramFailure) {
    if arguments.has(.html) { terminal.write(HTMLPage.of(kept)) }
    if let failure { throw failure }
  }
}
