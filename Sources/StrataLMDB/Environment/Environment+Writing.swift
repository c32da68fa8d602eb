import CStrataLMDB

/// The calls of the writer thread, between `begin` and `commit` or `abort`.
extension Environment {
  func begin(flushes: Bool) throws(EnvironmentFailure) {
    try check(strata_write_begin(handle, Int32(flushes ? STRATA_SYNC_FULL : STRATA_SYNC_NONE)))
  }

  /// Whatever it throws, the transaction is over.
  func commit() throws(EnvironmentFailure) { try check(strata_write_commit(handle)) }

  func abort() { strata_write_abort(handle) }

  func get<R>(
    _ database: Database, _ key: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(EnvironmentFailure) -> R? {
    try Self.withGrowingBuffer { buffer, length in
      strata_write_get(
        handle, database.rawValue, key.baseAddress, key.count, buffer.baseAddress, buffer.count,
        &length)
    } body: {
      body($0)
    }.get()
  }

  func put(_ database: Database, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer)
    throws(EnvironmentFailure)
  {
    try check(
      strata_write_put(
        handle, database.rawValue, key.baseAddress, key.count, value.baseAddress, value.count))
  }

  /// Stores an entry whose key comes after all others.
  func append(
    _ database: Database, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(EnvironmentFailure) {
    try check(
      strata_write_append(
        handle, database.rawValue, key.baseAddress, key.count, value.baseAddress, value.count))
  }

  /// Whether there was something to delete.
  @discardableResult
  func delete(_ database: Database, _ key: UnsafeRawBufferPointer) throws(EnvironmentFailure)
    -> Bool
  {
    let code = strata_write_delete(handle, database.rawValue, key.baseAddress, key.count)
    if code == Int32(STRATA_NOT_FOUND) { return false }
    try check(code)
    return true
  }
}
