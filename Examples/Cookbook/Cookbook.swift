// What Docs/Cookbook.md shows, run once each.
//
//     swift run Cookbook
import Strata

@main
enum Cookbook {
  static func main() async throws {
    try await Bulk.run()
    try await Memoization.run()
    try await Tiers.run()
    try await Running.run()
  }
}
