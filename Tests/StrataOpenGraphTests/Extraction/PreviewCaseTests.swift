import Testing

@testable import StrataOpenGraph

@Suite("The preview cases")
struct PreviewCaseTests {
  @Test("The right value is found in every field", arguments: PreviewCase.all)
  func findsExpectedValues(_ preview: PreviewCase) throws {
    let data = try preview.extract()
    for name in preview.expected.keys.sorted() {
      let actual = PreviewCase.field(name, of: data)
      #expect(
        preview.accepts(actual, for: name),
        "\(preview.id): \(name) is \(actual), not \(preview.expected[name] ?? .null)")
    }
  }

  @Test("No case is left out")
  func allCasesAreThere() {
    #expect(PreviewCase.all.count == 128)
  }

  /// These are decided by the page loader (status, Content-Encoding). The extraction sees one of the values
  /// in `accept`; that the loader gives the expected one is for its own tests to show.
  @Test("The cases that only the loader can decide are known")
  func loaderCasesAreKnown() {
    #expect(PreviewCase.all.filter(\.isForLoader).map(\.id) == ["dc15"])
  }
}
