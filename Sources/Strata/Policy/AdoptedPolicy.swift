import Synchronization

/// The policy that a cache handed to a manager, once it has.
public final class AdoptedPolicy: Sendable {
  private let reference = Mutex<PolicyReference?>(nil)

  public init() {}

  /// The policy; nil before a cache handed one over.
  public var current: PolicyReference? { reference.withLock { $0 } }

  /// Keeps the policy from now on.
  public func set(_ policy: PolicyReference) {
    reference.withLock { $0 = policy }
  }
}
