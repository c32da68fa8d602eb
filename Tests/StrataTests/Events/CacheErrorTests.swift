import Testing

@testable import Strata

@Suite struct CacheErrorTests {
  @Test func aLongKeyIsCutInTheText() {
    let long = CacheKey(String(repeating: "k", count: 10_000_000))
    let text = CacheError(.loadFailed, key: long, message: "the load failed").description
    #expect(text == "loadFailed: the load failed [key \(String(repeating: "k", count: 200))…]")
    let short = CacheKey(String(repeating: "k", count: 200))
    #expect(!CacheError(.loadFailed, key: short, message: "m").description.contains("…"))
  }
}
