extension TransferLoop {
  /// What the loop needs of a loader's configuration.
  struct Settings: Sendable {
    let userAgent: String
    /// Nil: as the environment says; empty: none.
    let proxy: String?
    /// Nil when a proxy is asked for, whose address is the operator's own business.
    let connectionPolicy: AddressPolicy?
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
      switch configuration.proxy {
      case .none:
        proxy = ""
        connectionPolicy = configuration.addresses
      case .environment:
        proxy = nil
        connectionPolicy = nil
      case .url(let url):
        proxy = url
        connectionPolicy = nil
      }
    }
  }
}
