import Strata
import StrataOpenGraph
import Testing

@testable import StrataCLI

@Suite struct TextCardTests {
  private func text(_ preview: Preview, width: Int? = nil) -> [String] {
    TextCard(preview: preview, width: width).lines.map { $0.rendered(withStyles: false) }
  }

  @Test func aCardHasALineForEachThing() async throws {
    let lines = text(try await PreviewExamples.card(PreviewExamples.data))
    #expect(
      lines == [
        "https://example.com/page",
        "  title        A title",
        "  description  Some text.",
        "  image        https://example.com/a.png (1200 × 630) “A picture”",
        "  site name    A site",
        "  answer       memory in 12 µs, 1 min 30 s old",
      ])
  }

  @Test func linesAreCutToTheWidthOfTheTerminal() async throws {
    var data = PreviewExamples.data
    data.title = String(repeating: "俳", count: 100)
    let lines = text(try await PreviewExamples.card(data), width: 60)
    #expect(lines[1].hasSuffix("…"))
    #expect(DisplayWidth.of(lines[1]) <= 60)
  }

  @Test func aFailureGivesItsReasonInShort() {
    let error = CacheError(
      .absent, key: "https://a.example/", message: "https://a.example/: status 404. Check it.")
    #expect(
      text(PreviewExamples.failed("https://a.example/", error))[1] == "  no preview   status 404")
  }

  @Test func stylesAreEscapeCodesOnATerminalOnly() async throws {
    let lines = TextCard(preview: try await PreviewExamples.card(PreviewExamples.data)).lines
    #expect(lines[1].rendered(withStyles: true).contains("\u{1B}[1mA title\u{1B}[0m"))
    #expect(!lines[1].rendered(withStyles: false).contains("\u{1B}"))
  }

  @Test func controlCharactersNeverReachTheTerminal() {
    let text = StyledText("a\u{1B}[31m\u{7}\u{9B}b\r", .bold).rendered(withStyles: false)
    #expect(text == "a\u{FFFD}[31m\u{FFFD}\u{FFFD}b\u{FFFD}")
  }

  @Test(arguments: [
    (Duration.nanoseconds(830), "830 ns"), (.microseconds(12), "12 µs"),
    (.microseconds(3_140), "3.1 ms"), (.milliseconds(1_250), "1.2 s"), (.seconds(60), "1 min"),
    (.seconds(3_725), "1 h 2 min"), (.days(10), "10 d"), (.seconds(-5), "0 ns"),
  ])
  func durationsAreReadAtAGlance(_ duration: Duration, _ text: String) {
    #expect(ShortDuration.of(duration) == text)
  }

  @Test(arguments: [
    (TimeToLive.minutes(15), "15 min"), (.never, "never"), (.seconds(1), "1 s"), (.zero, "0 s"),
    (.milliseconds(1_500), "1.5 s"), (.days(30), "30 d"),
  ])
  func timesToLiveAreReadAtAGlance(_ life: TimeToLive, _ text: String) {
    #expect(ShortDuration.of(life) == text)
  }
}
