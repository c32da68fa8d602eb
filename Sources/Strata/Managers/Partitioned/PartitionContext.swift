/// What a cache handed to a partitioned manager, for partitions made later too.
struct PartitionContext: Sendable {
  var policy: PolicyReference?
  var events: CacheEvents?

  func hand<Value: Sendable>(to manager: any CacheManager<Value>) {
    if let policy { manager.adopt(policy) }
    if let events { manager.attach(events) }
  }
}
