/// How much of a page is read and kept.
public struct ExtractionLimits: Sendable, Equatable {
  /// Bytes of the page that are looked at; the rest counts as cut off. 4 MiB unless set.
  public var pageBytes = 4 * 1024 * 1024
  /// Grapheme clusters of a title or a name; longer ones end in "…". 300 unless set.
  public var titleLength = 300
  /// Grapheme clusters of a description; longer ones end in "…". 2,000 unless set.
  public var descriptionLength = 2_000
  /// Bytes of a URL; longer ones are left out, since part of a URL leads elsewhere. 8 KiB unless set.
  public var urlBytes = 8 * 1024
  /// Elements of each list (pictures, videos, tags, authors and so on). 32 unless set.
  public var listLength = 32

  /// The limits that suit a card.
  public init() {}
}
