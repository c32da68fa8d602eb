internal import CZstd
internal import Synchronization

/// The library's working memory, kept for the next call: making it anew costs more than a small value.
final class ZstdContexts: Sendable {
  private struct Idle: @unchecked Sendable {
    // Sendable since a context is in use by one call only: it is taken out of here for that time.
    var compressors: [OpaquePointer] = []
    var decompressors: [OpaquePointer] = []
  }

  /// The most that are kept of each kind.
  private static let most = 8
  private let idle = Mutex(Idle())

  deinit {
    let idle = idle.withLock { $0 }
    for context in idle.compressors { ZSTD_freeCCtx(context) }
    for context in idle.decompressors { ZSTD_freeDCtx(context) }
  }

  func compress(_ plain: [UInt8], level: Int32) throws(CompressionError) -> [UInt8] {
    guard let context = idle.withLock({ $0.compressors.popLast() }) ?? ZSTD_createCCtx() else {
      throw .failed("no memory")
    }
    defer { giveBack(context, isCompressor: true) }
    var failure: CompressionError?
    let frame = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(plain.count)) {
      buffer, count in
      let result = plain.withUnsafeBytes {
        ZSTD_compressCCtx(
          context, buffer.baseAddress, buffer.count, $0.baseAddress, $0.count, level)
      }
      if ZSTD_isError(result) == 0 { count = result } else { failure = .failed(Self.name(result)) }
    }
    if let failure { throw failure }
    return frame
  }

  /// - Parameter limit: The most bytes that may come out.
  func decompress(_ frame: UnsafeRawBufferPointer, limit: Int) throws(CompressionError) -> [UInt8] {
    // Frames that `compress` makes say how large they are: the two highest numbers stand for not knowing and
    // for no frame.
    let size = ZSTD_getFrameContentSize(frame.baseAddress, frame.count)
    if size >= UInt64.max - 1 { throw .damaged("no Zstandard frame") }
    guard size <= UInt64(Swift.max(limit, 0)) else { throw .tooLarge(Int(clamping: size)) }
    guard let context = idle.withLock({ $0.decompressors.popLast() }) ?? ZSTD_createDCtx() else {
      throw .failed("no memory")
    }
    defer { giveBack(context, isCompressor: false) }
    var failure: CompressionError?
    let plain = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let result = ZSTD_decompressDCtx(
        context, buffer.baseAddress, buffer.count, frame.baseAddress, frame.count)
      if ZSTD_isError(result) != 0 {
        failure = .damaged(Self.name(result))
      } else if result != Int(size) {
        failure = .damaged("\(result) bytes in place of \(size)")
      } else {
        count = result
      }
    }
    if let failure { throw failure }
    return plain
  }

  private func giveBack(_ context: OpaquePointer, isCompressor: Bool) {
    nonisolated(unsafe) let context = context
    let isKept = idle.withLock { idle in
      let count = isCompressor ? idle.compressors.count : idle.decompressors.count
      guard count < Self.most else { return false }
      if isCompressor {
        idle.compressors.append(context)
      } else {
        idle.decompressors.append(context)
      }
      return true
    }
    if isKept { return }
    if isCompressor { ZSTD_freeCCtx(context) } else { ZSTD_freeDCtx(context) }
  }

  private static func name(_ result: Int) -> String { String(cString: ZSTD_getErrorName(result)) }
}
