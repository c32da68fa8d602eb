extension TransferLoop {
  /// What the loop needs of a loader's configuration.
  struct Settings: Sendable {
    let userAgent: String
    let proxies: ProxyRoute
    let addresses: AddressPolicy
    let certificateAuthorities: String?
    let connectTimeLimit: Duration
    let minimumBytesPerWindow: Int
    let speedWindow: Duration
    let manners: LoadManners

    init(_ configuration: CurlPageLoader.Configuration) {
      userAgent = configuration.userAgent.isHeaderValue ? configuration.userAgent : "Strata/1.0"
      certificateAuthorities = configuration.certificateAuthorities
      connectTimeLimit = configuration.connectTimeLimit
      minimumBytesPerWindow = configuration.minimumBytesPerWindow
      speedWindow = configuration.speedWindow
      manners = configuration.manners
      proxies = ProxyRoute(configuration.proxy)
      addresses = configuration.addresses
    }
  }
}
