/// A page's bytes, and their text in the encoding that is taken for right at the moment.
struct PageSource {
  private let bytes: UnsafeRawBufferPointer
  private let host: String
  private let isCertain: Bool
  /// True while nothing has named the encoding.
  private(set) var isGuess: Bool
  /// The text when it had to be decoded. For UTF-8, `nil`: the bytes are the text.
  private var decoded: [UInt8]?
  private(set) var encoding: TextEncoding

  /// The buffer must outlive the value.
  init(_ body: UnsafeRawBufferPointer, mediaType: MediaType, host: String) {
    let finding = CharsetSniffer.sniff(body, mediaType: mediaType)
    bytes = UnsafeRawBufferPointer(rebasing: body.dropFirst(finding.markLength))
    self.host = host
    isCertain = finding.isCertain
    isGuess = finding.encoding == nil
    encoding = finding.encoding ?? .utf8
    decode()
  }

  /// Bytes of the text, to hold `MarkupReading.next` against.
  var textLength: Int { decoded?.count ?? bytes.count }

  func read(_ reader: any MarkupReader, from start: Int = 0, stopsAtBody: Bool) -> MarkupReading {
    guard let decoded else { return reader.read(bytes, from: start, stopsAtBody: stopsAtBody) }
    return decoded.withUnsafeBytes { reader.read($0, from: start, stopsAtBody: stopsAtBody) }
  }

  /// Makes up its mind about the encoding by what the page's tags have to say. True when that changes the
  /// text, so that it must be read again.
  mutating func settle(after reading: MarkupReading, reader: any MarkupReader) -> Bool {
    guard !isCertain, !encoding.isUTF16 else { return false }
    var declared = reading.declaredEncoding
    var language = reading.language
    if isGuess, declared == nil, reading.next < textLength {
      let rest = read(reader, from: reading.next, stopsAtBody: false)
      declared = rest.declaredEncoding
      language = language ?? rest.language
    }
    guard isGuess || declared != nil else { return false }
    isGuess = false
    let settled = declared ?? CharsetSniffer.guess(bytes, language: language, host: host)
    guard settled != encoding else { return false }
    encoding = settled
    decode()
    return true
  }

  private mutating func decode() { decoded = encoding == .utf8 ? nil : encoding.decode(bytes) }
}
