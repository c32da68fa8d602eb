/// Reads an answer as it comes and decides how far to read: a plain value, without socket or clock.
struct ResponseReader {
  struct Rules: Sendable {
    var headerByteLimit: Int
    var byteLimit: Int
    var overLimit: PageRequest.OverLimit
    var accepts: ContentKinds
    var stopWhen: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
  }

  enum Phase: Equatable {
    case header
    /// The body is wanted.
    case body
    /// The body is wanted if it turns out to be markup.
    case sniffing
    /// All that is wanted is here; the rest is read for the sake of the connection only.
    case draining
    /// Nothing more is read.
    case ended
  }

  /// Reading on for the sake of the connection costs less than a new one up to about here.
  static let drainLimit = 16 << 10

  private let rules: Rules
  private(set) var phase = Phase.header
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  /// Why reading ended before the body did, as a success.
  private(set) var ending: PageResponse.Ending?
  /// Why it ended as a failure.
  private(set) var failure: PageLoadError.Kind?
  private var headerBytes = 0
  private var drained = 0
  private var nextQuestion = 0

  init(_ rules: Rules) {
    self.rules = rules
  }

  /// Takes a header line with its end; false ends the transfer.
  mutating func header(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= rules.headerByteLimit else {
      // Trailers count too, but after the body there is nothing left to refuse.
      return phase == .header ? fail(.headersTooLarge(limit: rules.headerByteLimit)) : end()
    }
    guard phase == .header else { return phase != .ended }
    let text = line.prefix { $0 != 0x0d && $0 != 0x0a }
    if text.isEmpty { return status == 0 || status / 100 == 1 ? true : headerIsComplete() }
    if text.starts(with: "HTTP/".utf8) {
      // A new answer begins: what came before was an interim one (1xx).
      headers = HTTPHeaders()
      status = Self.status(in: text)
    } else {
      headers.append(line: UnsafeRawBufferPointer(rebasing: text))
    }
    return true
  }

  /// Takes body bytes; false ends the transfer.
  mutating func body(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch phase {
    case .header, .ended: return false
    case .draining: return drain(bytes.count)
    case .body, .sniffing: break
    }
    let room = max(1, rules.byteLimit) - body.count
    if bytes.count > room, rules.overLimit == .fail {
      return fail(.tooLarge(limit: rules.byteLimit))
    }
    body.append(contentsOf: bytes.prefix(room))
    if phase == .sniffing, !sniff() { return false }
    if isSatisfied() { return succeed(.stopped) }
    return bytes.count > room ? succeed(.byteLimit) : true
  }

  /// Takes the number of body bytes received, still encoded; false ends the transfer. Bounds encoded
  /// bodies that decode to nothing, such as an endless row of empty blocks.
  mutating func progress(received: Int64) -> Bool {
    guard phase == .body || phase == .sniffing else { return phase != .ended }
    guard received > Int64(rules.byteLimit) + 65_536 else { return true }
    if rules.overLimit == .fail { return fail(.tooLarge(limit: rules.byteLimit)) }
    return succeed(.byteLimit)
  }

  /// Asks `stopWhen` a last time, when time runs out.
  mutating func isSatisfiedAtLast() -> Bool {
    guard phase == .body, let stopWhen = rules.stopWhen, body.withUnsafeBytes(stopWhen) else {
      return false
    }
    _ = succeed(.stopped)
    return true
  }

  /// Takes an end of the body by which a page without a content type is still undecided.
  mutating func finish() {
    if phase == .sniffing { _ = fail(.unsupportedContentType(nil)) }
  }

  /// The reason to end the transfer, which is then a failure.
  mutating func fail(_ kind: PageLoadError.Kind) -> Bool {
    failure = kind
    return end()
  }

  /// The reason to end the transfer, which is then a success with what is here.
  mutating func cut(_ reason: PageResponse.Ending) -> Bool {
    ending = reason
    return end()
  }

  private mutating func headerIsComplete() -> Bool {
    guard (200...299).contains(status) else { return drainAll() }
    let type = headers.all("content-type").last
    switch rules.accepts.verdict(on: type) {
    case .refused: return fail(.unsupportedContentType(type))
    case .sniff: phase = .sniffing
    case .accepted: phase = .body
    }
    if rules.overLimit == .fail, let length = contentLength, length > rules.byteLimit {
      return fail(.tooLarge(limit: rules.byteLimit))
    }
    return true
  }

  private mutating func isSatisfied() -> Bool {
    guard let stopWhen = rules.stopWhen, phase == .body, body.count >= nextQuestion else {
      return false
    }
    // Each question may scan all of the body: asking at growing distances keeps the sum linear.
    nextQuestion = body.count + max(1024, body.count / 4)
    return body.withUnsafeBytes(stopWhen)
  }

  private mutating func sniff() -> Bool {
    let bytes = body.starts(with: [0xef, 0xbb, 0xbf]) ? body.dropFirst(3) : body[...]
    guard let first = bytes.first(where: { !$0.isHTMLSpace }) else { return true }
    // UTF-16 markup begins with its byte order mark.
    let isUTF16 = body.starts(with: [0xff, 0xfe]) || body.starts(with: [0xfe, 0xff])
    guard first == UInt8(ascii: "<") || isUTF16 else { return fail(.unsupportedContentType(nil)) }
    phase = .body
    return true
  }

  private mutating func succeed(_ reason: PageResponse.Ending) -> Bool {
    ending = reason
    // An encoded rest can be any size once decoded, so its announced length says nothing.
    guard let length = contentLength, headers["content-encoding"] == nil,
      length - body.count <= Self.drainLimit
    else { return end() }
    phase = .draining
    return true
  }

  private mutating func drainAll() -> Bool {
    if let length = contentLength, length > Self.drainLimit { return end() }
    phase = .draining
    return true
  }

  private mutating func drain(_ count: Int) -> Bool {
    drained += count
    return drained <= Self.drainLimit ? true : end()
  }

  private mutating func end() -> Bool {
    phase = .ended
    return false
  }

  private var contentLength: Int? { headers["content-length"].flatMap { Int($0) } }

  private static func status(in line: Slice<UnsafeRawBufferPointer>) -> Int {
    let word = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0.isASCIIDigit }
    return word.count == 3 ? word.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : 0
  }
}
