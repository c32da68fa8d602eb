import Synchronization

/// The stack of a cache as it was given, and as the cache uses it: always a tiered one, which brings
/// removals that hold, health and backlog for a single manager as well.
final class Setup<Value: Sendable>: Sendable {
  let given: any CacheManager<Value>
  let stack: TieredCacheManager<Value>

  init(_ given: any CacheManager<Value>, clock: CacheClock) {
    self.given = given
    stack =
      given as? TieredCacheManager<Value> ?? TieredCacheManager([given], name: given.name, clock: clock)
  }
}

/// A setup that can be replaced while it is read without a lock.
///
/// A hit must not touch the setup's reference count: several threads would fight over one cache line. So
/// it is read through an unmanaged pointer, and those replaced are kept until this goes. A stack is
/// replaced by hand, and seldom.
final class SetupReference<Value: Sendable>: Sendable {
  // The address of the current setup's object.
  private let address: Atomic<UInt>
  private let all: Mutex<[Setup<Value>]>

  init(_ setup: Setup<Value>) {
    address = Atomic(Self.address(of: setup))
    all = Mutex([setup])
  }

  var current: Setup<Value> {
    withCurrent { $0 }
  }

  @inline(__always)
  func withCurrent<Result>(_ body: (Setup<Value>) -> Result) -> Result {
    guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else {
      preconditionFailure("a setup reference always has a setup")
    }
    // `all` holds every setup whose address this ever was.
    return Unmanaged<Setup<Value>>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
  }

  func replace(with setup: Setup<Value>) {
    all.withLock { $0.append(setup) }
    address.store(Self.address(of: setup), ordering: .releasing)
  }

  private static func address(of setup: Setup<Value>) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(setup).toOpaque())
  }
}
