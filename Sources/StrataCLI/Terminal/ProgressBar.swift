import Synchronization

/// Shows how far long work has come, in one line of standard error that is written over; nothing when that is
/// no terminal.
final class ProgressBar: Sendable {
  private let terminal: Terminal
  private let title: String
  /// The units done and to do, and whether the line is on the screen.
  private let state: Mutex<(done: Int, total: Int, isShown: Bool)>

  init(_ title: String, total: Int, on terminal: Terminal) {
    self.title = title
    self.terminal = terminal
    state = Mutex((0, total, false))
  }

  func advance() { change { $0.done += 1 } }

  func set(_ done: Int, of total: Int) {
    change { ($0.done, $0.total) = (done, total) }
  }

  private func change(_ body: (inout (done: Int, total: Int, isShown: Bool)) -> Void) {
    let (done, total, isShown) = state.withLock { state in
      body(&state)
      state.isShown = terminal.showsProgress
      return state
    }
    if isShown { terminal.errors.write("\r\(Self.line(title, done, of: total))") }
  }

  /// Takes the line off the screen, so that others can be written.
  func clear() {
    let wasShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if wasShown { terminal.errors.write("\r\u{1B}[K") }
  }

  static func line(_ title: String, _ done: Int, of total: Int) -> String {
    let width = 24
    let filled = total > 0 ? min(done, total) * width / total : width
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(title) \(bar) \(done)/\(total)"
  }
}
