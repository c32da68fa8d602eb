import Strata
import StrataLMDB
import StrataZstd

/// Tiers with something changed about them, and what is stored in them.
enum Tiers {
  struct Price: Codable, Sendable {
    let amount: Double
  }

  static func run() async throws {
    let (bundled, archive) = (MemoryCacheManager<Price>(), MemoryCacheManager<Price>())
    // snippet: decorators
    let stack = try TieredCacheManager<Price> {
      MemoryCacheManager<Price>().maximumAge(.seconds(60))  // then the tiers below are asked again
      MemoryCacheManager<Price>().admitting(upTo: 4_096)  // entries of up to 4,096 bytes
      try archive.only(domains: ["*.shop.example"])  // no others
      bundled.readOnly()  // came with the program
    }
    // end snippet
    try await stack.close()
  }

  static func makeDisk(directory: String) throws -> LMDBCacheManager<Price> {
    // snippet: codecs
    let codec = CodableCodec<Price>()
      .checked { $0.amount >= 0 }  // else a miss
      .compressed(threshold: 512)
      .versioned(2) { version, bytes in
        // Version 1 stored cents, as text.
        version == 1
          ? try Price(amount: Double(StringCodec().decode(bytes)).map { $0 / 100 } ?? 0) : nil
      }
    return try LMDBCacheManager(directory: directory, codec: codec)
    // end snippet
  }
}
