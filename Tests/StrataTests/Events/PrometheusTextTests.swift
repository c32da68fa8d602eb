import StrataTesting
import Testing

@testable import Strata

@Suite struct PrometheusTextTests {
  /// A sample by a reading of the format of its own: metric, labels, value.
  private struct Sample: Hashable {
    let metric: String
    let labels: [String: String]
    let value: Int
  }

  /// Reads the text format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
  private static func samples(_ text: String) throws -> [Sample] {
    #expect(text.hasSuffix("\n"))
    var kinds: [String: String] = [:]
    var helped: Set<String> = []
    return try text.split(separator: "\n").compactMap { line -> Sample? in
      if line.hasPrefix("# HELP ") {
        let name = String(line.split(separator: " ")[2])
        #expect(helped.insert(name).inserted, "\(name) twice")
        return nil
      }
      if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ")
        #expect(words[3] == (words[2].hasSuffix("_total") ? "counter" : "gauge"))
        kinds[String(words[2])] = String(words[3])
        return nil
      }
      let match = try #require(line.wholeMatch(of: /([a-z_]+)\{(.*)\} (\d+)/))
      #expect(kinds[String(match.1)] != nil && helped.contains(String(match.1)))
      var labels: [String: String] = [:]
      for label in match.2.matches(of: /([a-z]+)="((?:[^"\\]|\\.)*)"/) {
        labels[String(label.1)] = String(label.2)
          .replacing(#"\n"#, with: "\n").replacing(#"\""#, with: "\"").replacing(#"\\"#, with: "\\")
      }
      return Sample(
        metric: String(match.1), labels: labels, value: try #require(Int(match.3)))
    }
  }

  @Test func everyCounterOfEveryTierIsThere() async throws {
    let bench = Bench(lower: [Tier(DictionaryManager(), name: "disk \"D:\\\"\nx")])
    _ = await bench.cache.outcome("a")
    for _ in 1...3 { _ = await bench.cache.outcome("a") }
    bench.origin.fail()
    _ = await bench.cache.outcome("b")
    let samples = try Self.samples(bench.cache.statistics.prometheusText(cache: "pre\"views"))
    func value(_ metric: String, _ tier: String? = nil) -> Int? {
      var labels = ["cache": "pre\"views"]
      if let tier { labels["tier"] = tier }
      let found = samples.filter { $0.metric == metric && $0.labels == labels }
      return found.count == 1 ? found[0].value : nil
    }
    #expect(value("strata_hits_total", "tiered") == 3)
    #expect(value("strata_misses_total", "tiered") == 2)
    #expect(value("strata_hits_total", "tiered/memory") == 3)
    #expect(value("strata_entries", "tiered/memory") == 1)
    #expect(value("strata_errors_total", "tiered/disk \"D:\\\"\nx") == 0)
    #expect(value("strata_loads_total") == 2)
    #expect(value("strata_load_failures_total") == 1)
    #expect(value("strata_loads_in_flight") == 0)
    #expect(Set(samples.map { [$0.metric: $0.labels] }).count == samples.count)
  }

  @Test func tiersOfOneNameAreToldApart() throws {
    var stack = CacheStatistics(name: "s")
    stack.parts = [CacheStatistics(name: "m"), CacheStatistics(name: "m")]
    let snapshot = CacheSnapshot(
      stack: stack, loads: 0, failedLoads: 0, staleAnswers: 0, refreshes: 0, droppedRefreshes: 0,
      loadsInFlight: 0, droppedEvents: 0)
    let samples = try Self.samples(snapshot.prometheusText(cache: "c"))
    let tiers = samples.filter { $0.metric == "strata_hits_total" }.compactMap { $0.labels["tier"] }
    #expect(tiers == ["s", "s/m", "s/m-2"])
  }
}
