import Foundation
import Synchronization

/// A fetch under way: what `fetchOGData` returns, to be given to `cancelLoading`.
public final class OGDataTask: Sendable {
  private struct State {
    var isCancelled = false
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Whether its callbacks were stopped.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isCancelled { state.onCancel = action }
      return state.isCancelled
    }
    if isLate { action() }
  }

  func cancel(endingDownload endsDownload: Bool) {
    let action = state.withLock { state in
      state.isCancelled = true
      defer { state.onCancel = nil }
      return state.onCancel
    }
    if endsDownload { action?() }
  }
}
