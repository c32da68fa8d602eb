import CStrataLMDB

/// A number that all processes that use a directory see at once: it grows with each change of generation.
///
/// Unchecked: the C side reads and writes one atomic word.
final class SharedEpoch: @unchecked Sendable {
  let handle: OpaquePointer

  init(path: String) throws(EnvironmentFailure) {
    var handle: OpaquePointer?
    let code = strata_epoch_open(path, &handle)
    guard code == 0, let handle else { throw EnvironmentFailure(code: code) }
    self.handle = handle
  }

  deinit { strata_epoch_close(handle) }

  var value: UInt64 { strata_epoch_read(handle) }

  func bump() { _ = strata_epoch_bump(handle) }
}
