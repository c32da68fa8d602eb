import Foundation
import Strata
import StrataOpenGraph
import URLEmbeddedViewCompat

/// What the documentation's page on migration shows of the compatible layer. It only has to compile.
enum MigrationSnippets {
  static func fetch(_ url: String) {
    // snippet: fetch
    OGDataProvider.shared.updateInterval = 10.days
    let task = OGDataProvider.shared.fetchOGData(withURLString: url) { data, error in
      print(data.pageTitle ?? "untitled", data.imageUrl?.absoluteString ?? "no picture")
    }
    OGDataProvider.shared.cancelLoading(task, shouldContinueDownloading: true)
    // end snippet
  }

  static func modernStack(_ stack: TieredCacheManager<OpenGraphData>) {
    // snippet: stack
    OGDataProvider.shared.cacheManager = OGStackCacheManager(stack)
    // end snippet
  }

  static func oldManager() -> OpenGraphProvider {
    // snippet: tier
    let stack = TieredCacheManager<OpenGraphData> {
      MemoryCacheManager()
      LegacyCacheManager(DictionaryManager())  // a manager written for URLEmbeddedView
    }
    return OpenGraphProvider(stack)
    // end snippet
  }
}
