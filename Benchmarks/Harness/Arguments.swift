import Foundation

/// What the program was asked to do.
struct Arguments {
  var names: [String] = []
  var threads = [1, 2]
  var seconds = 2.0
  var isQuick = false
  var isMarkdown = false
  var json: String?
  var compare: String?
  var traces: String?
  var isHelp = false

  static let usage = """
    usage: swift run -c release benchmarks [NAME…] [options]

      --threads 1,2     how many threads use a cache at once (8 is over-subscribed on most machines)
      --seconds N       how long each comparison runs (default 2)
      --quick           small sizes and 0.2 s each: to see that all works, not to quote
      --json FILE       write the figures
      --markdown        print tables for a page
      --compare FILE    beside the figures of an earlier --json
      --traces DIR      play the traces listed in DIR/reference-hits.txt in place of the built-in ones; needs
                        gzip and xz

    """

  init(_ words: [String]) throws(ArgumentError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--threads":
        let text = try Self.value(of: word, from: &rest)
        threads = text.split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 && $0 <= 256 }
        if threads.isEmpty { throw ArgumentError("--threads wants numbers, as in 1,2: \(text)") }
      case "--seconds":
        let text = try Self.value(of: word, from: &rest)
        guard let number = Double(text), number > 0, number < 3_600 else {
          throw ArgumentError("--seconds wants a number over 0: \(text)")
        }
        seconds = number
      case "--quick":
        isQuick = true
        seconds = 0.2
      case "--markdown": isMarkdown = true
      case "--json": json = try Self.value(of: word, from: &rest)
      case "--compare": compare = try Self.value(of: word, from: &rest)
      case "--traces": traces = try Self.value(of: word, from: &rest)
      case "--help", "-h": isHelp = true
      case _ where word.hasPrefix("-"): throw ArgumentError("unknown option \(word)")
      default: names.append(word)
      }
    }
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>
  ) throws(ArgumentError) -> String {
    guard let value = rest.popFirst() else { throw ArgumentError("\(option) wants a value") }
    return value
  }
}

/// What is wrong with the command line.
struct ArgumentError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
