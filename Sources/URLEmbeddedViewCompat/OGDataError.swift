public import Foundation

/// What goes wrong in the compatible data layer.
public enum OGDataError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is no URL that can be loaded; what is wrong with it.
  case invalidURL(String, reason: String)
  /// There is nothing stored for the URL.
  case notFound(String)
  /// The page could not be loaded, and nothing was known of it before.
  case loadFailed(String, reason: String)
  /// The stack below could not do what was asked.
  case cacheFailed(reason: String)

  public var description: String {
    switch self {
    case .invalidURL(let url, let reason): "\(url) is no URL that can be loaded: \(reason)"
    case .notFound(let url): "nothing is stored for \(url)"
    case .loadFailed(let url, let reason): "\(url) could not be loaded: \(reason)"
    case .cacheFailed(let reason): "the cache failed: \(reason)"
    }
  }
}

extension OGDataError: LocalizedError {
  public var errorDescription: String? { description }
}
