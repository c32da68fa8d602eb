import CStrataLMDB

extension Environment {
  func param(_ name: [UInt8]) throws(EnvironmentFailure) -> [UInt8]? {
    try name.withUnsafeBytes { name in
      Self.withGrowingBuffer { buffer, length in
        strata_get(
          handle, Database.params.rawValue, name.baseAddress, name.count, buffer.baseAddress,
          buffer.count, &length)
      } body: {
        Array($0)
      }
    }.get()
  }

  func putParam(_ name: [UInt8], _ value: [UInt8]) throws(EnvironmentFailure) {
    let code = name.withUnsafeBytes { name in
      value.withUnsafeBytes { value in
        strata_write_put(
          handle, Database.params.rawValue, name.baseAddress, name.count, value.baseAddress,
          value.count)
      }
    }
    try check(code)
  }
}

extension FixedWidthInteger {
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
