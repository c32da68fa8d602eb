extension ExpiryScheduler {
  /// The actions that wait, each under a number that a timer can carry.
  struct ActionTable {
    typealias Action = @Sendable () -> Void

    private static let tag: UInt16 = 1

    private var actions: ContiguousArray<Action?> = []
    private var unused: ContiguousArray<Int> = []

    mutating func insert(_ action: @escaping Action) -> TimerWheel.Entry {
      let index: Int
      if let reused = unused.popLast() {
        index = reused
        actions[index] = action
      } else {
        index = actions.count
        actions.append(action)
      }
      return TimerWheel.Entry(payload: UInt64(index), tag: Self.tag)
    }

    /// Takes out the action that a timer carries; nil for a timer that carries a payload.
    mutating func remove(_ entry: TimerWheel.Entry) -> Action? {
      guard entry.tag == Self.tag else { return nil }
      let index = Int(entry.payload)
      let action = actions[index].take()
      unused.append(index)
      if unused.count == actions.count {
        actions = []
        unused = []
      }
      return action
    }
  }
}
