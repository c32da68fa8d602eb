import Testing

@testable import StrataOpenGraph

@Suite struct LoadingAddressPolicyTests {
  @Test(
    "addresses that no public page lives at are refused by name",
    arguments: [
      ("0.0.0.0", "RFC 791"), ("10.0.0.0", "RFC 1918"), ("10.255.255.255", "RFC 1918"),
      ("100.64.0.1", "RFC 6598"), ("100.127.255.255", "RFC 6598"), ("127.0.0.1", "RFC 1122"),
      ("127.255.255.254", "RFC 1122"), ("169.254.169.254", "RFC 3927"), ("172.16.0.1", "RFC 1918"),
      ("172.31.255.255", "RFC 1918"), ("192.0.0.192", "RFC 6890"), ("192.0.2.1", "RFC 5737"),
      ("192.88.99.1", "RFC 7526"), ("192.168.1.1", "RFC 1918"), ("198.18.0.1", "RFC 2544"),
      ("198.19.255.255", "RFC 2544"), ("198.51.100.7", "RFC 5737"), ("203.0.113.9", "RFC 5737"),
      ("224.0.0.251", "RFC 5771"), ("239.255.255.250", "RFC 5771"), ("240.0.0.1", "RFC 1112"),
      ("255.255.255.255", "RFC 8190"), ("168.63.129.16", "Azure"), ("::", "RFC 4291"),
      ("::1", "Loopback"), ("::127.0.0.1", "compatible"), ("::ffff:127.0.0.1", "mapped"),
      ("::ffff:8.8.8.8", "mapped"), ("::ffff:0:8.8.8.8", "translated"),
      ("64:ff9b::10.0.0.1", "RFC 1918"), ("64:ff9b::169.254.169.254", "RFC 3927"),
      ("64:ff9b:1::8.8.8.8", "RFC 8215"), ("100::1", "Discard"), ("2001::1", "Teredo"),
      ("2001:2::1", "Benchmarking"), ("2001:10::1", "ORCHID"), ("2001:20::1", "ORCHIDv2"),
      ("2001:db8::1", "Documentation"), ("2001:1ff:ffff::1", "Protocol Assignments"),
      ("2002:7f00:1::", "6to4"), ("2002:808:808::", "6to4"), ("3fff::1", "Documentation"),
      ("5f00::1", "SRv6"), ("fc00::1", "Unique-Local"), ("fd00:ec2::254", "Unique-Local"),
      ("fe80::1", "Link-Local"), ("fec0::1", "Site-Local"), ("ff02::1", "Multicast"),
      ("4000::1", "Reserved"), ("1::1", "Reserved"), ("ffff::", "Multicast"),
    ])
  func specialAddressesAreRefused(text: String, reason: String) throws {
    let address = try #require(IPAddress(text))
    let refusal = try #require(AddressPolicy.publicInternet.refusal(of: address))
    #expect(refusal.contains(reason))
  }

  @Test(
    "public addresses, also those beside a special network, are let through",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
      "126.255.255.255", "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0",
      "192.0.1.1", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
      "223.255.255.1",
      "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "64:ff9b::8.8.8.8",
      "3ffe::1",
    ])
  func publicAddressesPass(text: String) throws {
    #expect(AddressPolicy.publicInternet.refusal(of: try #require(IPAddress(text))) == nil)
  }

  @Test func exceptionsAreExact() throws {
    let policy = AddressPolicy(allowed: [try #require(IPNetwork("10.1.0.0/16"))])
    #expect(policy.refusal(of: try #require(IPAddress("10.1.2.3"))) == nil)
    #expect(policy.refusal(of: try #require(IPAddress("10.2.0.0"))) != nil)
    #expect(policy.refusal(of: try #require(IPAddress("::ffff:10.1.2.3"))) != nil)
  }

  @Test func aDeniedIPv4NetworkIsDeniedInsideIPv6Too() throws {
    var policy = AddressPolicy(denied: [try #require(IPNetwork("8.8.8.0/24"))])
    policy.allowed = [try #require(IPNetwork("::/0")), try #require(IPNetwork("0.0.0.0/0"))]
    for text in ["8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"] {
      #expect(policy.refusal(of: try #require(IPAddress(text))) != nil)
    }
    #expect(policy.refusal(of: try #require(IPAddress("8.8.9.8"))) == nil)
  }

  @Test func loopbackIsAllowedOnlyWhereSaid() throws {
    for text in ["127.0.0.1", "127.9.9.9", "::1"] {
      #expect(AddressPolicy.allowLoopback.refusal(of: try #require(IPAddress(text))) == nil)
    }
    #expect(AddressPolicy.allowLoopback.refusal(of: try #require(IPAddress("10.0.0.1"))) != nil)
  }

  @Test(
    arguments: [
      ("1.2.3.4", "1.2.3.4"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
      ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:0:2:0:0:0:3:0", "1:0:2::3:0"),
      ("1:2:3:4:5:6:0:8", "1:2:3:4:5:6:0:8"), ("::ffff:1.2.3.4", "::ffff:102:304"),
    ])
  func addressesAreWrittenInOneForm(text: String, form: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == form)
    #expect(IPAddress(form) == address)
    #expect(IPAddress(bytes: address.bytes) == address)
  }

  @Test(
    arguments: ["", "1.2.3", "1.2.3.256", "0x7f.0.0.1", "01.2.3.4", ":::", "[::1]", "::1%1", "a"])
  func whatIsNoAddressIsNone(text: String) {
    #expect(IPAddress(text) == nil)
    #expect(IPNetwork(text) == nil)
  }

  @Test func networksAreParsedStrictly() throws {
    #expect(IPNetwork("10.9.9.9/8")?.description == "10.0.0.0/8")
    #expect(IPNetwork("10.0.0.1")?.prefixLength == 32)
    #expect(IPNetwork("0.0.0.0/0")?.contains(try #require(IPAddress("255.1.1.1"))) == true)
    #expect(IPNetwork("0.0.0.0/0")?.contains(try #require(IPAddress("::1"))) == false)
    for text in ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "::/+1"] {
      #expect(IPNetwork(text) == nil)
    }
  }
}
