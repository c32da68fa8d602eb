/// What a policy file says: how long records live, by domain, and which URLs count as one.
///
/// A file is JSON5: JSON with comments, names without quotes and commas at ends allowed. Everything in it
/// may be left out.
///
/// ```js
/// {
///   // What holds where no rule says otherwise; what is not given is as for link previews.
///   default: { updateInterval: "10d", grace: "30d", failureInterval: "1h" },
///   rules: [
///     { domains: ["news.example.com", "*.example.org"], updateInterval: "15m" },
///     { domains: "archive.example.com", updateInterval: "never" },
///   ],
///   trackingParameters: "drop",   // or "keep" (the default), or a list such as ["utm_*", "ref"]
/// }
/// ```
///
/// Fields are named as those of `CacheOptions`. Times to live and durations are written as `Duration` reads
/// them, such as `"1h30m"`; `"never"` ends no time to live, `"unlimited"` stands for no time limit. Each
/// mistake is an error with its rule, field, line and column; nothing is ignored.
public struct PolicyFile: Sendable {
  /// The most bytes that a file may have.
  public static let sizeLimit = 1 << 20

  /// How long records live.
  public let policy: ExpiryPolicy
  /// How URLs become keys.
  public let normalization: URLNormalization

  /// Reads the text of a policy file.
  ///
  /// - Throws: `PolicyError`, which names rule, field, line and column: for broken JSON5, a name that is
  ///   unknown or stands twice, a value of the wrong type or out of its range, a bad pattern, a rule without
  ///   domains, or a second rule for a pattern.
  public init(json5 text: String) throws(PolicyError) {
    guard text.utf8.count <= Self.sizeLimit else {
      throw PolicyError(
        rule: "", field: "", message: "the text has over \(Self.sizeLimit) bytes, the limit")
    }
    let root: JSON5Node
    do { root = try JSON5Reader.read(text) } catch {
      throw PolicySection.error(rule: "", field: "", error.message, at: error.offset, in: text)
    }
    let file = try PolicySection(root, rule: "", of: text)
    try file.checkNames(
      ["default", "rules", "trackingParameters"],
      aliases: ["defaults": "default", "tracking": "trackingParameters"])

    var settings = ExpiryPolicy.linkPreviews.defaults
    if let node = file["default"] {
      let section = try PolicySection(node, rule: "default", of: text)
      settings = settings.applying(try section.options())
    }
    var policy = try ExpiryPolicy(defaults: settings)
    try Self.readRules(of: file, into: &policy)
    self.policy = policy
    normalization = try Self.readNormalization(of: file)
  }

  private static func readRules(
    of file: PolicySection, into policy: inout ExpiryPolicy
  ) throws(PolicyError) {
    guard let node = file["rules"] else { return }
    guard case .array(let nodes) = node.value else {
      throw file.error("rules", "expected an array in [], found \(node.kind)")
    }
    var owners: [DomainPattern: String] = [:]
    for (index, node) in nodes.enumerated() {
      var section = try PolicySection(node, rule: "rule \(index + 1)", of: file.text)
      guard let domains = try section.strings("domains", "\"*.example.com\""), !domains.isEmpty
      else {
        // A name that was misspelt is the likelier reason.
        _ = try section.options(besides: ["domains"])
        throw section.error("domains", "a rule needs domains, as in [\"*.example.com\"]")
      }
      section.rule += " (\(domains[0].0.prefix(100))\(domains.count > 1 ? ", …" : ""))"
      let options = try section.options(besides: ["domains"])
      for (text, offset) in domains {
        let pattern: DomainPattern
        do { pattern = try DomainPattern(text) } catch {
          throw section.error("domains", error.message, at: offset)
        }
        if let owner = owners.updateValue(section.rule, forKey: pattern) {
          throw section.error(
            "domains", "\"\(text)\" stands twice; it is in \(owner) already", at: offset)
        }
        try policy.setRule(text, options)
      }
    }
  }

  private static func readNormalization(
    of file: PolicySection
  ) throws(PolicyError) -> URLNormalization {
    let field = "trackingParameters"
    guard let node = file[field] else { return .standard }
    switch node.value {
    case .string("drop"): return .withoutTracking
    case .string("keep"): return .standard
    case .array:
      let names = try file.strings(field, "\"utm_*\"") ?? []
      return URLNormalization(droppedParameters: Set(names.map { $0.0.lowercased() }))
    default:
      throw file.error(field, "expected \"drop\", \"keep\" or an array of names")
    }
  }
}
