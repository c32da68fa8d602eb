import Strata
import Testing

@testable import StrataOpenGraph

@Suite struct LoadingPreviewImagesTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]

  private static let samples: [(PreviewImageType, [UInt8])] = [
    (.png, png),
    (.jpeg, [0xff, 0xd8, 0xff, 0xe0]),
    (.gif, Array("GIF89a......".utf8)),
    (.webp, Array("RIFF....WEBPVP8X".utf8)),
    (.avif, [0, 0, 0, 24] + Array("ftypavif....avifmif1".utf8)),
    (.avif, [0, 0, 0, 28] + Array("ftypmif1....miafheicavif".utf8)),
    (.ico, [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 9, 0, 0, 0, 22, 0, 0, 0]),
    (.svg, Array("\u{feff}<?xml version='1.0'?>\n<!-- a --> <!DOCTYPE svg>\n<svg>".utf8)),
  ]

  @Test func eachFormatIsKnownByItsFirstBytes() {
    for (type, bytes) in Self.samples {
      #expect(bytes.withUnsafeBytes { PreviewImageType($0) } == type)
    }
  }

  @Test func noBeginningCrashesOrDeceives() {
    for (type, bytes) in Self.samples {
      for count in 0..<bytes.count {
        let found = bytes.prefix(count).withUnsafeBytes { PreviewImageType($0) }
        #expect(found == nil || found == type)
      }
    }
    for text in ["<html><svg>", "GIF88a", "RIFF....WAVEfmt ", "....ftypheic....mif1", "<!-- "] {
      #expect(Array(text.utf8).withUnsafeBytes { PreviewImageType($0) } == nil)
    }
  }

  private func serve(
    _ bytes: [UInt8], as type: String, length: Int? = nil
  ) throws -> ScriptedOrigin {
    try ScriptedOrigin { _ in
      .script { connection, _ in
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(length ?? bytes.count)\r\n\r\n")
        connection.send(bytes)
      }
    }
  }

  @Test func theBytesDecideNotTheHeader() async throws {
    let origin = try serve(Self.png, as: "image/jpeg")
    defer { origin.stop() }
    let picture = try await PreviewImageLoader(loopbackLoader()).load(origin.url("/"))
    #expect(picture?.type == .png)
    #expect(picture?.bytes == Self.png)
  }

  @Test func whatIsNoPictureIsRefused() async throws {
    let origin = try serve(Array("<script>alert(1)</script>".utf8), as: "image/png")
    defer { origin.stop() }
    await #expect(throws: PageLoadError(.unsupportedContentType("image/png"), url: origin.url("/")))
    {
      try await PreviewImageLoader(loopbackLoader()).load(origin.url("/"))
    }
  }

  @Test func aPageIsRefusedAtItsHeader() async throws {
    let origin = try serve([], as: "text/html", length: 1000)
    defer { origin.stop() }
    await #expect(throws: PageLoadError(.unsupportedContentType("text/html"), url: origin.url("/")))
    {
      try await PreviewImageLoader(loopbackLoader()).load(origin.url("/"))
    }
  }

  @Test func aLongFileThatIsNoPictureIsNotReadToItsEnd() async throws {
    let origin = try ScriptedOrigin { _ in
      .script { connection, _ in
        connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
        connection.sendEndlessly(Array(repeating: 0x61, count: 4096))
      }
    }
    defer { origin.stop() }
    await #expect(throws: PageLoadError(.unsupportedContentType("image/png"), url: origin.url("/")))
    {
      try await PreviewImageLoader(loopbackLoader()).load(origin.url("/"))
    }
  }

  @Test func vectorsAreRefusedUnlessAskedFor() async throws {
    let origin = try serve(
      Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), as: "image/svg+xml")
    defer { origin.stop() }
    let url = origin.url("/")
    await #expect(throws: PageLoadError(.unsupportedContentType("image/svg+xml"), url: url)) {
      try await PreviewImageLoader(loopbackLoader()).load(url)
    }
    let all = Set(PreviewImageType.allCases)
    #expect(try await PreviewImageLoader(loopbackLoader(), types: all).load(url)?.type == .svg)
  }

  @Test func aPictureOverTheLimitIsRefusedWhole() async throws {
    let bytes = Self.png + Array(repeating: 0, count: 5000)
    let origin = try serve(bytes, as: "image/png")
    defer { origin.stop() }
    await #expect(throws: PageLoadError(.tooLarge(limit: 5000), url: origin.url("/"))) {
      try await PreviewImageLoader(loopbackLoader(), byteLimit: 5000).load(origin.url("/"))
    }
    let roomy = PreviewImageLoader(loopbackLoader(), byteLimit: bytes.count)
    #expect(try await roomy.load(origin.url("/"))?.bytes == bytes)
  }

  @Test func anUnchangedPictureIsNotSentAgain() async throws {
    let origin = try ScriptedOrigin {
      $0.header("If-None-Match") == "\"1\"" ? .answer(304) : .answer(404)
    }
    defer { origin.stop() }
    let loader = PreviewImageLoader(loopbackLoader())
    let picture = try await loader.load(origin.url("/"), validators: .init(entityTag: "\"1\""))
    #expect(picture == nil)
  }

  @Test func picturesPassTheSameGate() async throws {
    await #expect(throws: PageLoadError.self) {
      try await PreviewImageLoader(CurlPageLoader()).load("http://127.0.0.1/a.png")
    }
  }
}
