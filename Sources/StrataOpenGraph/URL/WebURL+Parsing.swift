extension WebURL {
  /// Parses `text`, relative to `base` when it has no scheme of its own.
  ///
  /// `nil` means that browsers would refuse it, that it has another scheme than `http` or `https`, or
  /// that it is relative and there is no base.
  init?(_ text: some StringProtocol, base: WebURL? = nil) {
    var input = ArraySlice(text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D })
    input = input.drop { $0 <= 0x20 }
    while let last = input.last, last <= 0x20 { input.removeLast() }

    let fragmentStart = input.firstIndex(of: 0x23) ?? input.endIndex
    let fragment =
      fragmentStart < input.endIndex
      ? PercentEncoding.fragment.encode(input[(fragmentStart + 1)...]) : nil
    var rest = input[..<fragmentStart]

    if let scheme = Self.takeScheme(&rest) {
      guard scheme == "http" || scheme == "https" else { return nil }
      let isSecure = scheme == "https"
      if let base, base.isSecure == isSecure, !Self.startsWithTwoSlashes(rest) {
        self.init(relative: rest, to: base)
      } else {
        self.init(authority: rest.drop(while: Self.isSlash), isSecure: isSecure)
      }
    } else {
      guard let base else { return nil }
      self.init(relative: rest, to: base)
    }
    if fragmentStart < input.endIndex { self.fragment = fragment }
  }

  /// What follows the slashes after the scheme.
  private init?(authority rest: ArraySlice<UInt8>, isSecure: Bool) {
    self.isSecure = isSecure
    let end = rest.firstIndex { Self.isSlash($0) || $0 == 0x3F } ?? rest.endIndex
    guard setAuthority(rest[..<end]) else { return nil }
    let pathEnd = rest.firstIndex(of: 0x3F) ?? rest.endIndex
    path = Self.path(rest[end..<pathEnd], after: [])
    setQuery(rest[pathEnd...])
  }

  private init?(relative rest: ArraySlice<UInt8>, to base: WebURL) {
    if let first = rest.first, Self.isSlash(first) {
      if let second = rest.dropFirst().first, Self.isSlash(second) {
        self.init(authority: rest.drop(while: Self.isSlash), isSecure: base.isSecure)
        return
      }
    }
    self = base
    fragment = nil
    let pathEnd = rest.firstIndex(of: 0x3F) ?? rest.endIndex
    let relativePath = rest[..<pathEnd]
    if let first = relativePath.first {
      let directory =
        Self.isSlash(first)
        ? []
        : base.path.utf8.split(
          separator: 0x2F, omittingEmptySubsequences: false
        ).dropFirst().dropLast().map(Array.init)
      path = Self.path(relativePath, after: directory)
    } else if pathEnd == rest.endIndex {
      return  // an empty reference: the base itself
    }
    query = nil
    setQuery(rest[pathEnd...])
  }

  private mutating func setQuery(_ text: ArraySlice<UInt8>) {
    if !text.isEmpty { query = PercentEncoding.query.encode(text.dropFirst()) }
  }

  private mutating func setAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var hostAndPort = text
    if let at = text.lastIndex(of: 0x40) {
      let user = text[..<at]
      let colon = user.firstIndex(of: 0x3A) ?? user.endIndex
      let name = PercentEncoding.userInfo.encode(user[..<colon])
      let password = PercentEncoding.userInfo.encode(user[colon...].dropFirst())
      if !name.isEmpty || !password.isEmpty {
        credentials = name + (password.isEmpty ? "" : ":" + password) + "@"
      }
      hostAndPort = text[(at + 1)...]
    }
    let bracket = hostAndPort.lastIndex(of: 0x5D) ?? hostAndPort.startIndex
    let colon = hostAndPort[bracket...].firstIndex(of: 0x3A) ?? hostAndPort.endIndex
    guard let host = Self.parseHost(hostAndPort[..<colon]) else { return false }
    self.host = host
    var number = 0
    let digits = hostAndPort[colon...].dropFirst()
    for digit in digits {
      guard digit.isASCIIDigit else { return false }
      number = number * 10 + Int(digit - 0x30)
      guard number <= 65535 else { return false }
    }
    port = digits.isEmpty || number == (isSecure ? 443 : 80) ? nil : UInt16(number)
    return true
  }

  /// The path that `text` gives, its dot segments resolved, below the segments `directory`.
  private static func path(_ text: ArraySlice<UInt8>, after directory: [[UInt8]]) -> String {
    var segments = directory
    var rest = text
    if let first = rest.first, isSlash(first) { rest = rest.dropFirst() }
    while true {
      let end = rest.firstIndex(where: isSlash) ?? rest.endIndex
      let segment = rest[..<end]
      let isLast = end == rest.endIndex
      switch dots(segment) {
      case 1:
        if isLast { segments.append([]) }
      case 2:
        _ = segments.popLast()
        if isLast { segments.append([]) }
      default:
        segments.append(Array(PercentEncoding.path.encode(segment).utf8))
      }
      if isLast { break }
      rest = rest[(end + 1)...]
    }
    return "/" + String(decoding: Array(segments.joined(separator: [0x2F])), as: UTF8.self)
  }

  /// 1 or 2 for a segment of so many dots, each of which may be written "%2e"; else 0.
  private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
    var rest = segment
    var count = 0
    while let first = rest.first {
      if first == 0x2E {
        rest = rest.dropFirst()
      } else if rest.count >= 3, first == 0x25, rest[rest.startIndex + 1] == 0x32,
        rest[rest.startIndex + 2] | 0x20 == 0x65
      {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      count += 1
      if count > 2 { return 0 }
    }
    return count
  }

  /// Takes "scheme:" off, and returns the scheme in small letters.
  private static func takeScheme(_ text: inout ArraySlice<UInt8>) -> String? {
    guard let first = text.first, first.isASCIILetter else { return nil }
    let end = text.firstIndex {
      !($0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E)
    }
    guard let end, text[end] == 0x3A else { return nil }
    defer { text = text[(end + 1)...] }
    return String(decoding: text[..<end].map(\.asciiLowercased), as: UTF8.self)
  }

  private static func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x5C }

  private static func startsWithTwoSlashes(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: [0x2F, 0x2F])
  }
}
