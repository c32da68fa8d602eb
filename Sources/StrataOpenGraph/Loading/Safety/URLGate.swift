/// What can be told from a URL alone about whether it may be fetched.
///
/// The address is judged again when it is connected to: that check is the one that counts, since a
/// name tells nothing. This one only spares the way to it.
struct URLGate: Sendable {
  let hosts: HostFilter
  let ports: AllowedPorts
  let addresses: AddressPolicy

  /// The target, or why it may not be fetched.
  func admit(
    _ text: String, relativeTo base: LoadTarget? = nil
  ) throws(PageLoadError) -> LoadTarget {
    guard text.utf8.count <= Self.longestURL else {
      throw PageLoadError(
        .invalidURL("it is longer than \(Self.longestURL) bytes"), url: String(text.prefix(200)))
    }
    guard let target = LoadTarget(text, relativeTo: base) else {
      throw PageLoadError(.invalidURL("it is malformed or has no host"), url: text)
    }
    if let kind = refusal(of: target) {
      throw PageLoadError(
        kind, url: target.hasCredentials ? Self.withoutSecrets(target) : target.url)
    }
    return target
  }

  static let longestURL = 8192

  private func refusal(of target: LoadTarget) -> PageLoadError.Kind? {
    guard target.scheme == "http" || target.scheme == "https" else {
      return .forbiddenScheme(target.scheme)
    }
    if target.hasCredentials { return .credentialsInURL }
    if target.host.isEmpty { return .invalidURL("the host is missing") }
    if !hosts.allows(target.host) { return .forbiddenHost(target.host) }
    if !ports.allows(target.port) { return .forbiddenPort(target.port) }
    if let address = IPAddress(target.host), let network = addresses.refusal(of: address) {
      return .blockedAddress(address: address.description, network: network)
    }
    return nil
  }

  // Errors end in logs, where a password has no place.
  private static func withoutSecrets(_ target: LoadTarget) -> String {
    "\(target.origin)/…"
  }
}
