import CStrataLMDB

/// How a generation was left: what decides whether it is checked page by page.
struct GenerationState: Equatable {
  /// The boot in which it was opened.
  var boot: String
  var durability: Durability
  /// What the file looked like when the last process that had it open closed it; nil while it is open, and
  /// after a process died with it.
  var closed: Fingerprint?

  /// What changes with every write to a file.
  struct Fingerprint: Equatable {
    var size: UInt64
    var modified: Int64
    var transaction: UInt64

    init(_ found: strata_inspection) {
      size = found.file_size
      modified = found.modified
      transaction = found.transaction
    }

    init?(_ text: Substring) {
      let parts = text.split(separator: " ")
      guard parts.count == 3, let size = UInt64(parts[0]), let modified = Int64(parts[1]),
        let transaction = UInt64(parts[2])
      else { return nil }
      self.size = size
      self.modified = modified
      self.transaction = transaction
    }
  }

  static var currentBoot: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      strata_boot_identity(buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }

  var text: String {
    var text = "boot=\(boot)\ndurability=\(durability.rawValue)\n"
    if let closed { text += "closed=\(closed.size) \(closed.modified) \(closed.transaction)\n" }
    return text
  }

  init(boot: String, durability: Durability, closed: Fingerprint? = nil) {
    self.boot = boot
    self.durability = durability
    self.closed = closed
  }

  init?(_ text: String) {
    var fields: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      fields[line[..<equals]] = line[line.index(after: equals)...]
    }
    guard let boot = fields["boot"], let level = fields["durability"],
      let durability = Durability(rawValue: String(level))
    else { return nil }
    self.init(
      boot: String(boot), durability: durability,
      closed: fields["closed"].flatMap { Fingerprint($0) })
  }

  /// Whether the loss of power may have torn it, so that old records could come back: then it is checked
  /// before anything is read. Only writes that were not flushed can be torn; the death of a process tears
  /// nothing.
  func mayBeTorn(boot: String) -> Bool {
    durability == .processSafe && closed == nil && (self.boot != boot || boot.isEmpty)
  }

  /// Whether the file is as it was left. If not, reading it is safe all the same, but LMDB would spoil this
  /// process's memory when it changes damaged pages: so it is checked before the first write.
  func vouches(for found: strata_inspection) -> Bool {
    closed == Fingerprint(found)
  }
}
