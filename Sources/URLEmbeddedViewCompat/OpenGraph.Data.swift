public import Foundation
public import StrataOpenGraph

/// The namespace of URLEmbeddedView's Open Graph types.
public enum OpenGraph {
  /// What URLEmbeddedView knows of a page.
  ///
  /// `StrataOpenGraph.OpenGraphData` holds more: several pictures with their sizes, articles, videos.
  public struct Data: Sendable, Hashable {
    /// The picture's address.
    public let imageUrl: URL?
    public let pageDescription: String?
    public let pageTitle: String?
    public let pageType: String?
    public let siteName: String?
    /// The address that was asked for.
    public let sourceUrl: URL?
    /// The address that the page gives as its own.
    public let url: URL?

    public init(
      imageUrl: URL?, pageDescription: String?, pageTitle: String?, pageType: String?,
      siteName: String?, sourceUrl: URL?, url: URL?
    ) {
      self.imageUrl = imageUrl
      self.pageDescription = pageDescription
      self.pageTitle = pageTitle
      self.pageType = pageType
      self.siteName = siteName
      self.sourceUrl = sourceUrl
      self.url = url
    }

    /// What is known of a page before it was asked: nothing but its address.
    public static func empty(sourceURL: String) -> Data {
      Data(
        imageUrl: nil, pageDescription: nil, pageTitle: nil, pageType: nil, siteName: nil,
        sourceUrl: URL(string: sourceURL), url: nil)
    }
  }
}

extension OpenGraph.Data {
  /// The part of Strata's Open Graph data that URLEmbeddedView has.
  public init(_ data: OpenGraphData, sourceURL: String) {
    self.init(
      imageUrl: (data.image?.url).flatMap { URL(string: $0) }, pageDescription: data.description,
      pageTitle: data.title, pageType: data.type, siteName: data.siteName,
      sourceUrl: URL(string: sourceURL), url: data.url.flatMap { URL(string: $0) })
  }
}

extension OpenGraphData {
  /// Strata's form of what URLEmbeddedView has.
  public init(_ data: OpenGraph.Data) {
    self.init()
    title = data.pageTitle
    description = data.pageDescription
    type = data.pageType
    siteName = data.siteName
    url = data.url?.absoluteString
    if let image = data.imageUrl { images = [Media(url: image.absoluteString)] }
  }
}
