public import Foundation

/// A page's data as a cache manager keeps them, with their dates.
///
/// `updateDate` is nil for a page that was seen and never loaded.
public final class OGCacheData: NSObject, Sendable {
  public let ogData: OpenGraph.Data
  public let createDate: Date
  public let updateDate: Date?

  public init(ogData: OpenGraph.Data, createDate: Date, updateDate: Date?) {
    self.ogData = ogData
    self.createDate = createDate
    self.updateDate = updateDate
    super.init()
  }
}
