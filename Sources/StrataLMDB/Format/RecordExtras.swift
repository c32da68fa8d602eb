import Strata

/// What only some records have: validators, tags, the reason of an absence.
struct RecordExtras {
  var validators: Validators?
  var tags: [String] = []
  var absence: Absence?

  init() {}

  /// Reads as far as the bytes make sense; their checksum was checked before.
  init(_ bytes: UnsafeRawBufferPointer) {
    var validators = Validators()
    var code: String?
    var message = ""
    var offset = 0
    while offset + 5 <= bytes.count {
      let length = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self)))
      let start = offset + 5
      guard length <= bytes.count - start else { break }
      let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
      switch RecordLayout.Extra(rawValue: bytes[offset]) {
      case .entityTag: validators.entityTag = text
      case .lastModified: validators.lastModified = text
      case .tag: tags.append(text)
      case .absenceCode: code = text
      case .absenceMessage: message = text
      case nil: break
      }
      offset = start + length
    }
    self.validators = validators.isEmpty ? nil : validators
    absence = code.map { Absence(code: $0, message: message) }
  }

  static func append(_ metadata: RecordMetadata, to bytes: inout [UInt8]) {
    func put(_ kind: RecordLayout.Extra, _ text: String?) {
      guard let text else { return }
      bytes.append(kind.rawValue)
      withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
    }
    put(.entityTag, metadata.validators?.entityTag)
    put(.lastModified, metadata.validators?.lastModified)
    for tag in metadata.tags { put(.tag, tag) }
    put(.absenceCode, metadata.absence?.code)
    put(.absenceMessage, metadata.absence?.message)
  }
}
