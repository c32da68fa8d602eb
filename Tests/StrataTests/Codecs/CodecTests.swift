import StrataTesting
import Testing

@testable import Strata

@Suite struct CodecTests {
  /// Numbers as text, one digit a byte.
  private struct Digits: ValueCodec {
    struct NoDigits: Error {}

    func encode(_ value: Int, into bytes: inout [UInt8]) {
      bytes.append(contentsOf: "\(value)".utf8)
    }
    func decode(_ bytes: UnsafeRawBufferPointer) throws -> Int {
      guard let value = Int(String(decoding: bytes, as: UTF8.self)) else { throw NoDigits() }
      return value
    }
  }

  private func bytes<Codec: ValueCodec<Int>>(_ value: Int, _ codec: Codec) throws -> [UInt8] {
    var bytes: [UInt8] = [9]
    try codec.encode(value, into: &bytes)
    // It appends.
    #expect(bytes.first == 9)
    return Array(bytes.dropFirst())
  }

  private func value<Codec: ValueCodec<Int>>(_ bytes: [UInt8], _ codec: Codec) throws -> Int {
    try bytes.withUnsafeBytes { try codec.decode($0) }
  }

  @Test func aVersionStandsBeforeTheValue() throws {
    let codec = Digits().versioned(0x0201)
    #expect(try bytes(42, codec) == [0x01, 0x02] + Array("42".utf8))
    #expect(try value(bytes(42, codec), codec) == 42)
  }

  @Test func whatAnotherVersionStoredIsMigratedOrRefused() throws {
    let old = try bytes(42, Digits().versioned(1))
    let codec = Digits().versioned(2) { version, bytes in
      version == 1 ? try Digits().decode(bytes) * 100 : nil
    }
    #expect(try value(old, codec) == 4_200)
    let newer = try bytes(42, Digits().versioned(3))
    #expect(throws: VersionedCodec<Digits>.UnknownVersion(found: 3, expected: 2)) {
      try value(newer, codec)
    }
    #expect(throws: VersionedCodec<Digits>.UnknownVersion(found: 1, expected: 2)) {
      try value(old, Digits().versioned(2))
    }
    for short: [UInt8] in [[], [2]] {
      #expect(throws: VersionedCodec<Digits>.UnknownVersion(found: nil, expected: 2)) {
        try value(short, codec)
      }
    }
    #expect(throws: Digits.NoDigits.self) { try value([1, 0, 0x41], codec) }
  }

  @Test func aValueThatDoesNotPassTheCheckIsRefused() throws {
    let codec = Digits().checked { $0 < 100 }
    #expect(try value(bytes(42, codec), codec) == 42)
    #expect(throws: CheckedCodec<Digits>.Refused.self) { try value(bytes(100, codec), codec) }
  }

  @Test func bytesGoThroughAFunctionAndBack() throws {
    struct Forged: Error {}
    // No encryption: it shows where that goes.
    let codec = Digits().transformed(
      sealing: { bytes in bytes.map { $0 ^ 0x5A } + [bytes.reduce(0, &+)] },
      opening: { bytes in
        let plain = bytes.dropLast().map { $0 ^ 0x5A }
        guard bytes.last == plain.reduce(0, &+) else { throw Forged() }
        return plain
      })
    var sealed = try bytes(42, codec)
    #expect(sealed == [0x6E, 0x68, 0x66])
    #expect(try value(sealed, codec) == 42)
    sealed[0] ^= 1
    #expect(throws: Forged.self) { try value(sealed, codec) }
  }

  @Test func codecsCompose() throws {
    let codec = Digits().transformed(sealing: { $0.reversed() }, opening: { $0.reversed() })
      .checked { $0 != 13 }.versioned(7)
    #expect(try bytes(120, codec) == [7, 0] + Array("021".utf8))
    #expect(try value(bytes(120, codec), codec) == 120)
    #expect(throws: CheckedCodec<TransformedCodec<Digits>>.Refused.self) {
      try value(bytes(13, codec), codec)
    }
  }
}
