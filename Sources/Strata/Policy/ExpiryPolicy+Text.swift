extension ExpiryPolicy {
  /// The policy that the text of a policy file gives; `PolicyFile` tells the format, and also reads what a
  /// file says about URLs.
  ///
  /// - Throws: `PolicyError`, which names rule, field, line and column of the mistake.
  public init(json5 text: String) throws(PolicyError) {
    self = try PolicyFile(json5: text).policy
  }

  /// The policy of a file. Blocks on the disk.
  ///
  /// - Throws: `PolicyError`, which names the path, and rule, field, line and column of a mistake in it.
  public init(contentsOf path: String) throws(PolicyError) {
    self = try PolicyFile(contentsOf: path).policy
  }
}

extension ExpiryPolicy: CustomStringConvertible {
  /// The policy as the text of a policy file, with every default spelt out: `init(json5:)` reads it back as
  /// the same policy.
  public var description: String {
    var text = "{\n  default: {\n"
    for field in CacheOptions(defaults).fields { text += "    \(field.name): \(field.value),\n" }
    text += "  },\n"
    if !rules.isEmpty {
      text += "  rules: [\n"
      for rule in rules {
        let fields = rule.options.fields.map { ", \($0.name): \($0.value)" }.joined()
        text += "    { domains: [\(Self.quoted(rule.pattern.description))]\(fields) },\n"
      }
      text += "  ],\n"
    }
    return text + "}"
  }

  private static func quoted(_ text: String) -> String {
    // Domains in normal form have neither backslashes nor control characters.
    "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
  }
}

extension CacheOptions {
  /// The settings that are set, by name, as a policy file spells them.
  var fields: [(name: String, value: String)] {
    var fields: [(String, String)] = []
    func add(_ name: String, _ value: String?) {
      if let value { fields.append((name, value)) }
    }
    func add(_ name: String, _ life: TimeToLive?) {
      add(name, life.map { "\"\($0.notNegative)\"" })
    }
    func add(_ name: String, _ limit: TimeLimit?) {
      add(name, limit.map { $0.duration.map(Self.quoted) ?? "\"unlimited\"" })
    }
    add("updateInterval", updateInterval)
    add("grace", grace)
    add("failureInterval", failureInterval)
    add("jitter", jitter.map { "\($0)" })
    add("retryPause", retryPause.map(Self.quoted))
    add("longestRetryPause", longestRetryPause.map(Self.quoted))
    add("softTimeLimit", softTimeLimit)
    add("hardTimeLimit", hardTimeLimit)
    add("staleWhileRevalidate", staleWhileRevalidate)
    add("refreshAhead", refreshAhead.map { "\($0)" })
    add("absenceReplacesValue", absenceReplacesValue.map { "\($0)" })
    add("finishesAbandonedLoads", finishesAbandonedLoads.map { "\($0)" })
    add(
      "originBounds",
      originBounds.map {
        "{ atLeast: \(Self.quoted($0.atLeast)), atMost: \(Self.quoted($0.atMost)) }"
      })
    return fields
  }

  private static func quoted(_ duration: Duration) -> String {
    "\"\(Swift.max(duration, .zero).written)\""
  }
}

extension TimeToLive {
  /// The same, with zero for what is negative, which means the same.
  fileprivate var notNegative: TimeToLive {
    duration.map { .after(Swift.max($0, .zero)) } ?? .never
  }
}
