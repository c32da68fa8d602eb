import Strata

/// A copy of a generation in the making, to take its place.
struct CompactedCopy: Sendable {
  let source: Generation
  let next: NextGeneration

  /// - Throws: `CacheError` in the words of who asked for it.
  func pass(
    isFirst: Bool, isLocked: Bool, in store: Store, proceed: (Int) -> Bool = { _ in true }
  ) throws(CacheError) -> Int {
    let tier = store.configuration.name
    do throws(EnvironmentCopy.Failure) {
      return try EnvironmentCopy(source: source.environment, target: next.environment)
        .pass(isFirst: isFirst, isLocked: isLocked, proceed: proceed)
    } catch {
      switch error {
      case .target(let failure): throw failure.cacheError(tier: tier, path: next.path)
      case .cancelled:
        throw CacheError(
          .cancelled, tier: tier, path: source.path, message: "compacting was cancelled")
      case .source(let failure):
        switch failure.meaning {
        case .damage: if !isLocked { store.leave(source, for: .damage(failure.message)) }
        case .moved: throw Self.overtaken(store)
        default: break
        }
        throw failure.cacheError(tier: tier, path: source.path)
      }
    }
  }

  /// What is said when the database was emptied or replaced meanwhile.
  static func overtaken(_ store: Store) -> CacheError {
    CacheError(
      .busy, tier: store.configuration.name, path: store.root.path,
      message: "the database was emptied or replaced while it was compacted",
      hint: "compact again, if that is still of use")
  }
}
