import Strata

/// A policy file: refused with a place in it, or read and written out as one that says the same.
enum PolicyTarget {
  static func check(_ bytes: UnsafeRawBufferPointer) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let policy: ExpiryPolicy
    do throws(PolicyError) { policy = try ExpiryPolicy(json5: text) } catch {
      try expect(!error.message.isEmpty, "an error without a text")
      return
    }
    let written = "\(policy)"
    let again = try ExpiryPolicy(json5: written)
    try expect("\(again)" == written, "\(again) for \(written)")
  }
}
