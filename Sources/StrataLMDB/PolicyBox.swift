import Strata
import Synchronization

/// The policy that a manager goes by, once it was told.
final class PolicyBox: Sendable {
  private let reference = Mutex<PolicyReference?>(nil)

  func set(_ policy: PolicyReference) { reference.withLock { $0 = policy } }

  /// By what a record of the key lives.
  func terms(for key: CacheKey, managerInterval: TimeToLive?) -> ExpiryTerms {
    guard let policy = reference.withLock({ $0 }) else {
      // Without a policy nobody says how long a stale record is good for.
      return ExpiryTerms(timeToLive: managerInterval ?? .never, grace: .never)
    }
    return policy.settings(for: key, managerInterval: managerInterval).terms
  }
}
