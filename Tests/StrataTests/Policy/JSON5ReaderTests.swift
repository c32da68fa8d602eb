import StrataTesting
import Testing

@testable import Strata

@Suite("JSON5 reader")
struct JSON5ReaderTests {
  /// The value in a form that tests can spell.
  private func text(of node: JSON5Node) -> String {
    switch node.value {
    case .object(let members):
      "{" + members.map { "\($0.name)=\(text(of: $0.node))" }.joined(separator: ",") + "}"
    case .array(let nodes): "[" + nodes.map { text(of: $0) }.joined(separator: ",") + "]"
    case .string(let string): "<\(string)>"
    case .number(let number): "\(number)"
    case .bool(let bool): "\(bool)"
    case .null: "null"
    }
  }

  @Test(
    "what JSON5 allows is read",
    arguments: [
      ("null", "null"), (" [true,false,] ", "[true,false]"), ("{}", "{}"), ("[]", "[]"),
      ("{a:1,'b c':2,\"d\":3,$_é9:4,}", "{a=1.0,b c=2.0,d=3.0,$_é9=4.0}"),
      ("[1,-1,+1,.5,5.,1e3,1E-2,0x1F,-0xa,0]", "[1.0,-1.0,1.0,0.5,5.0,1000.0,0.01,31.0,-10.0,0.0]"),
      ("[Infinity,-Infinity,NaN]", "[inf,-inf,nan]"), ("1e999", "inf"),
      ("'it\\'s \"x\"'", "<it's \"x\">"), ("\"\\u00e9\\x41\\n\\0\"", "<éA\n\u{0}>"),
      ("'\\uD83D\\uDE00'", "<😀>"), ("'a\\\nb'", "<ab>"), ("'a\\\r\nb'", "<ab>"), ("'\\q'", "<q>"),
      ("/* a **/ 1 // b", "1.0"), ("\u{FEFF}\u{A0}1\u{2003}", "1.0"), ("'e\u{301}'", "<e\u{301}>"),
    ])
  func reads(source: String, value: String) throws {
    let found = text(of: try JSON5Reader.read(source))
    #expect(found == value, "\(found)")
  }

  @Test(
    "what JSON5 does not allow is refused where it stands",
    arguments: [
      ("", 0), ("{", 1), ("[1", 2), ("[1 2]", 3), ("[,]", 1), ("{,}", 1), ("{a}", 2), ("{a:}", 3),
      ("{1a:2}", 1), ("'abc", 0), ("'a\nb'", 0), ("01", 0), ("1 2", 2), ("tru", 0), ("1.2.3", 0),
      ("--1", 0), ("+", 0), (".", 0), ("0x", 0), ("0x+1", 0), ("inf", 0), ("nan", 0), ("1_000", 0),
      ("'\\x4'", 3), ("'\\u+123'", 3), ("'\\1'", 2), ("'\\uD800'", 0), ("/* a", 0), ("/ 1", 0),
      ("{a:1,a:2}", 5), ("#", 0), ("{a:1}}", 5),
    ])
  func refuses(source: String, offset: Int) {
    let error = #expect(throws: JSON5Error.self) { try JSON5Reader.read(source) }
    #expect(error?.offset == offset, "\(error?.message ?? "")")
  }

  @Test("nesting beyond any use is refused instead of using up the stack")
  func depth() {
    #expect(throws: JSON5Error.self) {
      try JSON5Reader.read(String(repeating: "[", count: 100_000))
    }
  }

  @Test("no damage to a text makes the reader trap")
  func mutations() {
    let source = Array(
      "{ default: { a: '1d', b: [+1, 0x1, .5e-3, 'x\\u0041'] }, /* c */ } // d".unicodeScalars)
    var random = SeededRandom(seed: 7)
    for _ in 0..<4_000 {
      var scalars = source
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: scalars.indices, using: &random)
        if Bool.random(using: &random) {
          scalars.remove(at: index)
        } else {
          scalars.insert(source.randomElement(using: &random)!, at: index)
        }
      }
      _ = try? JSON5Reader.read(String(String.UnicodeScalarView(scalars)))
    }
  }
}
