extension PolicySection {
  private static let optionNames = [
    "updateInterval", "grace", "failureInterval", "jitter", "retryPause", "longestRetryPause",
    "softTimeLimit", "hardTimeLimit", "staleWhileRevalidate", "refreshAhead",
    "absenceReplacesValue", "finishesAbandonedLoads", "originBounds",
  ]

  private static let aliases = [
    "ttl": "updateInterval", "timetolive": "updateInterval", "maxage": "updateInterval",
    "expires": "updateInterval", "interval": "updateInterval", "graceperiod": "grace",
    "staleiferror": "grace", "negativettl": "failureInterval", "timeout": "hardTimeLimit",
    "domain": "domains", "pattern": "domains", "host": "domains", "hosts": "domains",
  ]

  /// The settings of the section, checked for their ranges.
  ///
  /// - Parameter others: Names that the section may have besides settings.
  func options(besides others: [String] = []) throws(PolicyError) -> CacheOptions {
    try checkNames(
      others + Self.optionNames,
      aliases: others.contains("domains")
        ? Self.aliases : Self.aliases.filter { $0.value != "domains" })
    let options = CacheOptions(
      updateInterval: try timeToLive("updateInterval"), grace: try timeToLive("grace"),
      failureInterval: try timeToLive("failureInterval"), jitter: try number("jitter"),
      retryPause: try duration("retryPause"),
      longestRetryPause: try duration("longestRetryPause"),
      softTimeLimit: try timeLimit("softTimeLimit"),
      hardTimeLimit: try timeLimit("hardTimeLimit"),
      staleWhileRevalidate: try timeToLive("staleWhileRevalidate"),
      refreshAhead: try number("refreshAhead"),
      absenceReplacesValue: try bool("absenceReplacesValue"),
      finishesAbandonedLoads: try bool("finishesAbandonedLoads"),
      originBounds: try originBounds())
    do { try PolicyChecks.check(options, rule: rule) } catch {
      throw self.error(error.field, error.message)
    }
    return options
  }

  private func originBounds() throws(PolicyError) -> OriginBounds? {
    guard let node = self["originBounds"] else { return nil }
    let bounds = try PolicySection(node, rule: rule, field: "originBounds", of: text)
    try bounds.checkNames(["atLeast", "atMost"], prefix: "originBounds.")
    guard let atLeast = try bounds.duration("atLeast"), let atMost = try bounds.duration("atMost")
    else {
      throw error("originBounds", "needs both limits, as in { atLeast: \"1m\", atMost: \"1d\" }")
    }
    return OriginBounds(atLeast: atLeast, atMost: atMost)
  }
}
