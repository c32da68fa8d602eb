import Testing

@testable import StrataCLI

@Suite struct ArgumentParserTests {
  private let parser = ArgumentParser(form: PreviewCommand.form)

  private func failure(_ words: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try parser.parse(words)
      return nil
    } catch {
      return error
    }
  }

  @Test func optionsMayStandAnywhereAndHoldTheirValueEitherWay() throws {
    let first = try parser.parse(["--cache", "dir", "a", "--json", "b"])
    let second = try parser.parse(["a", "b", "--json", "--cache=dir"])
    #expect(first == second)
    #expect(first.operands == ["a", "b"])
    #expect(first.value(of: .cache) == "dir")
    #expect(first.has(.json))
    #expect(!first.has(.html))
  }

  @Test func afterTwoDashesAllIsOperand() throws {
    #expect(try parser.parse(["--", "--json", "-x"]).operands == ["--json", "-x"])
  }

  @Test func aSingleDashIsAnOperand() throws {
    #expect(try parser.parse(["-"]).operands == ["-"])
  }

  @Test func aValueMayHoldEqualSigns() throws {
    #expect(try parser.parse(["a", "--cache=x=y"]).value(of: .cache) == "x=y")
    #expect(try parser.parse(["a", "--cache="]).value(of: .cache) == "")
  }

  @Test func aSlipOfThePenIsAnsweredWithAGuess() {
    #expect(
      failure("a", "--jsn") == .unknownOption("jsn", command: "preview", nearest: "json"))
    #expect(failure("a", "--cach", "d")?.description.contains("did you mean --cache?") == true)
    #expect(
      failure("a", "--nothing-like-it")
        == .unknownOption("nothing-like-it", command: "preview", nearest: nil))
  }

  @Test func singleDashedOptionsAreRefused() {
    #expect(failure("-json", "a") == .unknownOption("json", command: "preview", nearest: "json"))
  }

  @Test func whatIsMissingOrTooMuchIsNamed() {
    #expect(failure() == .missingOperand(command: "preview", operands: "URL…"))
    #expect(failure("a", "--cache") == .missingValue(option: "cache", value: "DIR"))
    #expect(failure("--cache", "--json", "a") == .missingValue(option: "cache", value: "DIR"))
    #expect(failure("a", "--json=1") == .valueNotTaken(option: "json"))
    #expect(failure("a", "--json", "--json") == .repeatedOption("json"))
    let clear = ArgumentParser(form: ClearCommand.form)
    #expect(throws: UsageError.extraOperand("a", command: "clear")) { try clear.parse(["a"]) }
  }

  @Test func optionsThatExcludeEachOtherAreRefusedInEitherOrder() {
    #expect(failure("a", "--json", "--html") == .conflict("json", "html"))
    #expect(failure("a", "--html", "--json") == .conflict("json", "html"))
    #expect(failure("a", "--no-cache", "--cache", "d") == .conflict("cache", "no-cache"))
  }

  @Test func whoAsksForHelpNeedNotHaveTheRestRight() throws {
    #expect(try parser.parse(["--help"]).has(.help))
    #expect(try parser.parse(["-h", "--json", "--html"]).has(.help))
  }
}
