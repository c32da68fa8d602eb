import CStrataLMDB

/// Wakes a thread that waits for work.
///
/// Unchecked: a mutex and a condition variable on the C side guard its state.
final class Bell: @unchecked Sendable {
  private let handle: OpaquePointer

  init() { handle = strata_bell_make() }

  deinit { strata_bell_free(handle) }

  func ring() { strata_bell_ring(handle) }

  /// Returns when rung, or after so long.
  func wait(milliseconds: Int) { _ = strata_bell_wait(handle, Int32(clamping: milliseconds)) }
}
