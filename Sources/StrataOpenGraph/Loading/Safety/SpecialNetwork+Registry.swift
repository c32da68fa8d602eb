extension SpecialNetwork {
  /// IANA's special-purpose address registries for IPv4 and IPv6, the multicast and reserved blocks,
  /// and one public address that is private to a cloud.
  ///
  /// Also listed are the blocks that the registries call globally reachable (anycast services, 6to4
  /// relays, sinks of reverse name look-ups): they carry protocols, no pages.
  /// https://www.iana.org/assignments/iana-ipv4-special-registry
  /// https://www.iana.org/assignments/iana-ipv6-special-registry
  public static let all: [SpecialNetwork] = ipv4 + ipv6

  private static let ipv4: [SpecialNetwork] = [
    entry("0.0.0.0/8", "This network", "RFC 791"),
    entry("10.0.0.0/8", "Private-Use", "RFC 1918"),
    entry("100.64.0.0/10", "Shared Address Space", "RFC 6598"),
    entry("127.0.0.0/8", "Loopback", "RFC 1122"),
    // Holds 169.254.169.254, where clouds hand out their machines' credentials.
    entry("169.254.0.0/16", "Link Local", "RFC 3927"),
    entry("172.16.0.0/12", "Private-Use", "RFC 1918"),
    entry("192.0.0.0/24", "IETF Protocol Assignments", "RFC 6890"),
    entry("192.0.0.0/29", "IPv4 Service Continuity Prefix", "RFC 7335"),
    entry("192.0.0.9/32", "Port Control Protocol Anycast", "RFC 7723"),
    entry("192.0.0.10/32", "Traversal Using Relays around NAT Anycast", "RFC 8155"),
    entry("192.0.0.170/31", "NAT64/DNS64 Discovery", "RFC 7050"),
    entry("192.0.2.0/24", "Documentation (TEST-NET-1)", "RFC 5737"),
    entry("192.31.196.0/24", "AS112-v4", "RFC 7535"),
    entry("192.52.193.0/24", "AMT", "RFC 7450"),
    entry("192.88.99.0/24", "Deprecated (6to4 Relay Anycast)", "RFC 7526"),
    entry("192.168.0.0/16", "Private-Use", "RFC 1918"),
    entry("192.175.48.0/24", "Direct Delegation AS112 Service", "RFC 7534"),
    entry("198.18.0.0/15", "Benchmarking", "RFC 2544"),
    entry("198.51.100.0/24", "Documentation (TEST-NET-2)", "RFC 5737"),
    entry("203.0.113.0/24", "Documentation (TEST-NET-3)", "RFC 5737"),
    entry("224.0.0.0/4", "Multicast", "RFC 5771"),
    entry("240.0.0.0/4", "Reserved", "RFC 1112"),
    entry("255.255.255.255/32", "Limited Broadcast", "RFC 8190"),
    // Routed to the host from inside Azure only, for any tenant's machine.
    entry("168.63.129.16/32", "Azure platform services", "Azure Virtual Network documentation"),
  ]

  private static let ipv6: [SpecialNetwork] = [
    entry("::/128", "Unspecified Address", "RFC 4291"),
    entry("::1/128", "Loopback Address", "RFC 4291"),
    entry("::/96", "IPv4-compatible Address", "RFC 4291"),
    entry("::ffff:0:0/96", "IPv4-mapped Address", "RFC 4291"),
    entry("::ffff:0:0:0/96", "IPv4-translated Address", "RFC 2765"),
    entry("64:ff9b:1::/48", "IPv4-IPv6 Translation, local use", "RFC 8215"),
    entry("100::/64", "Discard-Only Address Block", "RFC 6666"),
    entry("100:0:0:1::/64", "Dummy IPv6 Prefix", "RFC 9780"),
    entry("2001::/23", "IETF Protocol Assignments", "RFC 2928"),
    entry("2001::/32", "Teredo", "RFC 4380"),
    entry("2001:1::1/128", "Port Control Protocol Anycast", "RFC 7723"),
    entry("2001:1::2/128", "Traversal Using Relays around NAT Anycast", "RFC 8155"),
    entry("2001:1::3/128", "DNS-SD Service Registration Protocol Anycast", "RFC 9665"),
    entry("2001:2::/48", "Benchmarking", "RFC 5180"),
    entry("2001:3::/32", "AMT", "RFC 7450"),
    entry("2001:4:112::/48", "AS112-v6", "RFC 7535"),
    entry("2001:10::/28", "Deprecated (ORCHID)", "RFC 4843"),
    entry("2001:20::/28", "ORCHIDv2", "RFC 7343"),
    entry("2001:30::/28", "Drone Remote ID Protocol Entity Tags", "RFC 9374"),
    entry("2001:db8::/32", "Documentation", "RFC 3849"),
    entry("2002::/16", "6to4", "RFC 3056"),
    entry("2620:4f:8000::/48", "Direct Delegation AS112 Service", "RFC 7534"),
    entry("3fff::/20", "Documentation", "RFC 9637"),
    entry("5f00::/16", "Segment Routing (SRv6) SIDs", "RFC 9602"),
    entry("fc00::/7", "Unique-Local", "RFC 4193"),
    entry("fe80::/10", "Link-Local Unicast", "RFC 4291"),
    entry("fec0::/10", "Site-Local Unicast (deprecated)", "RFC 3879"),
    entry("ff00::/8", "Multicast", "RFC 4291"),
  ]
}
