public import Foundation
import Strata
public import StrataOpenGraph
import Synchronization

/// URLEmbeddedView's data provider, over Strata.
///
/// ```swift
/// OGDataProvider.shared.cacheManager = MyMemoryManager()
/// OGDataProvider.shared.updateInterval = 10.days
/// let task = OGDataProvider.shared.fetchOGData(withURLString: url) { data, error in show(data) }
/// ```
///
/// The decisions are the original's: data that were ever loaded are answered at once; if they are nearer than
/// the update interval that is all, else the page is loaded, stored, and answered with once more. When the
/// load fails, the old data are answered with once more, without an error; where there are none, empty data
/// with an error (the original gives none).
///
/// One load runs at a time for a URL. Completions are called on `callbackQueue`, one after the other for a
/// fetch, and never once `cancelLoading` has returned on that queue.
public final class OGDataProvider: NSObject, Sendable {
  /// The provider that all share.
  public static let shared = OGDataProvider()

  private let managerQueue = DispatchQueue(label: "strata.og-data-provider.manager")
  private let box: Mutex<OGManagerBox>
  private let queue: Mutex<DispatchQueue>
  private let downloads: OGDownloads

  /// - Parameters:
  ///   - cacheManager: Default: memory over a database in the user's cache directory.
  ///   - loader: Gets pages. Default: libcurl, public addresses only.
  public init(
    cacheManager: any OGDataCacheManagerProtocol = OGDataCacheManager.shared,
    loader: any PageLoader = CurlPageLoader()
  ) {
    box = Mutex(OGManagerBox(cacheManager, queue: managerQueue))
    #if canImport(Darwin)
      queue = Mutex(.main)
    #else
      // Nobody runs the main queue of most programs here.
      queue = Mutex(DispatchQueue(label: "strata.og-data-provider.callbacks"))
    #endif
    downloads = OGDownloads(PreviewFetcher(loader))
    super.init()
  }

  /// Where data are kept; setting another manager acts from the next call on.
  public var cacheManager: any OGDataCacheManagerProtocol {
    get { box.withLock { $0 }.unguarded }
    set {
      let next = OGManagerBox(newValue, queue: managerQueue)
      box.withLock { $0 = next }
    }
  }

  /// The manager's update interval, in seconds.
  public var updateInterval: TimeInterval {
    get { managerQueue.sync { cacheManager.updateInterval } }
    set { managerQueue.sync { cacheManager.updateInterval = newValue } }
  }

  /// Where completions are called. Default: the main queue on Apple's systems, a serial queue elsewhere.
  public var callbackQueue: DispatchQueue {
    get { queue.withLock { $0 } }
    set { queue.withLock { $0 = newValue } }
  }

  /// Answers with what is known of a page, and again with what it says now if that is due.
  ///
  /// - Returns: A token for `cancelLoading`.
  @discardableResult
  public func fetchOGData(
    withURLString urlString: String,
    completion: (@Sendable (OpenGraph.Data, (any Error)?) -> Void)? = nil
  ) -> OGDataTask {
    let token = OGDataTask()
    let box = box.withLock { $0 }
    let work = Task {
      await fetch(urlString, box, token) { data, error in
        self.call(token) { completion?(data, error) }
      }
    }
    token.onCancel { work.cancel() }
    return token
  }

  /// The same under its other name.
  @discardableResult
  public func fetchOGData(
    urlString: String, completion: (@Sendable (OpenGraph.Data, (any Error)?) -> Void)? = nil
  ) -> OGDataTask {
    fetchOGData(withURLString: urlString, completion: completion)
  }

  /// Stops the callbacks of a fetch.
  ///
  /// - Parameter shouldContinueDownloading: Whether the load goes on into the cache; otherwise it ends, unless
  ///   others wait for it.
  public func cancelLoading(_ task: OGDataTask, shouldContinueDownloading: Bool) {
    task.cancel(endingDownload: !shouldContinueDownloading)
  }

  /// Deletes what is stored for a URL; an unknown one gives `OGDataError.notFound`.
  public func deleteOGData(
    urlString: String, completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let box = box.withLock { $0 }
    Task {
      let error: (any Error)? =
        if let known = await box.fetch(Self.normal(urlString) ?? urlString) {
          await box.delete(known)
        } else { OGDataError.notFound(urlString) }
      callbackQueue.async { completion?(error) }
    }
  }

  /// Deletes what is stored for the page of some data.
  public func deleteOGData(
    _ ogData: OpenGraph.Data, completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    deleteOGData(urlString: ogData.sourceUrl?.absoluteString ?? "", completion: completion)
  }

  private func call(_ token: OGDataTask, _ callback: @escaping @Sendable () -> Void) {
    // Looked at on the queue: what was cancelled meanwhile is not called.
    callbackQueue.async { if !token.isCancelled { callback() } }
  }

  private func fetch(
    _ text: String, _ box: OGManagerBox, _ token: OGDataTask,
    _ answer: @Sendable (OpenGraph.Data, (any Error)?) -> Void
  ) async {
    let key: CacheKey
    do { key = try CacheKey(url: text) } catch {
      answer(.empty(sourceURL: text), OGDataError.invalidURL(text, reason: error.message))
      return
    }
    // Read and written under one form of the URL: all its spellings are one page.
    let url = key.text
    let known = await box.fetchOrInsert(url)
    if let date = known.updateDate {
      answer(known.ogData, nil)
      if abs(date.timeIntervalSinceNow) < (await box.updateInterval()) { return }
    }
    do {
      let pending = OGPendingStore(manager: box.identity) {
        guard let now = await box.fetch(url), now.updateDate != known.updateDate else { return nil }
        return OpenGraphData(now.ogData)
      } store: { data in
        let next = OGCacheData(
          ogData: data.map { OpenGraph.Data($0, sourceURL: url) } ?? known.ogData,
          createDate: known.createDate, updateDate: Date())
        await box.update(next)
      }
      let data = try await downloads.data(for: key, pending)
      answer(data.map { OpenGraph.Data($0, sourceURL: url) } ?? known.ogData, nil)
    } catch {
      let isKnown = known.updateDate != nil
      answer(known.ogData, isKnown ? nil : OGDataError.loadFailed(url, reason: "\(error)"))
    }
  }

  private static func normal(_ text: String) -> String? {
    (try? CacheKey(url: text))?.text
  }
}
