public import Foundation

/// `10.days` and its like, in seconds.
extension BinaryInteger {
  public var seconds: TimeInterval { TimeInterval(self) }
  public var minutes: TimeInterval { seconds * 60 }
  public var hours: TimeInterval { minutes * 60 }
  public var days: TimeInterval { hours * 24 }
  public var weeks: TimeInterval { days * 7 }
}
