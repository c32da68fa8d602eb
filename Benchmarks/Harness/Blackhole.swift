import Synchronization

/// Takes results, so that the optimiser cannot drop the work that made them.
enum Blackhole {
  private static let sink = Atomic<UInt64>(0)

  static func take(_ value: UInt64) {
    sink.store(value, ordering: .relaxed)
  }
}
