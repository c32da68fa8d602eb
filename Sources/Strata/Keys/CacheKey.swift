/// What a record is kept under: a text and its hash, computed once and passed down through all tiers.
///
/// ```swift
/// let page = try CacheKey(url: "HTTPS://Example.com:443/a/../b#top")   // https://example.com/b
/// let user = CacheKey("42", in: "user")                                // user:42
/// let any  = CacheKey("whatever")
/// ```
///
/// Two keys are equal when the UTF-8 bytes of their texts are, in every tier: texts that differ only in
/// Unicode composition are two keys, though Swift's `String` calls them equal.
public struct CacheKey: Sendable {
  /// The key in normal form: the text that is stored and compared.
  public let text: String

  /// A keyed 64-bit hash of the text's UTF-8 bytes. The key is drawn anew by each process, so that
  /// strangers cannot choose texts that collide; it must not be stored.
  public let hash: UInt64

  // The domain as a range of UTF-8 offsets, empty for none: half the size of a second string.
  let domainStart: UInt16
  let domainEnd: UInt16

  /// A key from any text, as it is, without a domain.
  public init(_ text: String) {
    self.init(normal: text, domain: 0..<0)
  }

  /// A key in a domain of your own naming, so that rules, partitions and removals by domain work for
  /// what is no URL: the text is `domain:name`.
  ///
  /// Where a domain's name is over 255 bytes long, its first 255 (at a character) are the domain; the text has
  /// all of it. Since the text alone tells keys apart, names of domains should have no colon.
  public init(_ name: String, in domain: String) {
    self.init(normal: "\(domain):\(name)", domain: 0..<Self.domainLength(domain))
  }

  /// The bytes of a domain's name that are kept: no more than 255, and no part of a character.
  private static func domainLength(_ domain: String) -> Int {
    let count = domain.utf8.count
    if count <= 255 { return count }
    let limit = domain.utf8.index(domain.startIndex, offsetBy: 255)
    // Rounded down to a scalar, and from there to a character.
    let scalar = domain.unicodeScalars.index(before: domain.unicodeScalars.index(after: limit))
    let end = domain.index(before: domain.index(after: scalar))
    return domain.utf8.distance(from: domain.startIndex, to: end)
  }

  /// A key from a text in normal form and its domain's place in it: for tiers that read keys back from
  /// where they stored them.
  ///
  /// A range that does not lie in the text, or cuts a character, counts as none.
  public init(stored text: String, domain: Range<Int>) {
    self.init(normal: text, domain: Self.cuts(text, domain) ? 0..<0 : domain)
  }

  /// Whether a range of bytes is not one of whole scalars of the text, or too far into it.
  private static func cuts(_ text: String, _ range: Range<Int>) -> Bool {
    let bytes = text.utf8
    guard range.lowerBound >= 0, range.upperBound <= Swift.min(bytes.count, Int(UInt16.max)) else {
      return true
    }
    return [range.lowerBound, range.upperBound].contains { offset in
      offset < bytes.count && bytes[bytes.index(bytes.startIndex, offsetBy: offset)] & 0xC0 == 0x80
    }
  }

  init(normal text: String, domain: Range<Int>) {
    self.init(normal: text, hash: Self.hash(text), domain: domain)
  }

  /// - Parameter hash: The text's.
  init(normal text: String, hash: UInt64, domain: Range<Int>) {
    self.text = text
    self.hash = hash
    domainStart = UInt16(domain.lowerBound)
    domainEnd = UInt16(domain.upperBound)
  }

  /// The domain that the key belongs to: for URLs the host; nil when there is none.
  public var domain: String? {
    guard domainEnd > domainStart else { return nil }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: Int(domainStart))
    let end = utf8.index(utf8.startIndex, offsetBy: Int(domainEnd))
    return String(utf8[start..<end])
  }

  /// Where in `text`'s UTF-8 bytes the domain stands; empty for none.
  public var domainRange: Range<Int> { Int(domainStart)..<Int(domainEnd) }
}

extension CacheKey: Hashable {
  public static func == (left: CacheKey, right: CacheKey) -> Bool {
    left.hash == right.hash && sameBytes(left.text, right.text)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// Whether two strings have the same UTF-8 bytes.
  static func sameBytes(_ left: String, _ right: String) -> Bool {
    let equal = left.utf8.withContiguousStorageIfAvailable { first in
      right.utf8.withContiguousStorageIfAvailable { second in
        guard let one = first.baseAddress, let other = second.baseAddress else {
          return first.count == second.count
        }
        return first.count == second.count
          && (one == other || KeyBytes.areEqual(one, other, count: first.count))
      }
    }
    // Only bridged strings have no contiguous storage.
    return (equal ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Calls `body` with the UTF-8 bytes of the text, which are valid during the call only.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) })
    {
      return result
    }
    var copy = text
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension CacheKey: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { text }

  /// A key from a literal text, as it is: no URL normal form.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
