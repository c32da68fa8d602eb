import Testing

@testable import StrataOpenGraph

@Suite struct LoadingOriginCachingTests {
  private static let now = HTTPDate(secondsSince1970: 784_111_777)

  private func caching(_ pairs: (String, String)...) -> OriginCaching {
    OriginCaching(HTTPHeaders(pairs))
  }

  private func control(_ text: String) -> OriginCaching { caching(("Cache-Control", text)) }

  @Test func everyDirectiveIsRead() {
    let caching = control(
      "Max-Age=60, s-maxage=\"120\" ,stale-while-revalidate=30, stale-if-error=300, must-revalidate,"
        + " private, no-transform, x=\"a, no-store\"")
    #expect(caching.maxAge == .seconds(60))
    #expect(caching.sharedMaxAge == .seconds(120))
    #expect(caching.staleWhileRevalidate == .seconds(30))
    #expect(caching.staleIfError == .seconds(300))
    #expect(caching.mustRevalidate && caching.isPrivate)
    #expect(!caching.noStore && !caching.noCache)
  }

  @Test func directivesOverSeveralLinesCountTogether() {
    let caching = caching(("cache-control", "max-age=60"), ("Cache-Control", "no-cache"))
    #expect(caching.maxAge == .seconds(60))
    #expect(caching.noCache)
  }

  @Test func fieldNamesLimitPrivateAndNoCache() {
    let caching = control("private=\"set-cookie\", no-cache=\"a, b\"")
    #expect(!caching.isPrivate && !caching.noCache)
  }

  @Test func numbersSaturateAndNonsenseIsZero() {
    #expect(control("max-age=99999999999999999999").maxAge == .seconds(1 << 31))
    #expect(control("max-age=-1").maxAge == .zero)
    #expect(control("max-age=").maxAge == .zero)
    #expect(control("max-age").maxAge == .zero)
    #expect(control("max-age=60, max-age=10").maxAge == .seconds(10))
    #expect(control(",,=,;").maxAge == nil)
  }

  @Test func freshnessFollowsTheOrderOfTheStandard() {
    let all = caching(
      ("Cache-Control", "max-age=60, s-maxage=120"), ("Age", "20"),
      ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"))
    #expect(all.freshness(now: Self.now) == .seconds(100))
    #expect(all.freshness(shared: false, now: Self.now) == .seconds(40))
    let expires = caching(
      ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"))
    #expect(expires.freshness(now: HTTPDate(secondsSince1970: 0)) == .seconds(3600))
    #expect(caching(("Expires", "0")).freshness(now: Self.now) == .zero)
    #expect(caching().freshness(now: Self.now) == nil)
    #expect(control("max-age=60, no-store").freshness(now: Self.now) == .zero)
    #expect(
      caching(("Cache-Control", "max-age=10"), ("Age", "99")).freshness(now: Self.now) == .zero)
  }
}
