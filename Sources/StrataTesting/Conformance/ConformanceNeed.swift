/// What a manager must offer for a clause to concern it.
enum ConformanceNeed: Sendable {
  case nothing
  /// It stores records.
  case storage
  /// It stores none.
  case noStorage
  /// It refuses writes that began before a removal.
  case ledger
  case removal(ConformanceOptions.Scope)
  case anyRemoval
  /// There is a removal that it does not offer.
  case missingRemoval
  case requestCounters
  case writeCounters

  func isMet(by options: ConformanceOptions) -> Bool {
    switch self {
    case .nothing: true
    case .storage: options.storesRecords
    case .noStorage: !options.storesRecords
    case .ledger: options.storesRecords && options.refusesOldWrites
    case .removal(let scope): options.storesRecords && options.scopes.contains(scope)
    case .anyRemoval: options.storesRecords && !options.scopes.isEmpty
    case .missingRemoval: options.scopes.count < ConformanceOptions.Scope.allCases.count
    case .requestCounters: options.storesRecords && options.countsRequests
    case .writeCounters: options.storesRecords && options.countsWrites
    }
  }
}
