import StrataTesting
import Testing

@testable import Strata

@Suite struct FrequencySketchTests {
  private func hashes(_ count: Int, seed: UInt64 = 1) -> [UInt64] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in random.next() }
  }

  @Test func anEstimateIsNeverTooLowAndSeldomTooHigh() {
    var sketch = FrequencySketch(capacity: 1_000)
    let hashes = hashes(1_000)
    for (number, hash) in hashes.enumerated() {
      for _ in 0..<number % 5 { sketch.note(hash) }
    }
    var high = 0
    for (number, hash) in hashes.enumerated() {
      let estimate = sketch.frequency(of: hash)
      #expect(estimate >= number % 5)
      if estimate > number % 5 { high += 1 }
    }
    #expect(high < 100)
  }

  @Test func countersStopAtTheMost() {
    var sketch = FrequencySketch()
    for _ in 0..<100 { sketch.note(42) }
    #expect(sketch.frequency(of: 42) == FrequencySketch.most)
  }

  @Test func whatWasFrequentLongAgoIsForgotten() {
    var sketch = FrequencySketch()
    for _ in 0..<15 { sketch.note(42) }
    for hash in hashes(sketch.capacity * 50) { sketch.note(hash) }
    #expect(sketch.frequency(of: 42) <= 4)
  }

  @Test func growingChangesNoEstimate() {
    var sketch = FrequencySketch()
    let hashes = hashes(60)
    for (number, hash) in hashes.enumerated() {
      for _ in 0..<number % 8 { sketch.note(hash) }
    }
    let before = hashes.map { sketch.frequency(of: $0) }
    sketch.grow(to: 5_000)
    #expect(sketch.capacity >= 5_000)
    #expect(hashes.map { sketch.frequency(of: $0) } == before)
  }
}
