import Strata

/// When what was last removed, in a table of fixed size within the database: what keeps a removal from
/// being undone by a write, of any process, whose operation began before it.
///
/// Keys and domains share slots by their hash, so now and then a write is refused because of the removal
/// of another key: one more load, never a wrong answer. Nothing ever needs to be cleaned up.
enum RemovalSlots {
  static let keySlots = 4_096
  static let domainSlots = 512
  static let count = 2 + domainSlots + keySlots

  /// A slot's name in the database: a letter and a number.
  enum Slot {
    /// The newest stamp of all slots.
    case latest
    case everything
    case domain(UInt32)
    case key(DataKey)

    /// The slot's place among all.
    var index: Int {
      switch self {
      case .latest: 0
      case .everything: 1
      case .domain: 2 + number
      case .key: 2 + domainSlots + number
      }
    }

    /// The slot's place among those of its letter.
    private var number: Int {
      switch self {
      case .latest, .everything: 0
      case .domain(let prefix): Int(prefix) % domainSlots
      case .key(let key): Int(truncatingIfNeeded: key.low % UInt64(keySlots))
      }
    }

    func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
      let letter: Unicode.Scalar =
        switch self {
        case .latest: "l"
        case .everything: "a"
        case .domain: "d"
        case .key: "k"
        }
      let number = number
      let name = (UInt8(letter.value), UInt8(number >> 8), UInt8(number & 0xFF))
      return withUnsafeBytes(of: name, body)
    }
  }

  /// Where a removal is noted. Tags can't be told from a key: theirs counts for all.
  static func slot(of scope: RemovalScope, _ hasher: KeyHasher) -> Slot {
    switch scope {
    case .everything, .tag: .everything
    case .domain(let domain): .domain(hasher.prefix(ofDomain: domain))
    }
  }

  /// The slots of the removals that cover a key.
  static func covering(_ key: DataKey) -> [Slot] {
    [.everything, .key(key), .domain(UInt32(key.high >> 32))]
  }

  /// Notes a removal; within the write transaction.
  static func note(_ slot: Slot, at stamp: Stamp, in environment: Environment)
    throws(EnvironmentFailure)
  {
    for slot in [slot, .latest] {
      guard try read(slot, in: environment) < stamp else { continue }
      let bytes = stamp.rawValue.littleEndian
      let result: Result<Void, EnvironmentFailure> = slot.withBytes { name in
        withUnsafeBytes(of: bytes) { value in
          Result { () throws(EnvironmentFailure) in try environment.put(.removed, name, value) }
        }
      }
      try result.get()
    }
  }

  /// The slot's stamp; within the write transaction.
  static func read(_ slot: Slot, in environment: Environment) throws(EnvironmentFailure) -> Stamp {
    let result: Result<Stamp?, EnvironmentFailure> = slot.withBytes { name in
      Result { () throws(EnvironmentFailure) in
        try environment.get(.removed, name) { stamp($0) }
      }
    }
    return try result.get() ?? .zero
  }

  /// Whether a write of a key may be stored whose operation began at `began`; within the transaction.
  static func permits(_ key: DataKey, asOf began: Stamp, in environment: Environment)
    throws(EnvironmentFailure) -> Bool
  {
    for slot in covering(key) where try read(slot, in: environment) >= began { return false }
    return true
  }

  static func stamp(_ bytes: UnsafeRawBufferPointer) -> Stamp {
    guard bytes.count == 8 else { return .max }
    return Stamp(rawValue: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)))
  }
}
