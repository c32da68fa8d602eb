import Testing

@testable import StrataOpenGraph

@Suite("The binary form of Open Graph data")
struct OpenGraphBinaryTests {
  private let full = OpenGraphDataTests.full

  @Test("It brings every field back")
  func roundTrip() throws {
    #expect(try OpenGraphData(binary: full.binary()) == full)
    #expect(try OpenGraphData(binary: OpenGraphData().binary()) == OpenGraphData())
  }

  @Test("Equal data give equal bytes, and no data give three")
  func isCanonical() {
    var copy = full
    copy.title = full.title
    #expect(copy.binary() == full.binary())
    #expect(OpenGraphData().binary() == [0x4F, 0x47, 1])
  }

  /// The bytes of version 1. They are on people's disks: this must hold for ever.
  @Test("Version 1 is read as it was first written")
  func readsVersion1() throws {
    let bytes: [UInt8] =
      [0x4F, 0x47, 1] + [1, 2, 0x48, 0x69] + [9, 1, 1, 1, 0x75, 4, 0xE0, 0x12, 0]
    var data = OpenGraphData()
    data.title = "Hi"
    data.images = [.init(url: "u")]
    data.images[0].width = 1200
    #expect(try OpenGraphData(binary: bytes) == data)
    #expect(data.binary() == bytes)
  }

  @Test("Numbers of any size and sign come back", arguments: [0, -1, 1, 63, 64, .max, .min])
  func numbers(number: Int) throws {
    var data = OpenGraphData()
    data.music = .init()
    data.music?.duration = number
    #expect(try OpenGraphData(binary: data.binary()) == data)
  }

  @Test("Bytes that are cut short anywhere are refused")
  func refusesTruncation() {
    let bytes = full.binary()
    for length in 0..<bytes.count {
      // Fields may end at the cut: what is read then must be a part of the data, never something else.
      if let data = try? OpenGraphData(binary: Array(bytes[..<length])) {
        #expect(data.binary() == Array(bytes[..<length]))
      }
    }
  }

  @Test("Other marks and later versions are refused by name")
  func refusesForeignBytes() {
    #expect(throws: OpenGraphData.CodingError.notOpenGraphData) { try OpenGraphData(binary: []) }
    #expect(throws: OpenGraphData.CodingError.notOpenGraphData) {
      try OpenGraphData(binary: [0x4F, 0x48, 1])
    }
    #expect(throws: OpenGraphData.CodingError.unknownVersion(2)) {
      try OpenGraphData(binary: [0x4F, 0x47, 2])
    }
  }

  @Test("Damage is refused with its place")
  func refusesDamage() {
    let cases: [([UInt8], OpenGraphData.CodingError)] = [
      ([1, 5, 0x48], .malformed(offset: 4)),
      ([1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], .malformed(offset: 4)),
      ([1, 1, 0xFF], .invalidText(offset: 5)),
      ([8, 0xFF, 0xFF, 0xFF, 0x7F], .malformed(offset: 4)),
      ([9, 1, 1, 1, 0x75], .malformed(offset: 8)),
      ([99], .trailingBytes(offset: 3)),
      ([2, 1, 0x61, 1, 1, 0x61], .trailingBytes(offset: 6)),
    ]
    for (bytes, error) in cases {
      #expect(throws: error, "\(bytes)") { try OpenGraphData(binary: [0x4F, 0x47, 1] + bytes) }
    }
  }

  @Test("Random damage is refused or read, but never ends the process", arguments: 0..<4)
  func survivesRandomDamage(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = full.binary()
    for _ in 0..<5_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let at = Int.random(in: 3..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[at] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: at)
        default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: at)
        }
      }
      _ = try? OpenGraphData(binary: damaged)
    }
    for length in 0..<400 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? OpenGraphData(binary: [0x4F, 0x47, 1] + noise)
    }
  }
}
