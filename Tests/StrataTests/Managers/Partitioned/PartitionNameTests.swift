import Strata
import StrataTesting
import Testing

@Suite("Partition names as paths")
struct PartitionNameTests {
  static let names = [
    "", "example.com", "users", "Users", "USERS", "_", "_55", "+", ".", "..", ".hidden", "a/b",
    "a%2Fb", "../a", "a\0b", "e\u{301}", "\u{e9}", "*.example.com", "**.example.com", "con",
    String(repeating: "a", count: 255), String(repeating: "a", count: 254) + "b",
    String(repeating: "a", count: 200) + ".b", String(repeating: ".", count: 300),
    String(repeating: "?x=", count: 100) + "1", String(repeating: "?x=", count: 100) + "2",
  ]

  @Test("a path is read back as its name", arguments: names)
  func roundTrip(name: String) {
    let back = PartitionName.name(forPath: PartitionName.path(for: name))
    #expect(back.map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test("no two names share a path, whether case counts or not (CB116, CB117, CB119)")
  func distinct() {
    let paths = Self.names.map { PartitionName.path(for: $0).lowercased() }
    #expect(Set(paths).count == Self.names.count)
  }

  @Test("a path stays in its directory and within the limit of names", arguments: names)
  func safe(name: String) {
    for component in PartitionName.path(for: name).split(
      separator: "/", omittingEmptySubsequences: false)
    {
      #expect((1...203).contains(component.utf8.count))
      #expect(component.first != ".")
      #expect(component.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }

  @Test(
    "what is no such path has no name",
    arguments: ["", "A", "a b", "_4", "_61", "_zz", "lock.mdb/"])
  func refuses(path: String) {
    #expect(PartitionName.name(forPath: path) == nil)
  }

  @Test("random names keep apart and come back")
  func random() {
    var random = SeededRandom(seed: 3)
    let letters = Array("aA.é/_+-\0%*".unicodeScalars)
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<3_000 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...220, using: &random) {
        name.append(letters.randomElement(using: &random)!)
      }
      let bytes = Array(String(name).utf8)
      let path = PartitionName.path(for: String(name))
      #expect(PartitionName.name(forPath: path).map { Array($0.utf8) } == bytes)
      #expect(seen.updateValue(bytes, forKey: path) ?? bytes == bytes)
    }
  }
}
