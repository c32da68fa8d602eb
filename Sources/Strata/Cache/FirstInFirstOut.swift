/// A queue: appended to at one end, taken from at the other, both in constant time on average.
struct FirstInFirstOut<Element> {
  // What was taken stays in the array until it is half of it.
  private var elements: [Element] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }

  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    let element = elements[start]
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: true)
      start = 0
    } else if start >= 64, start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    elements = elements[start...].filter { !isUnwanted($0) }
    start = 0
  }
}

extension FirstInFirstOut: Sendable where Element: Sendable {}
