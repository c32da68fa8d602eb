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

/// A cache's directory: `CURRENT` names the generation in use, each generation is a directory of its own,
/// and a lock file of ours (never LMDB's) orders opening and changing.
///
///     CURRENT           the name of the generation in use, replaced by rename
///     lock              held while a process opens, changes or closes a generation
///     epoch             a counter in shared memory that grows with each change
///     gen-000001/       data.mdb, lock.mdb, in-use (held by each process that has it open), state
final class RootDirectory: Sendable {
  let path: String
  let tier: String
  let epoch: SharedEpoch
  private let lockFile: Int32
  private let device: UInt64
  private let inode: UInt64

  init(path: String, tier: String) throws(CacheError) {
    self.path = path
    self.tier = tier
    var (device, inode): (UInt64, UInt64) = (0, 0)
    let code = strata_identity(path, &device, &inode)
    guard code == 0 else { throw Self.failure(tier, path, code, "identify it") }
    self.device = device
    self.inode = inode
    let descriptor = strata_lock_open("\(path)/lock")
    guard descriptor >= 0 else {
      throw Self.failure(tier, "\(path)/lock", -descriptor, "open the lock file")
    }
    lockFile = descriptor
    do {
      epoch = try SharedEpoch(path: "\(path)/epoch")
    } catch {
      strata_lock_close(descriptor)
      throw Self.failure(tier, "\(path)/epoch", error.code, "map the epoch")
    }
  }

  deinit { strata_lock_close(lockFile) }

  /// - Throws: `.noCache` where a directory holds nothing of ours, or there is none.
  static func requireCache(in path: String, _ tier: String) throws(CacheError) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    // One that can't be listed is left to be explained by who opens it.
    guard names != nil || !FileManager.default.fileExists(atPath: path) else { return }
    guard let names, names.contains("CURRENT") || names.contains(where: { number($0) != nil })
    else {
      throw CacheError(
        .noCache, tier: tier, path: path,
        message: names == nil
          ? "there is no such directory" : "there is no cache in this directory",
        hint: "name the directory that the cache is in")
    }
  }

  /// Makes sure that the directory is there and fit for a cache; gives its path without symbolic links.
  static func prepare(_ path: String, tier: String) throws(CacheError) -> String {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      var status = stat()
      let isThere = stat(path, &status) == 0
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      guard isThere, isDirectory else {
        throw CacheError(
          .inputOutput, tier: tier, path: path,
          message: isThere ? "it is not a directory" : "the directory can't be made",
          hint: isThere ? "name another directory" : "make it, or name one that can be made",
          underlying: error)
      }
    }
    guard let resolved = realpath(path, nil) else {
      throw failure(tier, path, errno, "resolve the path")
    }
    defer { free(resolved) }
    let real = String(cString: resolved)
    var status = stat()
    guard stat(real, &status) == 0 else { throw failure(tier, real, errno, "read its status") }
    guard status.st_mode & 0o002 == 0 else {
      throw CacheError(
        .inputOutput, tier: tier, path: real, message: "everybody may write to the directory",
        hint: "chmod o-w it: who can change the cache's files can make it give wrong answers")
    }
    guard access(real, W_OK | X_OK) == 0 else { throw failure(tier, real, errno, "write to it") }
    if strata_is_remote(real) == 1 {
      throw CacheError(
        .inputOutput, tier: tier, path: real,
        message: "it lies on a network or user-space file system, where LMDB's locks don't hold",
        hint: "name a directory on a local disk")
    }
    return real
  }

  static func failure(_ tier: String, _ path: String, _ code: Int32, _ what: String) -> CacheError {
    CacheError(
      code == 28 || code == 122 ? .full : .inputOutput, tier: tier, path: path,
      message: "can't \(what): \(String(cString: strata_message(code)))",
      hint:
        "check that the directory exists, that its owner is this user, and that the disk has room")
  }

  /// Runs `body` while no other process opens, changes or closes a generation of this directory.
  ///
  /// Within a process the `Store`'s own lock does the same: these locks belong to the process.
  func withLock<R>(_ body: () throws(CacheError) -> R) throws(CacheError) -> R {
    let code = strata_lock(lockFile, 1, 5_000)
    guard code == 0 else {
      throw CacheError(
        .busy, tier: tier, path: "\(path)/lock",
        message: "another process has held the directory's lock for 5 s",
        hint: "look for a stopped process that uses this cache")
    }
    defer { strata_unlock(lockFile) }
    return try body()
  }

  /// Whether the path still leads to this directory.
  var isIntact: Bool {
    var (device, inode): (UInt64, UInt64) = (0, 0)
    return strata_identity(path, &device, &inode) == 0
      && device == self.device && inode == self.inode
  }

  /// Whether a generation's files are there.
  func has(_ number: Int) -> Bool {
    var (device, inode): (UInt64, UInt64) = (0, 0)
    return strata_identity("\(generationPath(number))/data.mdb", &device, &inode) == 0
  }

  func name(_ number: Int) -> String {
    let digits = String(number)
    return "gen-" + String(repeating: "0", count: Swift.max(0, 6 - digits.count)) + digits
  }

  func generationPath(_ number: Int) -> String { "\(path)/\(name(number))" }

  private static func number(_ name: String) -> Int? {
    name.hasPrefix("gen-") ? Int(name.dropFirst(4)) : nil
  }

  /// The numbers of all generations that lie there, in use or not.
  var numbers: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.compactMap(Self.number).sorted()
  }

  /// The directory that the text of `CURRENT` names; nil when it is no generation's.
  static func generationName(_ text: String) -> String? {
    let name = text.trimmingEnd()
    return number(name) == nil ? nil : name
  }

  /// What `CURRENT` names; nil when it is missing or unreadable.
  var current: Int? {
    guard let text = Self.text("\(path)/CURRENT") else { return nil }
    return Self.number(text.trimmingEnd())
  }

  var hasCurrent: Bool { FileManager.default.fileExists(atPath: "\(path)/CURRENT") }

  func setCurrent(_ number: Int) throws(CacheError) {
    try replace("CURRENT", in: path, with: name(number) + "\n")
    epoch.bump()
  }

  func replace(_ file: String, in directory: String, with text: String) throws(CacheError) {
    let bytes = Array(text.utf8)
    let code = bytes.withUnsafeBytes {
      strata_replace_file(directory, file, $0.baseAddress, $0.count)
    }
    guard code == 0 else { throw Self.failure(tier, "\(directory)/\(file)", code, "write it") }
  }

  static func text(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path), data.count < 4096 else {
      return nil
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension String {
  fileprivate func trimmingEnd() -> String {
    var text = self
    while let last = text.last, last.isNewline || last == " " { text.removeLast() }
    return text
  }
}
