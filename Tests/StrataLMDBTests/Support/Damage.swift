import Foundation

/// Ways in which a data file comes to harm.
enum Damage: String, CaseIterable, Sendable {
  case bitFlip, twentyBytes, pageHeaders, zeroedPages, swappedPages, randomPage, metaPages

  func apply(to path: String, seed: Int) throws {
    var random = SeededRandom(seed)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let pages = bytes.count / 4096
    func page() -> Int { Int.random(in: 2..<pages, using: &random) * 4096 }
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
    switch self {
    case .bitFlip:
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1
        << UInt8.random(
          in: 0..<8, using: &random)
    case .twentyBytes:
      for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = byte() }
    case .pageHeaders:
      for _ in 0..<3 { bytes[page() + Int.random(in: 0..<16, using: &random)] = byte() }
    case .zeroedPages:
      for _ in 0..<3 {
        let start = page()
        for index in start..<start + 4096 { bytes[index] = 0 }
      }
    case .swappedPages:
      for _ in 0..<3 {
        let (from, to) = (page(), page())
        for index in 0..<4096 { bytes[to + index] = bytes[from + index] }
      }
    case .randomPage:
      let start = page()
      for index in start..<start + 4096 { bytes[index] = byte() }
    case .metaPages:
      for _ in 0..<3 { bytes[Int.random(in: 0..<8192, using: &random)] = byte() }
    }
    // Written in place: the file keeps its inode, as in real life.
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }
}
