import Strata
import StrataLMDB
import StrataOpenGraph

/// The stack of the program: memory, then disk, then the site.
struct PreviewStack: Sendable {
  let provider: OpenGraphProvider
  let disk: DiskTier?

  /// - Parameter disk: Nil for a stack that keeps nothing.
  init(disk: DiskTier?, policy: PolicyFile, loader: any PageLoader) {
    self.disk = disk
    let stack: any CacheManager<OpenGraphData> =
      if let disk {
        TieredCacheManager {
          MemoryCacheManager()
          disk.manager
        }
      } else {
        NoCacheManager()
      }
    provider = OpenGraphProvider(
      stack, policy: policy.policy, loader: loader, normalization: policy.normalization)
  }

  /// Writes out what is queued and closes the tiers.
  func close() async throws(ProgramFailure) {
    do throws(CacheError) { try await provider.close() } catch { throw ProgramFailure(error) }
    try await disk?.close()
  }
}
