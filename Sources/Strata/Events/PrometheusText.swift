extension CacheSnapshot {
  /// The counters and sizes in Prometheus' text format 0.0.4, to be served at `/metrics` as
  /// `text/plain; version=0.0.4`.
  ///
  /// ```text
  /// # HELP strata_hits_total Requests that found a record.
  /// # TYPE strata_hits_total counter
  /// strata_hits_total{cache="previews",tier="memory"} 12
  /// ```
  ///
  /// A tier within a tier is named with a slash, as `partitioned/example.com`; the whole stack by its own name.
  ///
  /// - Parameter cache: Tells this cache from others of the program: the label `cache` of each line.
  public func prometheusText(cache: String) -> String {
    var text = PrometheusText(cache: cache)
    let tiers = Self.flattened(stack, as: stack.name)
    for family in Self.tierFamilies {
      text.family(
        family.name, family.help, family.kind,
        tiers.compactMap { tier in family.value(tier.statistics).map { (tier.name, $0) } })
    }
    text.family("loads_total", "Loads started.", .counter, [(nil, loads)])
    text.family("load_failures_total", "Loads that failed.", .counter, [(nil, failedLoads)])
    text.family("stale_answers_total", "Answers that were stale.", .counter, [(nil, staleAnswers)])
    text.family(
      "refreshes_total", "Loads that nobody waited for at their start.", .counter,
      [(nil, refreshes)])
    text.family(
      "dropped_refreshes_total", "Refreshes not started since too many were under way.", .counter,
      [(nil, droppedRefreshes)])
    text.family("loads_in_flight", "Loads under way.", .gauge, [(nil, loadsInFlight)])
    text.family(
      "dropped_events_total", "Events that slow listeners lost.", .counter, [(nil, droppedEvents)])
    return text.text
  }

  private struct Family {
    let name: String
    let help: String
    let kind: PrometheusText.Kind
    let value: @Sendable (CacheStatistics) -> Int?
  }

  private static let tierFamilies = [
    Family(name: "hits_total", help: "Requests that found a record.", kind: .counter) { $0.hits },
    Family(name: "misses_total", help: "Requests that found none.", kind: .counter) { $0.misses },
    Family(name: "updates_total", help: "Records stored.", kind: .counter) { $0.updates },
    Family(
      name: "refused_updates_total", help: "Writes that came after something newer or a removal.",
      kind: .counter
    ) { $0.refusedUpdates },
    Family(name: "removals_total", help: "Records removed by a call.", kind: .counter) {
      $0.removals
    },
    Family(name: "evictions_total", help: "Records pushed out by a limit.", kind: .counter) {
      $0.evictions
    },
    Family(name: "expirations_total", help: "Dead records removed.", kind: .counter) {
      $0.expirations
    },
    Family(name: "corruptions_total", help: "Records that did not check out.", kind: .counter) {
      $0.corruptions
    },
    Family(name: "errors_total", help: "Calls that failed.", kind: .counter) { $0.errors },
    Family(name: "entries", help: "Records held.", kind: .gauge) { $0.entryCount },
    Family(name: "bytes", help: "Bytes held, in the tier's own measure.", kind: .gauge) {
      $0.byteCount
    },
  ]

  private static func flattened(
    _ statistics: CacheStatistics, as name: String
  ) -> [(name: String, statistics: CacheStatistics)] {
    var seen: [String: Int] = [:]
    return [(name, statistics)]
      + statistics.parts.flatMap { part in
        // No two lines may have the same labels.
        let count = seen[part.name, default: 0] + 1
        seen[part.name] = count
        let own = count == 1 ? part.name : "\(part.name)-\(count)"
        return flattened(part, as: "\(name)/\(own)")
      }
  }
}

/// Lines of Prometheus' text format.
private struct PrometheusText {
  enum Kind: String, Sendable {
    case counter, gauge
  }

  private let cache: String
  private(set) var text = ""

  init(cache: String) {
    self.cache = Self.escaped(cache)
  }

  /// A metric with a line for each tier, or one without a tier.
  mutating func family(_ name: String, _ help: String, _ kind: Kind, _ values: [(String?, Int)]) {
    if values.isEmpty { return }
    text += "# HELP strata_\(name) \(help)\n# TYPE strata_\(name) \(kind.rawValue)\n"
    for (tier, value) in values {
      let label = tier.map { ",tier=\"\(Self.escaped($0))\"" } ?? ""
      text += "strata_\(name){cache=\"\(cache)\"\(label)} \(value)\n"
    }
  }

  private static func escaped(_ label: String) -> String {
    label.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n", "\r\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}
