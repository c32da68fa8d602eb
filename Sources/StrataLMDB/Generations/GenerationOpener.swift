import CStrataLMDB
import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens the current generation of a directory, or begins a new one.
///
/// All of it runs under the directory's lock.
struct GenerationOpener {
  let root: RootDirectory
  let configuration: LMDBConfiguration
  /// The seed to go on with where the database that held it can't be read.
  var seed: (UInt64, UInt64)?
  /// Whether a manager is being made; later, damage is always set aside.
  var isOpening = true
  /// What was found on the way.
  var findings: [LMDBEvent] = []

  init(root: RootDirectory, configuration: LMDBConfiguration, seed: (UInt64, UInt64)? = nil) {
    self.root = root
    self.configuration = configuration
    self.seed = seed
  }

  /// What came of looking at a generation that is there.
  private enum Outcome {
    case opened(Generation)
    case unusable(CacheError)
  }

  mutating func openCurrent() throws(CacheError) -> Generation {
    guard let number = root.current else {
      guard root.hasCurrent || !root.numbers.isEmpty else { return try begin(removedUpTo: .zero) }
      let reason = "CURRENT is missing or unreadable"
      // Which generation was the right one is not known, and an earlier one would bring back what was removed.
      // Nothing is thrown away for it: the newest stays beside, as a damaged one would.
      guard let newest = root.numbers.last else {
        findings.append(.contentsLost(path: root.path, reason: reason))
        return try begin(removedUpTo: configuration.clock.nextStamp())
      }
      return try setAside(newest, reason: reason)
    }
    switch try open(number) {
    case .opened(let generation): return generation
    case .unusable(let error):
      if configuration.onDamage == .refuse, isOpening { throw error }
      return try setAside(number, reason: error.message)
    }
  }

  /// Leaves a generation where it lies, marked, and begins the next one.
  mutating func setAside(_ number: Int, reason: String) throws(CacheError) -> Generation {
    let path = root.generationPath(number)
    findings.append(.damaged(path: path, reason: reason))
    try? root.replace("set-aside", in: path, with: reason + "\n")
    // What was removed and when is lost with it, so whatever began before now is refused.
    return try begin(removedUpTo: configuration.clock.nextStamp())
  }

  private mutating func open(_ number: Int) throws(CacheError) -> Outcome {
    let path = root.generationPath(number)
    let file = "\(path)/data.mdb"
    func unusable(_ message: String) -> Outcome {
      .unusable(
        CacheError(
          .corrupted, tier: configuration.name, path: file, message: message,
          hint: "remove the directory, or let it be set aside"))
    }
    var found = strata_inspection()
    var code = strata_inspect(file, &found)
    if code == 2 || code == 20 { return unusable("the database is missing") }
    guard let lock = InUseLock(directory: path) else {
      return code == 0
        ? .unusable(
          RootDirectory.failure(configuration.name, "\(path)/in-use", EACCES, "lock it"))
        : unusable(Self.reason(found, code))
    }
    let boot = GenerationState.currentBoot
    let state = RootDirectory.text("\(path)/state").flatMap { GenerationState($0) }
    let validated =
      code == 0 && lock.wasAlone
      && (configuration.validatesAlways || (state?.mayBeTorn(boot: boot) ?? false)
        || (state.map { $0.durability != configuration.durability } ?? true))
    if validated { code = strata_validate(file, &found) }
    guard code == 0 else { return unusable(Self.reason(found, code)) }
    do {
      let environment = try environment(at: path, found: found, lock: lock)
      let isVouchedFor = validated || !lock.wasAlone || (state?.vouches(for: found) ?? false)
      return try finish(number, path, environment, lock, boot, needsCheck: !isVouchedFor)
    } catch let failure as EnvironmentFailure {
      if failure.meaning == .damage { return unusable(failure.message) }
      throw failure.cacheError(tier: configuration.name, path: path)
    } catch let error as CacheError {
      throw error
    } catch {
      return unusable("\(error)")
    }
  }

