import Foundation

/// `swift run -c release benchmarks`: what a hit, a write, an eviction and a stampede cost, beside what one
/// would use instead.
@main
enum Benchmarks {
  static func main() async throws {
    #if DEBUG
      print("A debug build's figures mean nothing: swift run -c release benchmarks")
      exit(1)
    #else
      do { try await run() } catch let error as ArgumentError {
        FileHandle.standardError.write(Data("benchmarks: \(error)\n\n\(Arguments.usage)".utf8))
        exit(64)
      } catch let error as TraceError {
        FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
        exit(66)
      }
    #endif
  }

  private static func run() async throws {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    if arguments.isHelp {
      print(Arguments.usage)
      for scenario in Scenarios.all { print("  \(scenario.name): \(scenario.summary)") }
      return
    }
    let known = Scenarios.all.map { $0.name }
    if let unknown = arguments.names.first(where: { !known.contains($0) }) {
      throw ArgumentError("no scenario \(unknown); there are \(known.joined(separator: ", "))")
    }
    var report = Report(isMarkdown: arguments.isMarkdown)
    print(report.environment.description)
    print(
      """
      Times: median [10 %–90 %] of interleaved batches; ratios batch by batch. Latencies: each operation \
      timed alone, less what the clock and an empty call cost.
      """)
    for scenario in Scenarios.all
    where arguments.names.contains(scenario.name)
      || (arguments.names.isEmpty && !scenario.isOnRequest)
    {
      try await scenario.run(arguments, &report)
    }
    report.finish()
    if let path = arguments.json { try report.write(to: path) }
    if let path = arguments.compare { print(report.comparison(with: try Report(contentsOf: path))) }
  }
}
