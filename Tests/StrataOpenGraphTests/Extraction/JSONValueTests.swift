import Testing

@testable import StrataOpenGraph

@Suite("Lenient JSON")
struct JSONValueTests {
  @Test("Values of every kind")
  func values() {
    let text = #" {"a":[1,-2.5e3,true,false,null],"b":"x\n\"\\\/\u00e9\ud83d\ude00","c":{}} "#
    let value = JSONValue(parsing: text)
    #expect(value?["a"] == .array([.number(1), .number(-2500), .bool(true), .bool(false), .null]))
    #expect(value?["b"]?.string == "x\n\"\\/é😀")
    #expect(value?["c"] == .object([:]))
  }

  @Test("What many pages do is let pass")
  func leniency() {
    #expect(JSONValue(parsing: "[1,]") == .array([.number(1)]))
    #expect(JSONValue(parsing: "{\"a\":\"x\ny\",}")?["a"]?.string == "x\ny")
    #expect(JSONValue(parsing: #"{"a":1,"a":2}"#)?["a"] == .number(1))
    #expect(JSONValue(parsing: #""\ud800x""#)?.string == "\u{FFFD}x")
  }

  @Test(
    "What is no JSON is nothing",
    arguments: [
      "", " ", "{", "[1", "[1 2]", "{\"a\"}", "{a:1}", "\"x", "tru", "1x", "{} x", "\"\\u12\"", "-",
      "[,]",
    ])
  func refuses(text: String) {
    #expect(JSONValue(parsing: text) == nil)
  }

  @Test("Deep nesting is refused, not followed")
  func depth() {
    #expect(JSONValue(parsing: String(repeating: "[", count: 100_000)) == nil)
    let nested = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(JSONValue(parsing: nested) != nil)
  }
}
