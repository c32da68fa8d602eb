import URLEmbeddedViewCompat

/// The answers of one fetch, in their order.
func answers(
  _ provider: OGDataProvider, _ url: String, count: Int
) async -> [(data: OpenGraph.Data, error: (any Error)?)] {
  let (stream, continuation) = AsyncStream<(OpenGraph.Data, (any Error)?)>.makeStream()
  provider.fetchOGData(withURLString: url) { continuation.yield(($0, $1)) }
  var all: [(data: OpenGraph.Data, error: (any Error)?)] = []
  for await (data, error) in stream {
    all.append((data, error))
    if all.count == count { break }
  }
  return all
}
