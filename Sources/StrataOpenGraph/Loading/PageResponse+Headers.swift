public import Strata

extension PageResponse {
  /// Whether the origin says that what the request's validators stand for is still right.
  public var notModified: Bool { status == 304 }

  /// Whether there may be more of the body than is here.
  public var isTruncated: Bool { ending != .complete }

  /// The `Content-Type` header as it came, with its parameters. The last one counts if there are
  /// several, as in the Fetch standard.
  public var contentType: String? { headers.all("content-type").last }

  /// The type and subtype of `contentType` in lower case, such as `text/html`.
  public var mimeType: String? { contentType.map(ContentKinds.essence) }

  /// The `ETag` header as it came.
  public var etag: String? { headers["etag"] }

  /// The `Last-Modified` header as it came.
  public var lastModified: String? { headers["last-modified"] }

  /// All `Cache-Control` headers, joined by commas.
  public var cacheControl: String? { headers.joined("cache-control") }

  /// The `Expires` header as it came.
  public var expires: String? { headers["expires"] }

  /// How long the origin lets its answer be kept.
  public var caching: OriginCaching { OriginCaching(headers) }

  /// What to send with the next request for this page.
  public var validators: Validators {
    Validators(entityTag: etag, lastModified: lastModified)
  }
}
