import Foundation

/// A reader of what others wrote, and what must hold whatever that is.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A record of the disk tier.
  case record
  /// A URL that becomes a key.
  case key
  /// A policy file.
  case policy
  /// A page that becomes a card.
  case page

  /// The one that the environment names in `STRATA_FUZZ_TARGET`.
  package static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["STRATA_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("STRATA_FUZZ_TARGET is one of \(allCases.map(\.rawValue))")
    }
    return target
  }()

  /// - Throws: `FuzzFinding` where something does not hold. What is worse ends the process.
  package func check(_ bytes: UnsafeRawBufferPointer) throws {
    switch self {
    case .record: try RecordTarget.check(bytes)
    case .key: try KeyTarget.check(bytes)
    case .policy: try PolicyTarget.check(bytes)
    case .page: try PageTarget.check(bytes)
    }
  }
}

/// Something that should hold, and did not.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String
}

func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  guard condition else { throw FuzzFinding(description: what()) }
}
