import StrataTesting
import Synchronization
import Testing

@testable import Strata

@Suite struct MemoizeTests {
  private struct Place: Codable, Hashable, Sendable {
    var name: String
    var latitude: Double
  }

  private final class Calls: Sendable {
    private let calls = Mutex<[String]>([])
    func add(_ call: String) { calls.withLock { $0.append(call) } }
    var all: [String] { calls.withLock { $0 } }
  }

  private let time = ManualClock()
  private var policy: ExpiryPolicy { Bench.policy { _ in } }

  private func stack<Value>(_: Value.Type = String.self) -> MemoryCacheManager<Value> {
    MemoryCacheManager(shards: 1, clock: time.clock)
  }

  @Test func aFunctionRunsOncePerListOfArguments() async throws {
    let calls = Calls()
    let repeated = memoize("repeated", over: stack(), policy: policy, clock: time.clock) {
      (text: String, count: Int) in
      calls.add("\(text) \(count)")
      return String(repeating: text, count: count)
    }
    for _ in 1...3 {
      #expect(try await repeated("ab", 2) == "abab")
      #expect(try await repeated("ab", 3) == "ababab")
    }
    #expect(calls.all == ["ab 2", "ab 3"])
    time.advance(by: .days(2))
    #expect(try await repeated("ab", 2) == "abab")
    #expect(calls.all.count == 3)
  }

  @Test func argumentsOfAnyCodableKindComeToTheFunctionAsTheyWere() async throws {
    let seen = Mutex<[Place?]>([])
    let describe = memoize("describe", over: stack(), policy: policy, clock: time.clock) {
      (place: Place?, flags: [String: Bool], precision: Float) in
      seen.withLock { $0.append(place) }
      return "\(place?.name ?? "-") \(flags.count) \(precision)"
    }
    let tricky = Place(name: "a/b \"ü\u{0}:é", latitude: -0.1)
    #expect(
      try await describe(tricky, ["x": true, "b": false], .infinity) == "\(tricky.name) 2 inf")
    #expect(try await describe(nil, [:], .nan) == "- 0 nan")
    #expect(seen.withLock { $0 } == [tricky, nil])
    // The order in which a dictionary is built is no difference.
    let one = try describe.key(for: nil, ["x": true, "b": false], 1)
    let other = try describe.key(for: nil, ["b": false, "x": true], 1)
    #expect(one == other)
    #expect(one.text == #"describe:[null,{"b":false,"x":true},1]"#)
  }

  @Test func aFunctionWithoutArgumentsIsOneValue() async throws {
    let calls = Calls()
    let answer = memoize("answer", over: stack(Int.self), policy: policy, clock: time.clock) {
      () in
      calls.add("")
      return 42
    }
    #expect(try await answer() == 42)
    #expect(try await answer() == 42)
    #expect(calls.all.count == 1)
  }

  @Test func functionsThatShareAStackAreApart() async throws {
    let stack = stack(Int.self)
    let double = memoize("double", over: stack, policy: policy, clock: time.clock) { (n: Int) in
      2 * n
    }
    let square = memoize("square", over: stack, policy: policy, clock: time.clock) { (n: Int) in
      n * n
    }
    #expect(try await double(5) == 10)
    #expect(try await square(5) == 25)
    try await double.forgetAll()
    #expect(try stack.fetch(double.key(for: 5)) == nil)
    #expect(try stack.fetch(square.key(for: 5))?.value == 25)
  }

  @Test func aRefreshBehindKnowsTheArguments() async throws {
    let calls = Calls()
    let policy = Bench.policy {
      $0.grace = .after(.days(9))
      $0.staleWhileRevalidate = .after(.days(9))
    }
    let echo = memoize("echo", over: stack(), policy: policy, clock: time.clock) { (n: Int) in
      calls.add("\(n)")
      return "\(n)-\(calls.all.count)"
    }
    #expect(try await echo(7) == "7-1")
    time.advance(by: .days(2))
    #expect(try await echo(7) == "7-1")
    await eventually { calls.all.count == 2 && echo.cache.flights.count == 0 }
    #expect(try await echo(7) == "7-2")
    #expect(calls.all == ["7", "7"])
  }

  @Test func lifeAndTagsFollowFromArgumentsAndResult() async throws {
    let calls = Calls()
    let user = memoize(
      "user", over: stack(), policy: policy, clock: time.clock,
      details: { (name: String, id: Int) in
        LoadDetails(timeToLive: name.isEmpty ? .minutes(1) : .hours(1), tags: ["user-\(id)"])
      },
      { (id: Int) in
        calls.add("\(id)")
        return id == 0 ? "" : "name \(id)"
      })
    #expect(try await user(0) == "")
    #expect(try await user(1) == "name 1")
    time.advance(by: .minutes(2))
    _ = try await (user(0), user(1))
    #expect(calls.all == ["0", "1", "0"])
    try await user.cache.removeAll(tagged: "user-1")
    _ = try await (user(0), user(1))
    #expect(calls.all == ["0", "1", "0", "1"])
  }

  @Test func whatTheFunctionThrowsIsToldAndAForgottenResultIsMadeAnew() async throws {
    let failing = Atomic(true)
    let parse = memoize("parse", over: stack(Int.self), policy: policy, clock: time.clock) {
      (text: String) throws in
      if failing.load(ordering: .relaxed) { throw OriginDown() }
      return text.count
    }
    let error = await #expect(throws: CacheError.self) { try await parse("abc") }
    #expect(error?.code == .loadFailed)
    #expect(error?.underlying is OriginDown)
    failing.store(false, ordering: .relaxed)
    #expect(try await parse("abc") == 3)
    #expect(try await parse.forget("abc"))
    #expect(try await parse.forget("abc") == false)
  }

  @Test func aKeyThatHoldsNoArgumentsAndOnesThatCantBeEncodedAreTold() async throws {
    struct Sealed: Codable, Sendable {
      init() {}
      init(from decoder: any Decoder) throws { throw OriginDown() }
      func encode(to encoder: any Encoder) throws { throw OriginDown() }
    }
    let echo = memoize("echo", over: stack(Int.self), policy: policy, clock: time.clock) {
      (n: Int) in n
    }
    for key: CacheKey in ["echo:", "echo:[1", "echo:[]", "else", ""] {
      #expect(await echo.cache.outcomeCode(key) == .loadFailed)
    }
    let sealed = memoize("sealed", over: stack(Int.self), policy: policy, clock: time.clock) {
      (_: Sealed) in 1
    }
    let error = await #expect(throws: CacheError.self) { try await sealed(Sealed()) }
    #expect(error?.code == .invalidKey)
  }
}

extension Cache {
  /// The code of the error that a call ends in.
  fileprivate func outcomeCode(_ key: CacheKey) async -> CacheError.Code? {
    do throws(CacheError) {
      _ = try await value(for: key)
      return nil
    } catch {
      return error.code
    }
  }
}
