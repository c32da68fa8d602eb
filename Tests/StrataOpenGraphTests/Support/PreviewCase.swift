import Foundation
import Testing

@testable import StrataOpenGraph

/// One of the small pages in Fixtures/previews, with what is to be found in it. The README there tells the
/// format of `cases.json`.
struct PreviewCase: Sendable, CustomTestStringConvertible {
  let id: String
  let file: String
  let url: String
  let contentType: String?
  let isOEmbedResponse: Bool
  let isForLoader: Bool
  let isPrefixEnough: Set<String>
  let expected: [String: JSONValue]
  let accepted: [String: JSONValue]

  var testDescription: String { id }

  static let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)!
    .appendingPathComponent("previews")

  static let all: [PreviewCase] = {
    let text = try! String(
      contentsOf: folder.appendingPathComponent("cases.json"), encoding: .utf8)
    return JSONValue(parsing: text)!.elements.map(PreviewCase.init)
  }()

  private init(_ json: JSONValue) {
    func object(_ name: String) -> [String: JSONValue] {
      if case .object(let members)? = json[name] { members } else { [:] }
    }
    id = json["id"]!.string!
    file = json["file"]!.string!
    url = json["url"]!.string!
    contentType = object("headers").first { $0.key.lowercased() == "content-type" }?.value.string
    isOEmbedResponse = json["input"]?.string == "oembed"
    isForLoader = json["level"]?.string == "loader"
    isPrefixEnough = Set(object("relation").keys)
    expected = object("expect")
    accepted = object("accept")
  }

  var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(file))) }
  }

  /// What the extraction makes of the page. A page that is refused has no fields.
  func extract() throws -> OpenGraphData {
    do {
      return isOEmbedResponse
        ? try OpenGraphData(oEmbed: bytes, url: url)
        : try PageExtractor().extract(bytes, contentType: contentType, url: url)
    } catch is ExtractionFailure {
      return OpenGraphData()
    }
  }

  /// The fields of a card under the names that the cases use.
  static func field(_ name: String, of data: OpenGraphData) -> JSONValue {
    func value(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    switch name {
    case "title": return value(data.title)
    case "description": return value(data.description)
    case "image": return value(data.image?.url)
    case "site_name": return value(data.siteName)
    case "type": return value(data.type)
    case "url": return value(data.url)
    case "oembed": return value(data.oEmbedURL)
    case "redirect": return value(data.refresh?.url)
    case "charset": return value(data.charset)
    case "images": return .array(data.images.map(image))
    default: fatalError("a case asks for \(name)")
    }
  }

  private static func image(_ media: OpenGraphData.Media) -> JSONValue {
    var members: [String: JSONValue] = ["url": .string(media.url)]
    members["secure_url"] = media.secureURL.map(JSONValue.string)
    members["type"] = media.type.map(JSONValue.string)
    members["width"] = media.width.map { .number(Double($0)) }
    members["height"] = media.height.map { .number(Double($0)) }
    members["alt"] = media.alt.map(JSONValue.string)
    return .object(members)
  }

  /// True when `actual` is the expected value of a field, or one of those accepted beside it.
  func accepts(_ actual: JSONValue, for field: String) -> Bool {
    let wanted = expected[field] ?? .null
    if actual == wanted || accepted[field]?.elements.contains(actual) == true { return true }
    if isPrefixEnough.contains(field) {
      guard let text = actual.string, let full = wanted.string else { return actual == .null }
      // Characters are grapheme clusters: a cut inside one would not be a prefix.
      return full.starts(with: text.last == "…" ? text.dropLast() : text[...])
    }
    return false
  }
}
