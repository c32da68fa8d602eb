extension ExtractionLimits {
  /// A title or a name, cleaned and cut, or `nil` when nothing visible is left.
  func text(_ content: String) -> String? { TextCleaner.clean(content, limit: titleLength) }

  /// The same for a description.
  func longText(_ content: String) -> String? {
    TextCleaner.clean(content, limit: descriptionLength)
  }

  /// Adds a text to a list that has room for it and doesn't hold it yet.
  func append(_ content: String, to list: inout [String]) {
    guard list.count < listLength, let value = text(content), !list.contains(value) else { return }
    list.append(value)
  }
}

extension Optional {
  /// Sets what isn't set yet: the first source that has a value counts. The value is computed only then.
  mutating func fill(_ value: @autoclosure () -> Wrapped?) {
    if self == nil { self = value() }
  }
}
