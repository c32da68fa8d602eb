/// Which ports a loader may connect to.
public enum AllowedPorts: Sendable, Hashable {
  /// 80, 443, 8080 and 8443: where web servers listen, and little else.
  public static let web = AllowedPorts.only([80, 443, 8080, 8443])

  /// These and no other.
  case only(Set<UInt16>)

  /// Every port. For tests on ports that the system picks; a stranger's URL could otherwise make the
  /// loader talk to a mail server or a database.
  case any

  /// Whether the port may be connected to.
  public func allows(_ port: UInt16) -> Bool {
    switch self {
    case .only(let ports): ports.contains(port)
    case .any: port != 0
    }
  }
}
