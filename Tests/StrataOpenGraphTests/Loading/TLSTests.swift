import StrataOpenGraph
import Testing

@Suite(.enabled(if: TLSOrigin.isPossible, "it needs /usr/bin/openssl"))
struct LoadingOverTLSTests {
  @Test func aCertificateIsAcceptedOnlyFromAKnownAuthority() async throws {
    let origin = try TLSOrigin()
    defer { origin.stop() }
    let url = "https://127.0.0.1:\(origin.port)/"
    let trusting = loopbackLoader { $0.certificateAuthorities = origin.certificate }
    let page = try await trusting.load(PageRequest(url))
    #expect(text(page).contains("TLSv1.3"))
    let error = try await failure(loopbackLoader(), PageRequest(url))
    #expect(error.kind == .tlsFailed)
    #expect(!error.isDefinite)
    // A right certificate for another name is a wrong one.
    let name = try await failure(trusting, PageRequest("https://localhost:\(origin.port)/"))
    #expect(name.kind == .tlsFailed)
  }
}
