#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which proxy a request goes through.
///
/// The environment is read here and not left to libcurl, so that it is known of each connection
/// whether it goes to the proxy or to the host: the latter must pass the check of addresses.
struct ProxyRoute: Sendable {
  private var http: String?
  private var https: String?
  private var direct: [String] = []

  init(_ proxy: CurlPageLoader.Configuration.Proxy) {
    switch proxy {
    case .none: self.init { _ in nil }
    // The URL stands for every variable but the exceptions.
    case .url(let url): self.init { $0 == "all_proxy" ? url : nil }
    // getenv is not safe beside setenv; it is called once, when a loader is made.
    case .environment: self.init { name in getenv(name).map { String(cString: $0) } }
    }
  }

  /// By variables as libcurl knows them. `HTTP_PROXY` is not one: in a CGI program it is a request's
  /// own header.
  init(variable: (String) -> String?) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap(variable).first { !$0.isEmpty }
    }
    let all = first("all_proxy", "ALL_PROXY")
    http = first("http_proxy") ?? all
    https = first("https_proxy", "HTTPS_PROXY") ?? all
    let exceptions = first("no_proxy", "NO_PROXY") ?? ""
    direct = exceptions.split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// The proxy for a target; nil when it is asked directly.
  func proxy(for target: LoadTarget) -> String? {
    guard let proxy = target.scheme == "https" ? https : http else { return nil }
    return direct.contains { Self.covers($0, target.host) } ? nil : proxy
  }

  private static func covers(_ exception: String, _ host: String) -> Bool {
    if exception == "*" { return true }
    if let address = IPAddress(host) { return IPNetwork(exception)?.contains(address) ?? false }
    let domain = exception.drop { $0 == "." }
    return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
  }
}
