import Strata
import Synchronization
import Testing

final class ScheduledGroup: Sendable {
  private let actions = Mutex<[ScheduledAction]>([])
  var all: [ScheduledAction] { actions.withLock { $0 } }
  func add(_ action: ScheduledAction) { actions.withLock { $0.append(action) } }
}

final class Holder: Sendable {
  private let held = Mutex<ExpiryScheduler?>(nil)
  var scheduler: ExpiryScheduler? {
    get { held.withLock { $0 } }
    set {
      let former = held.withLock { held in
        defer { held = newValue }
        return held
      }
      _ = former
    }
  }
}

/// Lets other tasks run until a condition holds; records an issue if it does not come to hold.
func eventually(
  _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let deadline = ContinuousClock.now.advanced(by: .seconds(180))
  while !condition() {
    if ContinuousClock.now > deadline {
      Issue.record("never came to hold", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
