import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation's URLCache in memory, with requests made beforehand and the value as JSON that is not even
/// decoded.
final class FoundationURLCache: Contender, @unchecked Sendable {
  // Sendable since URLCache locks itself, and all else is immutable.
  let name = "URLCache"
  private let requests: [URLRequest]
  private let cache = URLCache(memoryCapacity: 1 << 30, diskCapacity: 0, diskPath: nil)

  init(_ set: KeySet) throws {
    requests = set.urls.compactMap { URL(string: $0) }.map { URLRequest(url: $0) }
    for (index, request) in requests.enumerated() {
      guard let url = request.url else { continue }
      let response = URLResponse(
        url: url, mimeType: "application/json", expectedContentLength: -1, textEncodingName: nil)
      let body = try JSONEncoder().encode(Card(index))
      cache.storeCachedResponse(CachedURLResponse(response: response, data: body), for: request)
    }
  }

  func run(_ plan: AccessPlan, _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in range {
      if let found = cache.cachedResponse(for: requests[plan[index]]) {
        sum &+= UInt64(truncatingIfNeeded: found.data.count)
      }
    }
    return sum
  }
}
