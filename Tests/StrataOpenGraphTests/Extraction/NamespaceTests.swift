import Testing

@testable import StrataOpenGraph

@Suite("The namespaces of ogp.me")
struct NamespaceTests {
  @Test("Basic and optional properties")
  func basics() throws {
    let data = try extract(
      head: og("og:type", "article") + og("og:determiner", "the") + og("og:locale", "en_GB")
        + og("og:locale:alternate", "fr_FR") + og("og:locale:alternate", "es_ES")
        + og("og:site_name", "Site") + og("og:audio", "/s.mp3") + og("og:audio:type", "audio/mpeg"))
    #expect(data.type == "article")
    #expect(data.determiner == "the")
    #expect(data.locale == "en_GB")
    #expect(data.alternateLocales == ["fr_FR", "es_ES"])
    #expect(data.siteName == "Site")
    #expect(data.audios.map(\.type) == ["audio/mpeg"])
  }

  @Test("Article")
  func article() throws {
    let article = try #require(
      extract(
        head: og("article:published_time", "2026-01-02") + og("article:modified_time", "2026-01-03")
          + og("article:expiration_time", "2027") + og("article:author", "A")
          + og("article:author", "B") + og("article:author", "A") + og("article:section", "S")
          + og("article:tag", "x") + og("article:tag", "y")
      ).article)
    #expect(article.publishedTime == "2026-01-02")
    #expect(article.modifiedTime == "2026-01-03")
    #expect(article.expirationTime == "2027")
    #expect(article.authors == ["A", "B"])
    #expect(article.section == "S")
    #expect(article.tags == ["x", "y"])
  }

  @Test("Book and profile")
  func bookAndProfile() throws {
    let data = try extract(
      head: og("book:author", "A") + og("book:isbn", "1") + og("book:release_date", "1999")
        + og("book:tag", "t") + og("profile:first_name", "F") + og("profile:last_name", "L")
        + og("profile:username", "u") + og("profile:gender", "g"))
    #expect(data.book?.authors == ["A"])
    #expect(data.book?.isbn == "1")
    #expect(data.book?.releaseDate == "1999")
    #expect(data.book?.tags == ["t"])
    #expect(data.profile?.firstName == "F")
    #expect(data.profile?.lastName == "L")
    #expect(data.profile?.username == "u")
    #expect(data.profile?.gender == "g")
  }

  @Test("Music, with places on albums")
  func music() throws {
    let music = try #require(
      extract(
        head: og("music:duration", "215") + og("music:album", "/a") + og("music:album:disc", "1")
          + og("music:album:track", "7") + og("music:song", "/s") + og("music:song:track", "2")
          + og("music:song", "/t") + og("music:musician", "/m") + og("music:creator", "/c")
          + og("music:release_date", "2001")
      ).music)
    #expect(music.duration == 215)
    #expect(music.albums.map(\.disc) == [1])
    #expect(music.albums.map(\.track) == [7])
    #expect(music.songs.map(\.url) == ["/s", "/t"])
    #expect(music.songs.map(\.track) == [2, nil])
    #expect(music.musicians == ["/m"])
    #expect(music.creators == ["/c"])
    #expect(music.releaseDate == "2001")
  }

  @Test("Video, with roles, also under og:video")
  func video() throws {
    let video = try #require(
      extract(
        head: og("video:actor", "/p") + og("video:actor:role", "R") + og("video:actor", "/q")
          + og("video:director", "/d") + og("video:writer", "/w") + og("video:duration", "5400")
          + og("video:release_date", "2002") + og("og:video:tag", "t") + og("video:series", "/s")
      ).video)
    #expect(video.actors.map(\.profile) == ["/p", "/q"])
    #expect(video.actors.map(\.role) == ["R", nil])
    #expect(video.directors == ["/d"])
    #expect(video.writers == ["/w"])
    #expect(video.duration == 5400)
    #expect(video.tags == ["t"])
    #expect(video.series == "/s")
  }

  @Test("Names may be written out as RDFa allows")
  func fullNames() throws {
    let data = try extract(
      head: og("http://ogp.me/ns#title", "T") + og("https://ogp.me/ns/article#section", "S")
        + og("http://example.com/ns#description", "D"))
    #expect(data.title == "T")
    #expect(data.article?.section == "S")
    #expect(data.description == nil)
  }

  @Test("A number that is none is left out", arguments: ["PT5M", "-1", "5:30", "1e3"])
  func badNumbers(text: String) throws {
    #expect(try extract(head: og("music:duration", text)).music?.duration == nil)
  }
}
