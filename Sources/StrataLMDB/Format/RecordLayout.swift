/// Where the fields of a stored record lie: version 1 of the format, all numbers little-endian.
///
/// `Docs/DiskFormat.md` describes the same byte for byte; the fixtures of the tests hold it in place.
package enum RecordLayout {
  /// The bytes `STRC`.
  package static let magic: UInt32 = 0x4352_5453
  package static let version: UInt8 = 1

  package static let magicOffset = 0
  package static let versionOffset = 4
  static let flagsOffset = 5
  package static let headerLengthOffset = 6
  package static let checksumOffset = 8
  static let stampOffset = 16
  static let createDateOffset = 24
  static let updateDateOffset = 32
  static let timeToLiveOffset = 40
  static let deadlineOffset = 48
  static let useOffset = 56
  package static let keyLengthOffset = 60
  package static let extrasLengthOffset = 64
  package static let valueLengthOffset = 68
  static let domainStartOffset = 72
  static let domainEndOffset = 74
  static let reservedOffset = 76
  package static let headerLength = 80

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The record was filled: `updateDate` counts.
    static let filled = Flags(rawValue: 1)
    /// It has a time to live of its own.
    static let ownLife = Flags(rawValue: 2)
    /// That one is "never".
    static let never = Flags(rawValue: 4)
    /// It was expired by hand.
    static let expired = Flags(rawValue: 8)
    /// It has a value, if perhaps an empty one.
    static let value = Flags(rawValue: 16)
    /// It has a deadline and is in the expiry index.
    static let deadline = Flags(rawValue: 32)
    /// It has tags and is in the tag index.
    static let tagged = Flags(rawValue: 64)
  }

  /// What the part between key and value consists of: kind (1 byte), length (4 bytes), UTF-8 bytes.
  /// Readers skip kinds that they don't know.
  enum Extra: UInt8 {
    case entityTag = 1
    case lastModified = 2
    case tag = 3
    case absenceCode = 4
    case absenceMessage = 5
  }
}
