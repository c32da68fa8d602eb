/// The values of many keys, in their order, each with an outcome of its own.
///
/// ```swift
/// let values = await cache.values(for: keys)
/// for (key, result) in zip(keys, values) { print(key, (try? result.get()) ?? "none") }
/// ```
///
/// It holds the records that the cache has; a value is copied when it is looked at.
public struct CacheValues<Value: Sendable>: RandomAccessCollection, Sendable {
  public typealias Element = Result<Value, CacheError>

  // The record answered with for each key; nil where the answer has none.
  @usableFromInline var records: [AnyCacheRecord?]
  @usableFromInline var errors: [Int: CacheError] = [:]

  init(_ records: [AnyCacheRecord?]) {
    self.records = records
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { records.count }

  @inlinable
  public subscript(position: Int) -> Result<Value, CacheError> {
    // Only records of this type are put in.
    if let record = records[position],
      let value = unsafeDowncast(record, to: CacheRecord<Value>.self).value
    {
      return .success(value)
    }
    return .failure(error(at: position))
  }

  @usableFromInline
  func error(at position: Int) -> CacheError {
    errors[position] ?? CacheError(.absent, message: "the origin has no value")
  }

  mutating func set(_ answer: Result<Answer<Value>, CacheError>, at position: Int) {
    switch answer {
    case .success(let answer): records[position] = answer.record
    case .failure(let error):
      records[position] = nil
      errors[position] = error
    }
  }
}
