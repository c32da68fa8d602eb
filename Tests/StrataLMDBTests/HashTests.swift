import CStrataLMDB
import Foundation
import Testing

@Suite struct HashTests {
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func theChecksumIsXXH64(_ text: String, _ sum: UInt64) {
    #expect(strata_checksum(0, text, text.utf8.count) == sum)
  }

  @Test func theKeyHashIsSipHash128() {
    let seed = (0..<16).map { UInt8($0) }
    var out = [UInt8](repeating: 0, count: 16)
    strata_siphash128(seed, "", 0, &out)
    #expect(
      out == [
        0xA3, 0x81, 0x7F, 0x04, 0xBA, 0x25, 0xA8, 0xE6, 0x6D, 0xF6, 0x72, 0x14, 0xC7, 0x55, 0x02,
        0x93,
      ])
  }
}
