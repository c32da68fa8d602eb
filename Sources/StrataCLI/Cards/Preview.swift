import Strata
import StrataOpenGraph

/// What came of asking for the card of a page.
struct Preview: Sendable {
  /// The page that was asked for.
  let url: String
  let outcome: Result<Answer<OpenGraphData>, CacheError>
  /// How long the answer took.
  let elapsed: Duration
  /// How old the card is; nil when there is none.
  let age: Duration?

  var answer: Answer<OpenGraphData>? { try? outcome.get() }
  var data: OpenGraphData? { answer?.value }

  /// Why there is no card; nil when there is one.
  var failure: CacheError? {
    if case .failure(let error) = outcome { error } else { nil }
  }

  /// Asks for the card of a page.
  static func of(
    _ url: String, from provider: OpenGraphProvider, mode: ReadMode = .automatic,
    options: CacheOptions? = nil
  ) async -> Preview {
    let clock = provider.cache.clock
    let start = clock.now
    let outcome: Result<Answer<OpenGraphData>, CacheError>
    do throws(CacheError) {
      outcome = .success(try await provider.answer(for: url, mode: mode, options: options))
    } catch {
      outcome = .failure(error)
    }
    let end = clock.now
    return Preview(
      url: url, outcome: outcome, elapsed: end.duration(since: start),
      age: (try? outcome.get())?.record.metadata.age(at: end))
  }
}

extension CacheError {
  /// Why a page gave no card, in a line, without the address again.
  var pageReason: String {
    var text = code == .loadFailed ? underlying.map { "\($0)" } ?? message : message
    if case .load(let refusal) = underlying as? PreviewFailure, let hint = refusal.optionHint {
      text = text.replacing(refusal.hint, with: hint)
    }
    if code == .notCached { text += "; `strata preview` asks the site" }
    guard let key, text.hasPrefix("\(key.text): ") else { return text }
    return String(text.dropFirst(key.text.count + 2))
  }
}

extension PageLoadError {
  /// What to do in the program's own options, where the library's words name settings of code.
  fileprivate var optionHint: String? {
    switch kind {
    case .forbiddenPort, .blockedAddress:
      "Give --allow-loopback if it is a site on this machine."
    default: nil
    }
  }
}

extension StaleReason {
  /// Why a card is stale, in words.
  func reason(for url: String) -> String {
    switch self {
    case .revalidating: "it is being refreshed"
    case .slowOrigin: "the site is slow to answer"
    case .originFailed(let text):
      "the site failed: \(text.hasPrefix("\(url): ") ? String(text.dropFirst(url.count + 2)) : text)"
    case .throttled: "the site failed a moment ago and is left alone"
    case .cacheOnly: "the site was not asked"
    }
  }
}

extension AnswerSource {
  /// Where an answer came from, in a word or two.
  var words: String {
    switch self {
    case .tier(let name): name
    case .origin: "origin"
    case .originUnchanged: "origin, not changed"
    }
  }
}
