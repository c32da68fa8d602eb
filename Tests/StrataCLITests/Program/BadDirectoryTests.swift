import Foundation
import Testing

@testable import StrataCLI

/// Directories that can't be used as a cache: a clear line and exit code 3, and nothing is harmed.
@Suite struct BadDirectoryTests {
  private let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  private func expectRefused(_ run: ProgramRun, naming path: String) {
    #expect(run.status == ExitStatus.setup.rawValue)
    #expect(run.errors.hasPrefix("strata: "))
    #expect(run.errors.contains(path))
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  @Test func aFileInItsPlace() async throws {
    let file = try directory.file("cache", "mine")
    let run = try await ProgramRun.of("sample", "--cache", file, in: directory)
    expectRefused(run, naming: file)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test(arguments: ["ls", "stats", "sweep", "compact", "clear"])
  func aMissingOneIsNotMadeByCommandsThatLook(_ command: String) async throws {
    let path = "\(directory.path)/none"
    let run = try await ProgramRun.of(command, "--cache", path, in: directory)
    expectRefused(run, naming: path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: ["ls", "stats", "sweep", "compact", "clear"])
  func oneWithoutACacheIsLeftAsItIs(_ command: String) async throws {
    let path = "\(directory.path)/mine"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(filePath: "\(path)/file"))
    let run = try await ProgramRun.of(command, "--cache", path, in: directory)
    expectRefused(run, naming: path)
    #expect(run.errors.contains("there is no cache in this directory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["file"])
  }

  @Test func onePlaceWhereNoDirectoryCanBeMade() async throws {
    let run = try await ProgramRun.of("sample", "--cache", "/proc/strata", in: directory)
    expectRefused(run, naming: "/proc/strata")
  }

  // Root may write anywhere.
  @Test(.enabled(if: getuid() != 0)) func aReadOnlyOne() async throws {
    let path = "\(directory.path)/readonly"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
    expectRefused(
      try await ProgramRun.of("sample", "--cache", path, in: directory), naming: path)
  }

  @Test func oneThatEverybodyMayWriteTo() async throws {
    let path = "\(directory.path)/open"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    expectRefused(
      try await ProgramRun.of("sample", "--cache", path, in: directory), naming: path)
  }

  @Test func aFileThatIsNoDatabaseIsSetAsideWithAWarning() async throws {
    let path = "\(directory.path)/cache"
    let first = try await ProgramRun.of("sample", "--cache", path, in: directory)
    #expect(first.status == 0)
    let data = try #require(
      FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }
        .first { $0.hasSuffix("data.mdb") })
    try Data(repeating: 0x41, count: 65_536).write(to: URL(filePath: "\(path)/\(data)"))
    let second = try await ProgramRun.of("ls", "--cache", path, in: directory)
    #expect(second.status == 0)
    #expect(second.output.isEmpty)
    #expect(second.errors.contains("warning: the cache was damaged"))
    let third = try await ProgramRun.of("sample", "--cache", path, in: directory)
    #expect(third.status == 0)
    #expect(third.output.contains("  answer       origin in "))
  }

  @Test func noHomeDirectory() async throws {
    #expect(throws: ProgramFailure.self) {
      try CacheLocation.directory(named: nil, environment: ["HOME": ""])
    }
  }
}
