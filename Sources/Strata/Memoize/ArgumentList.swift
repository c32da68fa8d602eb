#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of a call, which can be written as a key's text and read back from it: a refresh may come
/// long after the call, and in another process.
struct ArgumentList<each Argument: Codable & Sendable>: Sendable {
  let values: (repeat each Argument)

  init(_ values: repeat each Argument) {
    self.values = (repeat each values)
  }

  /// - Throws: `CacheError` with code `.invalidKey` for a key that was not made by `key(of:)`.
  init(key: CacheKey, of name: String) throws(CacheError) {
    let json = key.text.dropFirst(name.count + 1)
    do {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      self = try decoder.decode(Self.self, from: Data(json.utf8))
    } catch {
      throw CacheError(
        .invalidKey, key: key, message: "the key does not hold the arguments of \(name)",
        hint: "ask for it through the memoized function", underlying: error)
    }
  }

  func key(of name: String) throws(CacheError) -> CacheKey {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return CacheKey(String(decoding: try encoder.encode(self), as: UTF8.self), in: name)
    } catch {
      throw CacheError(
        .invalidKey, message: "an argument of \(name) can't be encoded as JSON", underlying: error)
    }
  }
}

extension ArgumentList: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    values = (repeat try container.decode((each Argument).self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    repeat try container.encode(each values)
  }
}
