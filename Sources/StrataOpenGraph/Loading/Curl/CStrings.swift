/// Runs `body` with the text as a C string, or with nil.
func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}

/// Runs `body` with the texts as a list of C strings that ends with a null pointer.
func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for text in texts {
    starts.append(bytes.count)
    bytes.append(contentsOf: text.utf8.map { CChar(bitPattern: $0) })
    bytes.append(0)
  }
  return bytes.withUnsafeBufferPointer { bytes in
    var pointers: [UnsafePointer<CChar>?] = starts.map { bytes.baseAddress! + $0 }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
  }
}

extension Duration {
  /// In milliseconds, at least 1 and at most a day: a limit of 0 would mean none.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds < 86_400 else { return 86_400_000 }
    guard seconds >= 0 else { return 1 }
    return max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
