import Strata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of a cache: one a record, each replaced as a whole.
struct RecordFolder<Value: Codable & Sendable>: Sendable {
  let path: String

  /// - Throws: `CacheError` when the directory can't be made.
  init(path: String) throws(CacheError) {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CacheError(
        .inputOutput, tier: "files", path: path, message: "the directory can't be made",
        hint: "name one that can be written to", underlying: error)
    }
  }

  // snippet: read
  /// The record in a key's file; nil when there is none, or it is another key's.
  ///
  /// - Throws: `CacheError` with code `.corrupted` when the file does not check out.
  func read(_ key: CacheKey) throws(CacheError) -> FileRecord<Value>? {
    let file = file(of: key)
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    guard let found = contents(of: file) else {
      throw CacheError(
        .corrupted, tier: "files", key: key, path: file, message: "the file is no record",
        hint: "nothing: it is removed")
    }
    return found.key.utf8.elementsEqual(key.text.utf8) ? found : nil
  }
  // end snippet

  /// - Throws: `CacheError` with code `.codec` or `.inputOutput`.
  func write(_ record: FileRecord<Value>, for key: CacheKey) throws(CacheError) {
    let bytes: Data
    do { bytes = try JSONEncoder().encode(record) } catch {
      throw CacheError(
        .codec, tier: "files", key: key, message: "the value can't be encoded", underlying: error)
    }
    // Written beside and renamed: a reader sees the old file or the new one, never a part.
    do { try bytes.write(to: URL(filePath: file(of: key)), options: .atomic) } catch {
      throw CacheError(
        .inputOutput, tier: "files", key: key, path: path, message: "the file can't be written",
        hint: "look at the disk's free space and the directory's permissions", underlying: error)
    }
  }

  func remove(_ key: CacheKey) {
    try? FileManager.default.removeItem(atPath: file(of: key))
  }

  /// All records that can be read.
  var all: [FileRecord<Value>] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.compactMap { contents(of: "\(path)/\($0)") }
  }

  private func contents(of file: String) -> FileRecord<Value>? {
    guard let bytes = FileManager.default.contents(atPath: file) else { return nil }
    return try? JSONDecoder().decode(FileRecord<Value>.self, from: bytes)
  }

  // snippet: name
  /// A file's name: a hash that is the same in every run, which `CacheKey.hash` is not.
  private func file(of key: CacheKey) -> String {
    var text = key.text
    let hash = text.withUTF8 { CacheKey.hash(UnsafeRawBufferPointer($0), seed: (1, 2)) }
    return "\(path)/\(String(hash, radix: 16)).json"
  }
  // end snippet
}
