import Foundation

/// The machine and program that figures were made by.
struct Environment: Codable, Sendable {
  var system: String
  var processor: String
  var cores: Int
  var memory: Int
  var load: Double
  var date: String
  var swift: String

  static var current: Environment {
    let info = ProcessInfo.processInfo
    var load = [Double](repeating: 0, count: 3)
    getloadavg(&load, 3)
    return Environment(
      system: info.operatingSystemVersionString, processor: processorName,
      cores: info.activeProcessorCount, memory: Int(info.physicalMemory), load: load[0],
      date: Date().formatted(.iso8601), swift: swiftVersion)
  }

  var description: String {
    """
    \(processor), \(cores) cores, \(memory >> 30) GiB, \(system), Swift \(swift), load \
    \(load.rounded(toPlaces: 1)), \(date)
    """
  }

  private static var processorName: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "unknown processor"
  }

  private static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

extension Double {
  func rounded(toPlaces places: Int) -> String { String(format: "%.\(places)f", self) }
}
