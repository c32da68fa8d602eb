/// The stack of a cache as it was given, and as the cache uses it: always a tiered one, which brings
/// removals that hold, health and backlog for a single manager as well.
struct Setup<Value: Sendable>: Sendable {
  let given: any CacheManager<Value>
  let stack: TieredCacheManager<Value>

  init(_ given: any CacheManager<Value>, clock: CacheClock) {
    self.given = given
    stack =
      given as? TieredCacheManager<Value>
      ?? TieredCacheManager([given], name: given.name, clock: clock)
  }
}
