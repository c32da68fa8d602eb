extension OpenGraphData {
  /// Why bytes are not the binary form of `OpenGraphData`, or data can't be given one.
  public enum CodingError: Error, Equatable, Sendable {
    /// The bytes don't begin with the mark of this form: they are something else.
    case notOpenGraphData
    /// They were written by a later version, whose number is given.
    case unknownVersion(UInt8)
    /// A length, a tag or a number at this offset makes no sense, or the bytes end too early.
    case malformed(offset: Int)
    /// A text at this offset is no UTF-8.
    case invalidText(offset: Int)
    /// Bytes are left over after the last field, from this offset on.
    case trailingBytes(offset: Int)
  }
}

extension OpenGraphData.CodingError: CustomStringConvertible {
  /// A sentence that says what is wrong and where, and what to do.
  public var description: String {
    switch self {
    case .notOpenGraphData:
      "These bytes hold no Open Graph data: drop them and load the page again."
    case .unknownVersion(let version):
      "Open Graph data of version \(version), which this build doesn't know: update it, or drop them."
    case .malformed(let offset):
      "Open Graph data are damaged or cut short at byte \(offset): drop them and load the page again."
    case .invalidText(let offset):
      "A text of Open Graph data is no UTF-8 at byte \(offset): drop them and load the page again."
    case .trailingBytes(let offset):
      "Open Graph data end at byte \(offset), but more bytes follow: drop them and load the page again."
    }
  }
}
