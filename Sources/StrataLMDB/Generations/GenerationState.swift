import CStrataLMDB

/// How a generation was left: what decides whether it must be checked page by page before it is opened.
struct GenerationState: Equatable {
  /// The boot in which it was opened.
  var boot: String
  var durability: Durability
  /// Whether the last process that had it open closed it.
  var isClean: Bool

  static var currentBoot: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      strata_boot_identity(buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }

  var text: String {
    "boot=\(boot)\ndurability=\(durability.rawValue)\nclean=\(isClean ? 1 : 0)\n"
  }

  init(boot: String, durability: Durability, isClean: Bool) {
    self.boot = boot
    self.durability = durability
    self.isClean = isClean
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
    self.init(boot: String(boot), durability: durability, isClean: fields["clean"] == "1")
  }

  /// Only writes that were not flushed can be torn by the loss of power; the death of a process tears
  /// nothing.
  func mayBeTorn(boot: String) -> Bool {
    durability == .processSafe && !isClean && (self.boot != boot || boot.isEmpty)
  }
}
