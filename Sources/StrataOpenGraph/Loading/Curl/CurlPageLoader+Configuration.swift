extension CurlPageLoader {
  /// The settings of a loader. They are fixed when the loader is made.
  public struct Configuration: Sendable {
    /// Which proxy to go through.
    public enum Proxy: Sendable, Hashable {
      /// None, whatever the environment says.
      case none
      /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say when the loader is made.
      ///
      /// For a host that is asked through the proxy, the name is looked up by the proxy, and it is
      /// the proxy's address that is connected to: the check of addresses then covers only hosts
      /// that are given as an address. The proxy itself must keep strangers' URLs out of its network.
      case environment
      /// The one at this URL, with the same consequence.
      case url(String)
    }

    /// What the loader calls itself. Default: `Strata/1.0 (link preview)`.
    ///
    /// Sites block clients that they cannot reach: name yours and give a contact, for instance
    /// `ExampleChat/2.1 (link preview; +https://chat.example/bot)`.
    public var userAgent = "Strata/1.0 (link preview)"

    /// The `Accept-Language` header; nil sends none. Default: nil.
    public var acceptLanguage: String?

    /// The addresses that may be connected to. Default: `.publicInternet`.
    public var addresses = AddressPolicy.publicInternet

    /// The ports that may be connected to. Default: `.web`.
    public var allowedPorts = AllowedPorts.web

    /// The hosts that may be asked, by name. Default: `.all`.
    public var hosts = HostFilter.all

    /// The proxy. Default: `.none`.
    public var proxy = Proxy.none

    /// A file of CA certificates in PEM form instead of the system's. Default: nil.
    public var certificateAuthorities: String?

    /// How many redirects one load follows. Default: 5.
    public var redirectLimit = 5

    /// How long a connection may take, with name look-up and TLS. Default: 5 seconds.
    public var connectTimeLimit = Duration.seconds(5)

    /// The most bytes of header in one answer, interim answers included. Default: 64 KiB.
    public var headerByteLimit = 64 << 10

    /// The least number of body bytes that must come within each `speedWindow`. Default: 256. Zero
    /// switches the check off.
    public var minimumBytesPerWindow = 256

    /// See `minimumBytesPerWindow`. Counted from the end of the header. Default: 5 seconds.
    public var speedWindow = Duration.seconds(5)

    /// How many transfers run at a time, and what one host is asked. See `LoadManners`.
    public var manners = LoadManners()

    /// Whether robots.txt is read and followed. Default: false, as a preview is made for a person
    /// who has named the page.
    public var respectsRobots = false

    /// How long robots.txt may take. Default: 5 s; a site that takes longer counts as failing.
    public var robotsTimeLimit = Duration.seconds(5)

    /// The name looked for in robots.txt. Default: `Strata`.
    public var robotsName = "Strata"

    public init() {}

    /// For a site on this machine, such as a test's: loopback is allowed, on any port.
    public static var loopback: Configuration {
      var configuration = Configuration()
      configuration.addresses = .allowLoopback
      configuration.allowedPorts = .any
      return configuration
    }
  }
}
