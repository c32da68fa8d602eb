import Strata
import Testing

@testable import StrataOpenGraph

@Suite struct PreviewFailureTests {
  @Test("what the loader refused by its settings is not kept as the site's answer")
  func refusals() {
    let kinds: [PageLoadError.Kind] = [
      .forbiddenPort(1), .forbiddenHost("example.com"),
      .blockedAddress(address: "10.0.0.1", network: "10.0.0.0/8"),
    ]
    for kind in kinds {
      let failure = PreviewFailure.load(PageLoadError(kind, url: "http://example.com:1/"))
      #expect(failure.absence == nil)
    }
    let missing = PreviewFailure.load(PageLoadError(.httpStatus(404), url: "http://example.com/"))
    #expect(missing.absence != nil)
  }
}
