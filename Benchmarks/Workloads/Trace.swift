/// A sequence of requests for keys, which are numbered in the order in which they are first asked for.
struct Trace: Sendable {
  let name: String
  let requests: [Int32]
  let keyCount: Int
  /// The sizes of cache that it is played at.
  let capacities: [Int]

  init(_ name: String, _ keys: [Int], capacities: [Int]) {
    self.name = name
    self.capacities = capacities
    var numbers: [Int: Int32] = [:]
    requests = keys.map { key in
      if let number = numbers[key] { return number }
      let number = Int32(numbers.count)
      numbers[key] = number
      return number
    }
    keyCount = numbers.count
  }
}
