import Foundation
import Testing

@testable import StrataCLI

/// The program as people call it: exit codes, and one clear line about what is wrong.
@Suite struct UsageTests {
  private let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  @Test func helpAndVersionEndWell() async throws {
    for arguments in ["--help", "-h", "help", "--version"] {
      let run = try await ProgramRun.of(arguments, in: directory)
      #expect(run.status == 0)
      #expect(!run.output.isEmpty && run.errors.isEmpty)
    }
    let help = try await ProgramRun.of("ls", "--help", in: directory)
    #expect(help.status == 0)
    #expect(help.output.contains("--domain HOST"))
  }

  @Test(arguments: [
    ([], "no command given"),
    (["previw"], "did you mean \"preview\"?"),
    (["preview"], "preview needs URL…"),
    (["preview", "--jsn", "x"], "did you mean --json?"),
    (["preview", "https://a.example/", "--json", "--html"], "exclude each other"),
    (["preview", "nothing"], "URL \"nothing\": scheme:"),
    (["preview", "https://u:p@a.example/"], "credentials"),
    (["preview", "https://a.example/", "--timeout", "5"], "--timeout: "),
    (["preview", "https://a.example/", "--timeout", "0s"], "give more than 0"),
    (["rm"], "rm needs either URLs, or --domain HOST, or --all"),
    (["rm", "https://a.example/", "--all"], "rm needs either"),
    (["ls", "--domain", "a b"], "--domain \"a b\": give a host"),
    (["get", "a", "b"], "does not take \"b\""),
    (["preview", "http://[::1"], "the bracket of [::1 is not closed"),
    (
      ["preview", "https://a.example/", "--config", ""], "--config needs the name of a policy file"
    ),
  ])
  func wrongArgumentsAreUsageErrors(_ arguments: [String], _ part: String) async throws {
    let run = try await run(arguments)
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.hasPrefix("strata: "))
    #expect(run.errors.contains(part))
    #expect(run.errors.count { $0 == "\n" } == 1)
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [
    ("{ rules: [{ domains: \"a.example\", updateIntervall: \"1s\" }] }", "rule 1 (a.example)"),
    ("{ rules: [{ domains: \"a.example\", updateIntervall: \"1s\" }] }", "did you mean"),
    ("{ default: { grace: \"-1s\" } }", "default, grace"),
    ("{ rules: [{ domains: \"a*b\" }] }", "domains"),
    ("{", "1:2"),
  ])
  func aBadPolicyFileIsNamedWithRuleAndField(_ text: String, _ part: String) async throws {
    let file = try directory.file("policy.json5", text)
    let run = try await ProgramRun.of(
      "preview", "https://a.example/", "--config", file, in: directory)
    #expect(run.status == ExitStatus.setup.rawValue)
    #expect(run.errors.contains(file))
    #expect(run.errors.contains(part))
  }

  @Test func aMissingPolicyFileIsNamed() async throws {
    let run = try await ProgramRun.of("sample", "--config", "/nowhere/p.json5", in: directory)
    #expect(run.status == ExitStatus.setup.rawValue)
    #expect(run.errors.contains("/nowhere/p.json5: can't be read"))
  }

  private func run(_ words: [String]) async throws -> ProgramRun {
    switch words.count {
    case 0: try await ProgramRun.of(in: directory)
    case 1: try await ProgramRun.of(words[0], in: directory)
    case 2: try await ProgramRun.of(words[0], words[1], in: directory)
    case 3: try await ProgramRun.of(words[0], words[1], words[2], in: directory)
    default: try await ProgramRun.of(words[0], words[1], words[2], words[3], in: directory)
    }
  }
}
