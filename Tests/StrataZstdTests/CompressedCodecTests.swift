import Strata
import StrataLMDB
import StrataTesting
import StrataZstd
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct CompressedCodecTests {
  private let codec = BytesCodec().compressed()

  private func bytes(_ value: [UInt8], by codec: CompressedCodec<BytesCodec>? = nil) throws
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    try (codec ?? self.codec).encode(value, into: &bytes)
    return bytes
  }

  private func value(_ bytes: [UInt8], by codec: CompressedCodec<BytesCodec>? = nil) throws
    -> [UInt8]
  {
    try bytes.withUnsafeBytes { try (codec ?? self.codec).decode($0) }
  }

  @Test(arguments: [0, 1, 511, 512, 513, 4_096, 300_000])
  func valuesOfAnySizeComeBack(count: Int) throws {
    var random = SeededRandom(seed: 7)
    let text = (0..<count).map { UInt8($0 / 7 % 60 + 32) }
    let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    for value in [text, noise] { #expect(try self.value(bytes(value)) == value) }
    // What does not get smaller costs one byte.
    #expect(try bytes(noise).count <= count + 1)
    if count >= 4_096 { #expect(try bytes(text).count < count / 4) }
    if count < 512 { #expect(try bytes(text) == [0] + text) }
  }

  // A frame made by the zstd program of 1,000 times "strata ", at its level 19.
  @Test func framesOfTheProgramAreRead() throws {
    let frame: [UInt8] = [
      0x28, 0xb5, 0x2f, 0xfd, 0x64, 0x58, 0x1a, 0x7d, 0x00, 0x00, 0x38, 0x73, 0x74, 0x72, 0x61,
      0x74,
      0x61, 0x20, 0x01, 0x00, 0x4e, 0xab, 0xbe, 0x18, 0x01, 0xc1, 0xe0, 0xf8, 0xd0,
    ]
    let text = Array(repeatElement("strata ", count: 1_000).joined().utf8)
    #expect(try value([1] + frame) == text)
  }

  @Test func aThresholdAndALevelActOnWhatIsWrittenOnly() throws {
    let text = [UInt8](repeating: 65, count: 100)
    let eager = BytesCodec().compressed(threshold: 10, level: 99)
    #expect(try bytes(text, by: eager).count < 40)
    #expect(try value(bytes(text, by: eager)) == text)
    #expect(try value(bytes(text), by: eager) == text)
  }

  @Test func anyDamageIsAnErrorOrAnotherValueAndNeverMore() throws {
    let good = try bytes([UInt8](repeating: 65, count: 5_000))
    #expect(throws: CompressionError.self) { try value([]) }
    #expect(throws: CompressionError.damaged("unknown form 2")) { try value([2, 1, 2]) }
    #expect(throws: CompressionError.self) { try value([1]) }
    for count in 1..<good.count {
      #expect(throws: CompressionError.self) { try value(Array(good.prefix(count))) }
    }
    var random = SeededRandom(seed: 11)
    for _ in 0..<2_000 {
      var bad = good
      bad[Int.random(in: 1..<bad.count, using: &random)] = .random(in: 0...255, using: &random)
      if let value = try? value(bad) { #expect(value.count <= 64 << 20) }
    }
  }

  @Test func aFrameThatClaimsTooMuchIsRefusedBeforeAnythingIsAllotted() throws {
    // A frame header with a content size of 2⁶² bytes.
    let bomb: [UInt8] = [1, 0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x40]
    #expect(throws: CompressionError.tooLarge(1 << 62)) { try value(bomb) }
    let small = CompressedCodec(BytesCodec(), limit: 1_000)
    #expect(throws: CompressionError.tooLarge(5_000)) {
      try value(bytes([UInt8](repeating: 65, count: 5_000)), by: small)
    }
    #expect(throws: CompressionError.tooLarge(1_001)) {
      try bytes([UInt8](repeating: 65, count: 1_001), by: small)
    }
  }

  @Test func manyTasksShareACodec() async throws {
    let codec = codec
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 {
        group.addTask {
          let text = [UInt8](repeating: UInt8(number), count: 20_000)
          var bytes: [UInt8] = []
          try codec.encode(text, into: &bytes)
          #expect(try bytes.withUnsafeBytes { try codec.decode($0) } == text)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func aTierOnDiskKeepsCompressedValues() async throws {
    let directory =
      FileManager.default.temporaryDirectory.path + "/strata-zstd-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let text = String(repeating: "a page of text. ", count: 2_000)
    for _ in 1...2 {
      let disk = try LMDBCacheManager(
        directory: directory, codec: CodableCodec<String>().compressed())
      if try await disk.fetch("page") == nil {
        let stamp = CacheClock.system.nextStamp()
        try await disk.updateIfNeeded(CacheRecord(value: text, stamp: stamp), for: "page")
      }
      #expect(try await disk.fetch("page")?.value == text)
      try await disk.close()
    }
  }
}
