import Foundation
import FuzzTargets
import Testing

/// What the fuzzer kept: each input once more. `Scripts/fuzz` looks for new ones.
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func `every kept input keeps what is promised`(_ target: FuzzTarget) throws {
    let directory = try #require(
      Bundle.module.url(forResource: "Corpus/\(target.rawValue)", withExtension: nil))
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    #expect(files.count >= 20, "the corpus of \(target.rawValue) is gone")
    for file in files {
      let bytes = try Data(contentsOf: file)
      do { try bytes.withUnsafeBytes { try target.check($0) } } catch {
        Issue.record("\(file.lastPathComponent): \(error)")
      }
    }
  }
}
