/// Where the cache is kept on disk.
enum CacheLocation {
  /// The directory that is named, else `$XDG_CACHE_HOME/strata`, else `~/.cache/strata`.
  ///
  /// - Throws: `ProgramFailure` when none is named and there is no home directory.
  static func directory(
    named name: String?, environment: [String: String]
  ) throws(ProgramFailure) -> String {
    if let name {
      guard !name.isEmpty else {
        throw ProgramFailure(.usage, "--cache needs the name of a directory")
      }
      return name
    }
    // The XDG base directory specification has relative paths ignored.
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return "\(base)/strata" }
    if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.cache/strata" }
    throw ProgramFailure(
      .setup, "there is no home directory to keep the cache in; name one with --cache DIR")
  }
}
