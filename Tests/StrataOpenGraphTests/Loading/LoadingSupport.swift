import StrataOpenGraph
import Testing

/// A loader for the scripted origin, with the settings changed as the test needs.
func loopbackLoader(
  _ change: (inout CurlPageLoader.Configuration) -> Void = { _ in }
) -> CurlPageLoader {
  var configuration = CurlPageLoader.Configuration.loopback
  change(&configuration)
  return CurlPageLoader(configuration)
}

/// The error that a load ends with.
func failure(
  _ loader: some PageLoader, _ request: PageRequest,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> PageLoadError {
  do throws(PageLoadError) {
    let response = try await loader.load(request)
    Issue.record("it loaded, with status \(response.status)", sourceLocation: sourceLocation)
  } catch {
    return error
  }
  return PageLoadError(.failed, url: "")
}

func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }
