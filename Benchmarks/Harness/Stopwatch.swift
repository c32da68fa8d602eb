import Foundation

/// Reads the monotonic clock.
enum Stopwatch {
  @inline(__always)
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }
}
