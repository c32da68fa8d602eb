import Testing

@testable import StrataOpenGraph

@Suite("Cleaning text")
struct TextCleanerTests {
  private func clean(_ text: String, limit: Int = 100) -> String? {
    TextCleaner.clean(text, limit: limit)
  }

  @Test(
    "White space of every kind is folded to single spaces",
    arguments: [
      " a  b ", "a\r\n\tb", "a\u{A0}b", "a\u{3000}\u{2003}b", "a\u{2028}b", "\u{85}a b",
      "a \u{0} b",
    ])
  func foldsWhiteSpace(text: String) {
    #expect(clean(text) == "a b")
  }

  @Test(
    "Controls, overrides and noncharacters vanish",
    arguments: [
      "a\u{0}b", "a\u{7}b", "a\u{1B}b", "a\u{7F}b", "a\u{9F}b", "a\u{202E}b", "a\u{202A}b\u{202C}",
      "\u{FEFF}ab", "a\(Unicode.Scalar(0xFFFE)!)b", "a\(Unicode.Scalar(0x1FFFF)!)b",
      "a\(Unicode.Scalar(0xFDD0)!)b", "a\u{2067}b",
    ])
  func dropsControls(text: String) {
    #expect(clean(text) == "ab")
  }

  @Test(
    "What belongs to writing stays",
    arguments: [
      "می‌خواهم", "a\u{200F}!", "👨‍👩‍👧‍👦 🏳️‍🌈", "1️⃣", "\u{2067}אב\u{2069} x", "e\u{301}", "a\u{AD}b",
      "A\u{FFFD}",
    ])
  func keepsWriting(text: String) {
    #expect(clean(text) == text)
  }

  @Test(
    "Text with nothing visible is none",
    arguments: [
      "", " \n", "\u{200B}", "\u{200D}\u{FE0F}", "\u{202E}", "\u{AD}", "\u{3164}", "\u{0}",
    ])
  func refusesTheInvisible(text: String) {
    #expect(clean(text) == nil)
  }

  @Test("Long text is cut between characters and ends in an ellipsis")
  func cuts() {
    #expect(clean("abcdef", limit: 6) == "abcdef")
    #expect(clean("abcdefg", limit: 6) == "abcde…")
    #expect(clean("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", limit: 2) == "👨‍👩‍👧‍👦…")
    #expect(clean("e\u{301}e\u{301}e\u{301}", limit: 2) == "e\u{301}…")
    #expect(clean("🇯🇵🇫🇷🇩🇪", limit: 2) == "🇯🇵…")
  }

  @Test("Piles of marks are bounded by bytes")
  func boundsMarks() throws {
    let pile = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(clean(pile) == nil)
    let words = try #require(clean("Words and " + pile))
    #expect(words == "Words and …")
  }
}
