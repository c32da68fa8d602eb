extension RobotsRules {
  /// Reads the rules of a file for a crawler; case does not matter in its name.
  ///
  /// Lines that are not understood are passed over; bytes beyond `byteLimit` are not read.
  public init(_ file: some Sequence<UInt8>, for crawler: String) {
    var groups = Groups(crawler: crawler.lowercased())
    let text = String(decoding: Array(file.prefix(Self.byteLimit)), as: UTF8.self)
    let body =
      text.unicodeScalars.first == "\u{feff}"
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    for line in body.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      groups.read(Substring(line))
    }
    self.init(rules: groups.isNamed ? groups.own : groups.general)
  }

  private struct Groups {
    let crawler: String
    var own: [Rule] = []
    var general: [Rule] = []
    var isNamed = false
    private var appliesToCrawler = false
    private var appliesToAll = false
    private var isInRules = false

    init(crawler: String) {
      self.crawler = crawler
    }

    mutating func read(_ line: Substring) {
      let content = line.prefix { $0 != "#" }
      guard let colon = content.firstIndex(of: ":") else { return }
      let key = content[..<colon].trimmedHTTPSpace.lowercased()
      let value = content[content.index(after: colon)...].trimmedHTTPSpace
      switch key {
      case "user-agent": begin(value)
      case "allow": add(value, isAllowed: true)
      case "disallow": add(value, isAllowed: false)
      default: break
      }
    }

    // Names that follow each other share the rules that come then.
    private mutating func begin(_ name: Substring) {
      if isInRules { (appliesToCrawler, appliesToAll, isInRules) = (false, false, false) }
      let product = name.prefix { $0.isLetter || $0 == "-" || $0 == "_" }.lowercased()
      if name.hasPrefix("*") { appliesToAll = true }
      if !product.isEmpty, product == crawler { (appliesToCrawler, isNamed) = (true, true) }
    }

    private mutating func add(_ path: Substring, isAllowed: Bool) {
      isInRules = true
      // An empty pattern matches nothing: "Disallow:" allows all.
      guard !path.isEmpty else { return }
      let rule = Rule(pattern: RobotsPattern(String(path)), isAllowed: isAllowed)
      if appliesToCrawler { own.append(rule) }
      if appliesToAll { general.append(rule) }
    }
  }
}
