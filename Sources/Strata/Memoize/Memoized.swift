/// An async function whose results are cached: called as the function is.
///
/// ```swift
/// let distance = memoize("distance", over: stack, policy: ExpiryPolicy(updateInterval: .days(30))) {
///   (from: String, to: String) in try await router.distance(from, to)
/// }
/// let kilometres = try await distance("oslo", "bergen")
/// ```
///
/// All that a `Cache` does holds: one run per list of arguments at a time, stale results while the function
/// fails, refreshes behind, any stack. Results outlive the process where the stack does: a function that is
/// changed so that its results differ should get another name.
public struct Memoized<Value: Sendable, each Argument: Codable & Sendable>: Sendable {
  /// What holds the results, under the keys that `key(for:)` gives.
  public let cache: Cache<Value>
  /// The name of the function: the domain of its keys, for rules and removals.
  public let name: String

  init(
    _ name: String, stack: any CacheManager<Value>, policy: ExpiryPolicy, limits: LoadLimits,
    clock: CacheClock,
    details: @escaping @Sendable (Value, repeat each Argument) -> LoadDetails,
    body: @escaping @concurrent @Sendable (repeat each Argument) async throws -> Value
  ) {
    self.name = name
    cache = Cache(
      stack, policy: policy, limits: limits, clock: clock,
      loadingWith: { context in
        let arguments = try ArgumentList<repeat each Argument>(key: context.key, of: name)
        let value = try await body(repeat each arguments.values)
        return .value(value, details(value, repeat each arguments.values))
      })
  }

  /// The function's result for these arguments, from the cache where it is fresh.
  ///
  /// - Throws: As `Cache.value(for:mode:options:)`; `CacheError` with code `.invalidKey` when the arguments
  ///   can't be encoded.
  public func callAsFunction(_ arguments: repeat each Argument) async throws(CacheError) -> Value {
    try await cache.value(for: key(for: repeat each arguments))
  }

  /// The key that a result is kept under: the name and the arguments as JSON, such as
  /// `distance:["oslo","bergen"]`.
  ///
  /// - Throws: `CacheError` with code `.invalidKey` when the arguments can't be encoded.
  public func key(for arguments: repeat each Argument) throws(CacheError) -> CacheKey {
    try ArgumentList(repeat each arguments).key(of: name)
  }

  /// Removes the result for these arguments.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: As `Cache.delete`.
  @discardableResult
  public func forget(_ arguments: repeat each Argument) async throws(CacheError) -> Bool {
    try await cache.delete(key(for: repeat each arguments))
  }

  /// Removes all results of the function.
  ///
  /// - Throws: As `Cache.removeAll(inDomain:)`.
  public func forgetAll() async throws(CacheError) {
    try await cache.removeAll(inDomain: name)
  }
}

/// Makes a cached function of an async one.
///
/// - Parameters:
///   - name: Tells the function's results from those of others in the same stack. It is the domain of its
///     keys: a rule of the policy for it holds for all of them. No colons; at most 255 bytes.
///   - stack: Where results are kept.
///   - policy: How long they are good.
///   - limits: How many runs at once.
///   - details: Time to live and tags of a result, by the result and the arguments. Default: those of the
///     policy, no tags.
///   - body: The function, run on no actor. Its arguments are what tells results apart: encoded as JSON with sorted keys, two
///     lists are the same when their JSON is.
public func memoize<Value: Sendable, each Argument: Codable & Sendable>(
  _ name: String, over stack: any CacheManager<Value>, policy: ExpiryPolicy,
  limits: LoadLimits = LoadLimits(), clock: CacheClock = .system,
  details: @escaping @Sendable (Value, repeat each Argument) -> LoadDetails,
  _ body: @escaping @concurrent @Sendable (repeat each Argument) async throws -> Value
) -> Memoized<Value, repeat each Argument> {
  Memoized(
    name, stack: stack, policy: policy, limits: limits, clock: clock, details: details, body: body)
}

/// Makes a cached function of an async one whose results all live as the policy says.
public func memoize<Value: Sendable, each Argument: Codable & Sendable>(
  _ name: String, over stack: any CacheManager<Value>, policy: ExpiryPolicy,
  limits: LoadLimits = LoadLimits(), clock: CacheClock = .system,
  _ body: @escaping @concurrent @Sendable (repeat each Argument) async throws -> Value
) -> Memoized<Value, repeat each Argument> {
  Memoized(
    name, stack: stack, policy: policy, limits: limits, clock: clock,
    details: { (_, _: repeat each Argument) in LoadDetails() }, body: body)
}
