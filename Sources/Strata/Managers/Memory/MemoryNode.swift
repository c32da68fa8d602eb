/// An entry of the memory tier: 56 bytes beside the key's bytes and the record.
struct MemoryNode {
  let hash: UInt64
  // The key's UTF-8 bytes, a copy of the node's own: a hit compares them without touching a reference count
  // that other threads would fight over, and they take less than a string.
  private let bytes: UnsafeMutableRawPointer
  var record: AnyCacheRecord
  /// Negative in a node that is free: it is what tells it from a live one.
  var cost: Int
  /// The deadline at which the entry is dead, in the shard's wheel.
  var timer = TimerWheel.Handle.unscheduled
  private let length: UInt32
  /// The neighbours in the list that the node is in; the next free node in one that is free.
  var newer = MemoryTable.none
  var older = MemoryTable.none
  private let domainStart: UInt16
  private let domainEnd: UInt16

  init(_ key: CacheKey, _ record: AnyCacheRecord, cost: Int) {
    hash = key.hash
    (bytes, length) = key.withBytes { source in
      let copy = UnsafeMutableRawPointer.allocate(byteCount: source.count, alignment: 1)
      copy.copyMemory(from: source.baseAddress ?? UnsafeRawPointer(copy), byteCount: source.count)
      return (copy, UInt32(source.count))
    }
    self.record = record
    self.cost = cost
    domainStart = UInt16(key.domainRange.lowerBound)
    domainEnd = UInt16(key.domainRange.upperBound)
  }

  /// Lets go of the key's bytes, before the node is deinitialized.
  func freeKey() {
    bytes.deallocate()
  }

  @inline(__always)
  func hasKey(_ probe: KeyProbe) -> Bool {
    let count = probe.bytes.count
    guard hash == probe.hash, Int(length) == count else { return false }
    guard let base = probe.bytes.baseAddress else { return true }
    return KeyBytes.areEqual(bytes, base, count: count)
  }

  /// The key, made anew.
  var key: CacheKey {
    let text = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    return CacheKey(normal: text, hash: hash, domain: Int(domainStart)..<Int(domainEnd))
  }

  /// Whether the key's domain has exactly these bytes.
  func hasDomain(_ name: String) -> Bool {
    let domain = UnsafeRawBufferPointer(start: bytes, count: Int(length))[
      Int(domainStart)..<Int(domainEnd)]
    return !domain.isEmpty && name.utf8.elementsEqual(domain)
  }
}
