/// What a link card shows, and everything else that a page says about itself by the Open Graph
/// protocol (<https://ogp.me>), with the fallbacks of ordinary HTML filled in.
///
/// ```swift
/// let data = try PageExtractor().extract(bytes, contentType: "text/html", url: "https://example.com/")
/// print(data.title ?? "untitled", data.image?.url ?? "no picture")
/// ```
///
/// - Texts are free of control characters and bidirectional overrides, white space is folded to single
///   spaces, and long ones are cut between grapheme clusters. They are text, not markup: escape
///   them when you build HTML.
/// - URLs are absolute, `http` or `https`, in the ASCII form of the WHATWG URL standard.
/// - `nil` and empty arrays mean that the page doesn't say.
///
/// A value is one reference with copy on write: handing it out costs a single retain, whatever it holds.
public struct OpenGraphData: Sendable {
  // A class would share its changes with every copy; an inline struct would retain some thirty strings
  // and arrays for each copy. So: a struct over one reference that is replaced before it is changed.
  var storage: Storage

  /// The fields, boxed.
  ///
  /// `@unchecked Sendable` rests on this rule: `fields` is changed only through `OpenGraphData.fields`,
  /// which first makes sure that no one else holds the box.
  final class Storage: @unchecked Sendable {
    var fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  private static let empty = Storage(Fields())

  /// Data that says nothing.
  public init() { storage = Self.empty }

  init(_ fields: Fields) { storage = Storage(fields) }

  var fields: Fields {
    _read { yield storage.fields }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.fields) }
      yield &storage.fields
    }
  }

  /// True when there is nothing to show on a card: no title, no description and no picture.
  public var isEmpty: Bool { title == nil && description == nil && images.isEmpty }
}

extension OpenGraphData: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage === rhs.storage || lhs.fields == rhs.fields
  }
}
