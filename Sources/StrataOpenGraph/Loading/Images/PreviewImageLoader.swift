public import Strata

/// Loads pictures for cards through a page loader, so by the same rules of safety and manners.
///
/// ```swift
/// let pictures = PreviewImageLoader(loader)
/// let picture = try await pictures.load("https://example.com/card.png")
/// ```
///
/// Nothing is decoded. A file is refused unless its first bytes are those of an allowed format, and
/// its download ends there; it is never cut at the limit.
public struct PreviewImageLoader: Sendable {
  /// What loads.
  public let loader: any PageLoader

  /// The most bytes of a picture. Default: 5 MiB.
  public var byteLimit: Int

  /// How long a picture may take. Default: 15 seconds.
  public var timeLimit: Duration

  /// The formats that are let through. Default: all but SVG.
  public var types: Set<PreviewImageType>

  /// A loader of pictures over one of pages.
  public init(
    _ loader: any PageLoader,
    byteLimit: Int = 5 << 20,
    timeLimit: Duration = .seconds(15),
    types: Set<PreviewImageType> = PreviewImageType.bitmaps
  ) {
    self.loader = loader
    self.byteLimit = byteLimit
    self.timeLimit = timeLimit
    self.types = types
  }

  /// Loads a picture.
  ///
  /// - Parameters:
  ///   - url: absolute, http or https.
  ///   - validators: marks of the picture that is already there. Default: none.
  /// - Returns: the picture; nil when the origin says that the one which `validators` stand for is
  ///   still right.
  /// - Throws: `PageLoadError`: `.unsupportedContentType` when it is none of `types`, `.tooLarge` when
  ///   it is over the limit, and all that loading a page throws.
  public func load(
    _ url: String, validators: Validators = Validators()
  ) async throws(PageLoadError) -> PreviewImage? {
    let types = types
    var request = PageRequest(
      url, validators: validators, byteLimit: byteLimit, overLimit: .fail, timeLimit: timeLimit,
      accepts: .image)
    request.stopWhen = { bytes in
      // A kilobyte, as SVG may begin late.
      bytes.count >= 1024 && !(PreviewImageType(bytes).map(types.contains) ?? false)
    }
    let response = try await loader.load(request)
    if response.notModified { return nil }
    let type = response.body.withUnsafeBytes { PreviewImageType($0) }
    guard let type, types.contains(type), response.ending == .complete else {
      throw PageLoadError(
        .unsupportedContentType(type?.mimeType ?? response.contentType), url: response.url)
    }
    return PreviewImage(
      bytes: response.body, type: type, url: response.url, validators: response.validators,
      caching: response.caching)
  }
}
