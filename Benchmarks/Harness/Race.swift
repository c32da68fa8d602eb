import CBenchmarks
import Synchronization

/// Measures contenders against each other: warm-up, then one batch of each in turn, over and over, so that
/// whatever else the machine does falls on all of them.
struct Race {
  let contenders: [any Contender]
  let plan: AccessPlan
  let threads: Int
  let seconds: Double

  struct Result {
    var name: String
    /// Nanoseconds an operation, all threads together.
    var time: Spread
    /// Each batch's time by that of the first contender beside it.
    var ratio: Spread
    var percentiles: Percentiles?
    /// Blocks allocated an operation; nil where that can't be counted.
    var allocations: Double?
  }

  func run() async throws -> [Result] {
    let pool = ThreadPool(threads)
    defer { pool.close() }
    var batches: [Int] = []
    for contender in contenders { batches.append(try await warmUp(contender, pool)) }

    var times = [[Double]](repeating: [], count: contenders.count)
    let end = Stopwatch.now() + Int(seconds * 1e9)
    var round = 0
    while Stopwatch.now() < end || round < 5 {
      for (index, contender) in contenders.enumerated() {
        times[index].append(try await time(contender, pool, batch: batches[index], round: round))
      }
      round += 1
    }
    var results: [Result] = []
    let empty = try await latencies(EmptyContender(), pool, until: 0.02).percentile(0.5)
    for (index, contender) in contenders.enumerated() {
      let ratios = zip(times[index], times[0]).map { $0 / $1 }
      let histogram = try await latencies(contender, pool, until: seconds / 4)
      results.append(
        Result(
          name: contender.name, time: Spread(times[index]), ratio: Spread(ratios),
          percentiles: histogram.percentiles.subtracting(empty),
          allocations: try await allocations(contender, batch: Swift.min(batches[index], 1_000))))
    }
    return results
  }

  /// Runs until caches and branch predictors know the work.
  ///
  /// - Returns: How many operations take about half a millisecond on a thread: short enough to
  /// mostly fall between the turns of other programs.
  private func warmUp(_ contender: any Contender, _ pool: ThreadPool) async throws -> Int {
    var batch = 64
    while batch < plan.count {
      let total = try await time(contender, pool, batch: batch, round: 0) * Double(batch * threads)
      if total > 5e5 { break }
      batch *= 2
    }
    return Swift.min(batch, plan.count)
  }

  private func time(
    _ contender: any Contender, _ pool: ThreadPool, batch: Int, round: Int
  ) async throws -> Double {
    let plan = plan
    let threads = threads
    let gate = StartGate(threads)
    let spans = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for thread in 0..<threads {
        group.addTask(executorPreference: pool) {
          let range = plan.range(round &* threads &+ thread, batch)
          gate.wait()
          let start = Stopwatch.now()
          Blackhole.take(try await contender.run(plan, range))
          return (start, Stopwatch.now())
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let start = spans.map(\.0).min() ?? 0
    let end = spans.map(\.1).max() ?? 0
    return Double(end - start) / Double(batch * threads)
  }

  /// Times every operation alone, on each thread; the cost of the clock is in each figure.
  private func latencies(
    _ contender: any Contender, _ pool: ThreadPool, until seconds: Double
  ) async throws -> Histogram {
    let plan = plan
    let end = Stopwatch.now() + Int(seconds * 1e9)
    let gate = StartGate(threads)
    return try await withThrowingTaskGroup(of: Histogram.self) { group in
      for thread in 0..<threads {
        group.addTask(executorPreference: pool) {
          var histogram = Histogram()
          var index = plan.range(thread, 1).lowerBound
          gate.wait()
          var before = Stopwatch.now()
          repeat {
            Blackhole.take(try await contender.run(plan, index..<index + 1))
            let after = Stopwatch.now()
            histogram.record(after - before)
            before = Stopwatch.now()
            index = index + 1 == plan.count ? 0 : index + 1
          } while before < end
          return histogram
        }
      }
      return try await group.reduce(into: Histogram()) { $0.add($1) }
    }
  }

  private func allocations(_ contender: any Contender, batch: Int) async throws -> Double? {
    let range = plan.range(0, batch)
    // The first run may build what later ones use.
    Blackhole.take(try await contender.run(plan, range))
    let before = bench_allocation_count()
    guard before >= 0 else { return nil }
    Blackhole.take(try await contender.run(plan, range))
    return Double(bench_allocation_count() - before) / Double(batch)
  }
}

/// Lets tasks on several threads begin at one moment.
private final class StartGate: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  func wait() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}
