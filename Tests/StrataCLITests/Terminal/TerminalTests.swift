import Foundation
import Testing

@testable import StrataCLI

@Suite struct TerminalTests {
  @Test func wideCharactersTakeTwoColumns() {
    #expect(DisplayWidth.of("abc") == 3)
    #expect(DisplayWidth.of("俳句") == 4)
    #expect(DisplayWidth.of("🪁") == 2)
    #expect(DisplayWidth.of("e\u{301}") == 1)
  }

  @Test func cutTextFitsWithItsEllipsis() {
    #expect(DisplayWidth.cut("abcdef", to: 6) == "abcdef")
    #expect(DisplayWidth.cut("abcdefg", to: 6) == "abcde…")
    #expect(DisplayWidth.of(DisplayWidth.cut("俳句俳句", to: 6)) <= 6)
  }

  @Test func theProgressBarFills() {
    #expect(ProgressBar.line("Asking", 0, of: 4).hasSuffix("░ 0/4"))
    #expect(ProgressBar.line("Asking", 4, of: 4).hasSuffix("█ 4/4"))
    #expect(ProgressBar.line("Asking", 9, of: 4).contains(String(repeating: "█", count: 24)))
    #expect(ProgressBar.line("Asking", 0, of: 0).hasSuffix("0/0"))
  }

  @Test func columnsOfATableLineUp() {
    var table = Table(["name", "count"], rightAligned: [1])
    table.add(["俳句", "7"])
    table.add(["long name", "12345"])
    #expect(
      table.lines.map { $0.rendered(withStyles: false) } == [
        "name       count", "俳句           7", "long name  12345",
      ])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has it"))
  func outputThatCannotBeWrittenIsTold() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let output = OutputFile(descriptor: full.fileDescriptor)
    #expect(output.failure == nil)
    output.write("text")
    #expect(output.failure == "No space left on device")
  }

  @Test func theCacheIsWhereTheSystemKeepsCaches() throws {
    func place(_ name: String? = nil, _ environment: [String: String]) throws -> String {
      try CacheLocation.directory(named: name, environment: environment)
    }
    #expect(try place("d", ["HOME": "/h"]) == "d")
    #expect(try place(nil, ["HOME": "/h", "XDG_CACHE_HOME": "/x"]) == "/x/strata")
    #expect(try place(nil, ["HOME": "/h", "XDG_CACHE_HOME": "x"]) == "/h/.cache/strata")
    #expect(throws: ProgramFailure.self) { try place(nil, [:]) }
  }
}
