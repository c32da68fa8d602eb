import CPSL

/// The part of a host name that somebody can register: the public suffix and one label before it, by the
/// Public Suffix List (publicsuffix.org), as libpsl has it built in.
///
/// ```swift
/// RegistrableDomain.of("www.example.co.uk")     // example.co.uk
/// RegistrableDomain.of("alice.github.io")       // alice.github.io
/// RegistrableDomain.of("co.uk")                 // nil: a suffix itself
///
/// DomainPartitionedCacheManager(groupedBy: .registrableDomain) { … }
/// ```
///
/// The list's private part (`github.io`, `blogspot.com`) counts. Of a suffix that the list does not know,
/// the last label is taken. The list is of the day that the system's library was built; where the library
/// has none built in, the newest that the system has is used.
public enum RegistrableDomain {
  // The list is read only after it was loaded, and never freed: libpsl documents look-ups in it as safe from
  // several threads. A pointer as a number is Sendable.
  private static let list: UInt? = {
    if let builtin = psl_builtin() { return UInt(bitPattern: builtin) }
    return psl_latest(nil).map { UInt(bitPattern: $0) }
  }()

  /// Whether the system has a list.
  public static var isAvailable: Bool { list != nil }

  /// The registrable domain of a host in normal form: lower case, an international name in its ASCII form,
  /// as hosts of a `CacheKey` are.
  ///
  /// - Returns: Nil for addresses, single labels, public suffixes, what is no host name, and without a list.
  ///   A final dot is kept.
  public static func of(_ host: String) -> String? {
    guard let list, let handle = OpaquePointer(bitPattern: list), isHostName(host) else {
      return nil
    }
    let isRooted = host.utf8.last == UInt8(ascii: ".")
    let name = isRooted ? String(host.dropLast()) : host
    guard !isAddress(name) else { return nil }
    // The result points into the argument, which must live as long.
    return name.withCString { start in
      guard let found = psl_registrable_domain(handle, start) else { return nil }
      let domain = String(cString: found)
      // Without a dot it is the suffix of the list's default rule alone.
      guard domain.utf8.contains(UInt8(ascii: ".")) else { return nil }
      return isRooted ? "\(domain)." : domain
    }
  }

  /// Whether the text is dot-separated labels of letters, digits and hyphens or underscores; C strings end
  /// at a zero byte.
  private static func isHostName(_ text: String) -> Bool {
    guard (1...254).contains(text.utf8.count), text.utf8.first != UInt8(ascii: ".") else {
      return false
    }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        break
      case UInt8(ascii: ".") where previous != byte: break
      default: return false
      }
      previous = byte
    }
    return true
  }

  /// Whether the last label is a number, which no top-level domain is: an IPv4 address. One of version 6 has
  /// brackets and is no host name.
  private static func isAddress(_ name: String) -> Bool {
    let label = name.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }
    return label.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}
