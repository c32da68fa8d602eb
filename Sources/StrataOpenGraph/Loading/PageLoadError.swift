/// Why a page could not be loaded.
///
/// It names the URL it concerns (the redirect that failed, not the one first asked for), says
/// whether asking again is of use, and what to do.
///
/// ```swift
/// do throws(PageLoadError) {
///   page = try await loader.load(request)
/// } catch {
///   if error.isDefinite { … } else { retry(after: error.retryAfter ?? .seconds(30)) }
/// }
/// ```
public struct PageLoadError: Error, Sendable, Equatable {
  /// What went wrong.
  public var kind: Kind

  /// The URL that it concerns.
  public var url: String

  /// How long the origin asks to be left alone, from its `Retry-After` header.
  public var retryAfter: Duration?

  /// More about the cause, as the network library words it. For logs, not for decisions.
  public var detail: String?

  /// An error of that kind.
  public init(_ kind: Kind, url: String, retryAfter: Duration? = nil, detail: String? = nil) {
    self.kind = kind
    self.url = url
    self.retryAfter = retryAfter
    self.detail = detail
  }
}
