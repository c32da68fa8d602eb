extension ExpiryScheduler {
  /// Calls `action` at `deadline`, unless it is cancelled before. O(1); allocates its closure.
  ///
  /// The action is let go once it is called or cancelled. The result may be ignored: an action needs
  /// nobody to hold it.
  @discardableResult
  public func schedule(
    at deadline: MonotonicInstant, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let handle = change { state in
      let entry = state.actions.insert(action)
      return (state.wheel.schedule(entry.payload, tag: entry.tag, at: deadline), deadline)
    }
    return ScheduledAction(scheduler: self, handle: handle)
  }
}
