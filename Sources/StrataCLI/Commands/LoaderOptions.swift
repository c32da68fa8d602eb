import Strata
import StrataOpenGraph

/// How sites are asked, as the options say.
enum LoaderOptions {
  static func loader(_ arguments: ParsedArguments) -> CurlPageLoader {
    CurlPageLoader(arguments.has(.allowLoopback) ? .loopback : CurlPageLoader.Configuration())
  }

  /// The settings for a call; nil without `--timeout`.
  static func options(_ arguments: ParsedArguments) throws(ProgramFailure) -> CacheOptions? {
    guard let text = arguments.value(of: .timeout) else { return nil }
    let limit: Duration
    do throws(DurationError) { limit = try Duration(written: text) } catch {
      throw ProgramFailure(.usage, "--timeout: \(error)")
    }
    guard limit > .zero else {
      throw ProgramFailure(UsageError.badValue(text, of: "--timeout", reason: "give more than 0"))
    }
    return CacheOptions(hardTimeLimit: .after(limit))
  }
}
