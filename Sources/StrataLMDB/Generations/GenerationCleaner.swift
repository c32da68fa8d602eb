import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Deletes generations that nobody has open any more, but for the last few that were set aside.
///
/// Runs under the directory's lock. Files of a generation in use are never touched: a process that goes on
/// in a deleted file would be alone in it.
struct GenerationCleaner {
  let root: RootDirectory
  let keptDamaged: Int

  func clean() {
    let current = root.current
    let old = root.numbers.filter { $0 != current }
    let damaged = old.filter {
      FileManager.default.fileExists(atPath: "\(root.generationPath($0))/set-aside")
    }
    let kept = Set(damaged.suffix(keptDamaged))
    for number in old where !kept.contains(number) {
      let path = root.generationPath(number)
      guard !InUseLock.isHeld(path) else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
