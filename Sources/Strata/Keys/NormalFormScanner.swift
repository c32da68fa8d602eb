/// Tells whether a URL is in normal form already, in one pass over its bytes, eight at a time.
///
/// It may say no where the answer is yes (an address in digits, a port): the slow way then finds the same
/// text. It never says yes where the slow way would change something.
struct NormalFormScanner {
  private let base: UnsafeRawPointer
  private let count: Int

  /// The UTF-8 range of the host if the text is in normal form, else nil.
  @inline(__always)
  static func hostIfNormal(_ bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let base = bytes.baseAddress, bytes.count > 9,
      bytes.count <= URLNormalization.lengthLimit
    else { return nil }
    return NormalFormScanner(base: base, count: bytes.count).scan()
  }

  private func scan() -> Range<Int>? {
    guard let start = schemeEnd, let end = hostEnd(from: start) else { return nil }
    if count &- 8 >= start, PlainTail.isPlain(base, from: end, to: count) { return start..<end }
    return isNormalPath(from: end) ? start..<end : nil
  }

  /// Eight bytes from an offset, those beyond the end of the text as letters, which are fine everywhere.
  @inline(__always)
  private func word(at offset: Int) -> UInt64 {
    let rest = count &- offset
    if rest >= 8 { return UInt64(littleEndian: CacheKey.word(base, offset)) }
    // The text has at least ten bytes: the last eight, less those before the offset.
    let last = UInt64(littleEndian: CacheKey.word(base, count &- 8))
    return last >> UInt64(64 &- rest &* 8) | (ByteClasses.ones &* 0x61) << UInt64(rest &* 8)
  }

