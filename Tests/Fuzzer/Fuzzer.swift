import FuzzTargets

/// What libFuzzer, which brings the program's `main`, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  do { try FuzzTarget.chosen.check(UnsafeRawBufferPointer(start: data, count: size)) } catch {
    fatalError("\(error)")
  }
  return 0
}
