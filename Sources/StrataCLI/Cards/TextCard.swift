import Strata
import StrataOpenGraph

/// A card in text: the page's address, then a line for each thing that is known.
struct TextCard {
  private static let labelWidth = 13
  let preview: Preview
  /// The columns that a line may have; nil for as many as it needs.
  var width: Int?

  var lines: [StyledText] {
    var lines = [StyledText(preview.url, .cyan)]
    guard let data = preview.data else {
      let reason = preview.failure.map { ShortReason.of($0.pageReason) } ?? "there is none"
      lines.append(row("no preview", StyledText(reason, .yellow)))
      lines.append(row("answer", StyledText("in \(ShortDuration.of(preview.elapsed))")))
      return lines
    }
    if let title = data.title { lines.append(row("title", StyledText(fit(title), .bold))) }
    if let text = data.description { lines.append(row("description", StyledText(fit(text)))) }
    if let image = data.image { lines.append(row("image", StyledText(fit(Self.words(image))))) }
    if let site = data.siteName { lines.append(row("site name", StyledText(fit(site)))) }
    lines.append(row("answer", TextCard.answer(preview)))
    return lines
  }

  /// Which tier answered, how quickly, and how old and good it is.
  static func answer(_ preview: Preview) -> StyledText {
    guard let answer = preview.answer else {
      return StyledText(ShortReason.of(preview.failure?.pageReason ?? "there is none"), .yellow)
    }
    var text = StyledText(answer.source.words, .green)
    text = text + " in \(ShortDuration.of(preview.elapsed))"
    if case .tier = answer.source, let age = preview.age {
      text = text + ", \(ShortDuration.of(age)) old"
    }
    if let reason = answer.staleReason {
      let words = ShortReason.of(reason.reason(for: preview.url))
      text = text + ", " + StyledText("stale", .yellow, .bold) + StyledText(": \(words)", .yellow)
    }
    return text
  }

  private func row(_ label: String, _ value: StyledText) -> StyledText {
    StyledText("  \(DisplayWidth.pad(label, to: Self.labelWidth))", .dim) + value
  }

  private func fit(_ text: String) -> String {
    width.map { DisplayWidth.cut(text, to: max($0 - Self.labelWidth - 2, 20)) } ?? text
  }

  private static func words(_ image: OpenGraphData.Media) -> String {
    var text = image.secureURL ?? image.url
    if let width = image.width, let height = image.height { text += " (\(width) × \(height))" }
    if let alt = image.alt { text += " “\(alt)”" }
    return text
  }
}