  @inline(__always)
  private func byte(_ offset: Int) -> UInt8 {
    base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Where the host begins: after `https://` or `http://` in lower case.
  @inline(__always)
  private var schemeEnd: Int? {
    let word = UInt64(littleEndian: CacheKey.word(base, 0))
    if word == 0x2F2F_3A73_7074_7468 { return 8 }  // "https://", first byte lowest
    if word & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 { return 7 }  // "http://"
    return nil
  }

  // MARK: Host

  /// Where the host ends, at a slash, if it is in normal form.
  @inline(__always)
  private func hostEnd(from start: Int) -> Int? {
    var offset = start
    var isLabelStart: UInt64 = 0x80
    var suspicious: UInt64 = 0
    while offset < count {
      let word = word(at: offset)
      if word & ByteClasses.highBits != 0 { return nil }
      let bytes = ByteClasses(word)
      let dots = bytes.equal(UInt8(ascii: "."))
      let slashes = bytes.equal(UInt8(ascii: "/"))
      let allowed = bytes.lowerLetters | (bytes.digitsAndMarks & ~slashes)
      // Only the bytes before the first that is not of a host.
      let stop = ~allowed & ByteClasses.highBits
      let inside = stop == 0 ? ~0 : (stop & (0 &- stop)) &- 1
      let starts = dots << 8 | isLabelStart
      isLabelStart = dots >> 56
      // An empty label, or one that begins as an international or a hexadecimal one does.
      suspicious |=
        starts & inside & (dots | bytes.equal(UInt8(ascii: "x")) | bytes.equal(UInt8(ascii: "0")))
      if stop != 0 {
        let end = offset &+ stop.trailingZeroBitCount / 8
        guard end < count, byte(end) == UInt8(ascii: "/"), end > start else { return nil }
        // A last label without a letter may be an address, which has many spellings.
        let last = byte(end &- 1)
        let isPlain =
          suspicious == 0 && last >= UInt8(ascii: "a") && last <= UInt8(ascii: "z")
          && end &- start <= 63
        return isPlain || isNormalHost(start..<end) ? end : nil
      }
      offset &+= 8
    }
    return nil
  }

  /// The same question, label by label, for hosts with something unusual in them.
  @inline(never)
  private func isNormalHost(_ host: Range<Int>) -> Bool {
    guard host.count <= 253 else { return false }
    var lastHasLetter = false
    var labelStart = host.lowerBound
    for index in host {
      let byte = byte(index)
      if byte == UInt8(ascii: ".") {
        if index == labelStart { return false }
        labelStart = index + 1
        lastHasLetter = false
      } else if byte >= UInt8(ascii: "a") {
        lastHasLetter = true
      }
      if index - labelStart >= 63, byte != UInt8(ascii: ".") { return false }
      if index == labelStart, index + 1 < host.upperBound {
        let next = self.byte(index + 1)
        // International labels (xn--) are checked by the slow way, addresses in hexadecimal too.
        if byte == UInt8(ascii: "x"), next == UInt8(ascii: "n") { return false }
        if byte == UInt8(ascii: "0"), next == UInt8(ascii: "x") { return false }
      }
    }
    return lastHasLetter
  }

  // MARK: Path and query

  /// - Parameter start: Where the first slash is.
  @inline(never)
  private func isNormalPath(from start: Int) -> Bool {
    var offset = start
    var slashBefore: UInt64 = 0
    while offset < count {
      let word = word(at: offset)
      if word & ByteClasses.highBits != 0 { return false }
      let bytes = ByteClasses(word)
      let slashes = bytes.equal(UInt8(ascii: "/"))
      // A dot that begins a segment may make a dot segment.
      let dotStarts = (slashes << 8 | slashBefore) & bytes.equal(UInt8(ascii: "."))
      let allowed = bytes.letters | bytes.digitsAndMarks | bytes.equal(UInt8(ascii: "_"))
      let stop = (~allowed & ByteClasses.highBits) | dotStarts
      if stop == 0 {
        slashBefore = slashes >> 56
        offset &+= 8
        continue
      }
      // The rarer bytes one by one.
      let place = offset &+ stop.trailingZeroBitCount / 8
      let found = byte(place)
      if found == UInt8(ascii: "?") { return isNormalQuery(from: place &+ 1) }
      if found == UInt8(ascii: "%") {
        // %2e may be a dot segment.
        guard isNormalEscape(place),
          byte(place &+ 1) != UInt8(ascii: "2") || byte(place &+ 2) != UInt8(ascii: "E")
        else { return false }
        offset = place &+ 3
      } else {
        guard found != UInt8(ascii: "."), PercentEncoding.isAllowedInPath(found) else {
          return false
        }
        offset = place &+ 1
      }
      slashBefore = 0
    }
    return true
  }

  @inline(__always)
  private func isNormalQuery(from start: Int) -> Bool {
    var offset = start
    while offset < count {
      let word = word(at: offset)
      if word & ByteClasses.highBits != 0 { return false }
      let bytes = ByteClasses(word)
      let allowed =
        bytes.within(UInt8(ascii: "?"), UInt8(ascii: "~"))
        | bytes.within(UInt8(ascii: "("), UInt8(ascii: ";")) | bytes.equal(UInt8(ascii: "="))
        | bytes.equal(UInt8(ascii: "&"))
      let stop = ~allowed & ByteClasses.highBits
      if stop == 0 {
        offset &+= 8
        continue
      }
      let place = offset &+ stop.trailingZeroBitCount / 8
      let found = byte(place)
      if found == UInt8(ascii: "%") {
        guard isNormalEscape(place) else { return false }
        offset = place &+ 3
      } else {
        guard PercentEncoding.isAllowedInQuery(found) else { return false }
        offset = place &+ 1
      }
    }
    return true
  }

  /// Whether an escape is whole and in upper case.
  private func isNormalEscape(_ offset: Int) -> Bool {
    guard offset &+ 2 < count else { return false }
    return Self.isUpperHex(byte(offset &+ 1)) && Self.isUpperHex(byte(offset &+ 2))
  }

  private static func isUpperHex(_ byte: UInt8) -> Bool {
    (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"))
  }
}