  private func finish(
    _ number: Int, _ path: String, _ environment: Environment, _ lock: InUseLock, _ boot: String,
    needsCheck: Bool
  ) throws -> Outcome {
    guard let format = try environment.param(Param.format), format.count == 4,
      let seed = try environment.param(Param.seed), seed.count == 16
    else {
      return .unusable(
        CacheError(
          .corrupted, tier: configuration.name, path: path,
          message: "the database has no parameters of ours"))
    }
    let version = format.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    guard version <= Param.formatVersion else {
      throw CacheError(
        .newerFormat, tier: configuration.name, path: path,
        message: "the database has format \(version), this version knows \(Param.formatVersion)",
        hint: "use the newer version, or another directory; nothing was changed")
    }
    let stored = try environment.param(Param.durability).flatMap {
      Durability(rawValue: String(decoding: $0, as: UTF8.self))
    }
    // One process that doesn't flush takes the safety from all, so the level is common. Who comes first
    // sets it.
    var durability = stored ?? configuration.durability
    if lock.wasAlone, durability != configuration.durability {
      durability = configuration.durability
      try environment.begin(flushes: true)
      try environment.putParam(Param.durability, Array(durability.rawValue.utf8))
      try environment.commit()
    }
    if lock.wasAlone {
      let state = GenerationState(boot: boot, durability: durability)
      try root.replace("state", in: path, with: state.text)
    }
    let words = seed.withUnsafeBytes {
      (
        UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    return .opened(
      generation(number, path, environment, words, durability, lock, needsCheck: needsCheck))
  }

  /// Makes a generation and makes it the current one. Writes whose operation began up to `stamp` are
  /// refused there.
  mutating func begin(removedUpTo stamp: Stamp) throws(CacheError) -> Generation {
    let next = try makeNext(mapSize: configuration.mapSize, epochValue: root.epoch.value + 1)
    let environment = next.environment
    var random = SystemRandomNumberGenerator()
    let seed = seed ?? (random.next(), random.next())
    do {
      try environment.begin(flushes: true)
      try environment.putParam(Param.format, Param.formatVersion.littleEndianBytes)
      try environment.putParam(
        Param.seed, seed.0.littleEndianBytes + seed.1.littleEndianBytes)
      try environment.putParam(
        Param.durability, Array(configuration.durability.rawValue.utf8))
      try RemovalSlots.note(.everything, at: stamp, in: environment)
      try environment.commit()
    } catch {
      throw error.cacheError(tier: configuration.name, path: next.path)
    }
    return try makeCurrent(next, seed, configuration.durability)
  }

  /// The next generation, empty and not yet the current one.
  ///
  /// - Parameter epochValue: The directory's epoch once it is.
  func makeNext(mapSize: UInt64, epochValue: UInt64) throws(CacheError) -> NextGeneration {
    let number = (root.numbers.last ?? 0) + 1
    let path = root.generationPath(number)
    guard mkdir(path, 0o700) == 0 else {
      throw RootDirectory.failure(configuration.name, path, errno, "make the directory")
    }
    guard let lock = InUseLock(directory: path) else {
      throw RootDirectory.failure(configuration.name, "\(path)/in-use", EACCES, "lock it")
    }
    do throws(EnvironmentFailure) {
      let environment = try environment(
        at: path, mapSize: mapSize, lock: lock, epochValue: epochValue)
      return NextGeneration(number: number, path: path, lock: lock, environment: environment)
    } catch {
      throw Self.openingError(error, configuration.name, path)
    }
  }

  func makeCurrent(
    _ next: NextGeneration, _ seed: (UInt64, UInt64), _ durability: Durability
  ) throws(CacheError) -> Generation {
    let state = GenerationState(boot: GenerationState.currentBoot, durability: durability)
    try root.replace("state", in: next.path, with: state.text)
    try root.setCurrent(next.number)
    return generation(next.number, next.path, next.environment, seed, durability, next.lock)
  }

  /// The map is as large as the file says. A damaged size can be more than there is room for: then it is
  /// the configured one, provided that the file fits in it.
  private func environment(
    at path: String, found: strata_inspection, lock: InUseLock
  ) throws(EnvironmentFailure) -> Environment {
    do {
      return try environment(
        at: path, mapSize: found.map_size, lock: lock, epochValue: root.epoch.value)
    } catch {
      let pages = configuration.mapSize / UInt64(found.page_size)
      guard error.code == ENOMEM, found.map_size > configuration.mapSize, found.last_page < pages
      else { throw error }
      return try environment(
        at: path, mapSize: configuration.mapSize, lock: lock, epochValue: root.epoch.value)
    }
  }

  private func environment(
    at path: String, mapSize: UInt64, lock: InUseLock, epochValue: UInt64
  ) throws(EnvironmentFailure) -> Environment {
    try Environment(
      directory: path, mapSize: mapSize, readSlots: Self.readSlots,
      catchesFaults: configuration.catchesFaults, epoch: root.epoch,
      epochValue: epochValue, lock: lock)
  }

  private func generation(
    _ number: Int, _ path: String, _ environment: Environment, _ seed: (UInt64, UInt64),
    _ durability: Durability, _ lock: InUseLock, needsCheck: Bool = false
  ) -> Generation {
    let mapSize = (try? environment.usage(writing: false).map_size) ?? configuration.mapSize
    return Generation(
      number: number, path: path, environment: environment,
      hasher: KeyHasher(seed: seed, bits: configuration.hashBits), durability: durability,
      quota: Swift.min(configuration.quota, Int(clamping: mapSize / 4 * 3)), lock: lock,
      epochValue: root.epoch.value, needsCheck: needsCheck)
  }

  private static var readSlots: Int {
    Swift.min(64, Swift.max(8, 2 * ProcessInfo.processInfo.activeProcessorCount))
  }

  private static func openingError(
    _ failure: EnvironmentFailure, _ tier: String, _ path: String
  ) -> CacheError {
    guard failure.code == ENOMEM else { return failure.cacheError(tier: tier, path: path) }
    return CacheError(
      .inputOutput, tier: tier, path: path,
      message: "there is no address space for the map: \(failure.message)",
      hint: "lower the quota, or raise the limit on address space (ulimit -v)")
  }

  static func reason(_ found: strata_inspection, _ code: Int32) -> String {
    let text = withUnsafeBytes(of: found.reason) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return text.isEmpty ? String(cString: strata_message(code)) : text
  }
}
