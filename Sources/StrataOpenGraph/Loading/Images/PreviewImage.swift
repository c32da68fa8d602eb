public import Strata

/// A picture's bytes as they came, not decoded.
public struct PreviewImage: Sendable {
  /// The file.
  public var bytes: [UInt8]
  /// Its format, by its magic number: what the server called it does not count.
  public var type: PreviewImageType
  /// Where it came from, after redirects.
  public var url: String
  /// What to send with the next request for it.
  public var validators: Validators
  /// How long the origin lets it be kept.
  public var caching: OriginCaching

  /// A picture.
  public init(
    bytes: [UInt8], type: PreviewImageType, url: String,
    validators: Validators = Validators(), caching: OriginCaching = OriginCaching()
  ) {
    self.bytes = bytes
    self.type = type
    self.url = url
    self.validators = validators
    self.caching = caching
  }
}
