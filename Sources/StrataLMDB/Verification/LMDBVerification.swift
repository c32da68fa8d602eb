/// What a check of a directory found.
public struct LMDBVerification: Sendable {
  /// The most faults that are described.
  public static let describedFaults = 100

  /// Records looked at.
  public internal(set) var records = 0
  /// What is wrong, in words: the first hundred.
  public internal(set) var faults: [String] = []
  /// How many things are wrong in all.
  public internal(set) var faultCount = 0
  /// Entries of indexes whose record is gone: of no harm, they go when they are next met.
  public internal(set) var leftovers = 0
  /// Whether others wrote so often that the pages could not be looked at as of one moment; all else was.
  public internal(set) var isStructureUnknown = false

  /// Whether nothing is wrong.
  public var isSound: Bool { faultCount == 0 }

  mutating func add(_ fault: String) {
    faultCount += 1
    if faults.count < Self.describedFaults { faults.append(fault) }
  }
}
