/// URLs as link cards meet them: a few hosts with much, many with little; paths of words; now and then a
/// query. 50 to 110 bytes, 75 on average.
enum URLKeys {
  private static let words = [
    "news", "blog", "articles", "world", "science", "posts", "story", "video", "market", "culture",
    "how", "to", "build", "the", "best", "cache", "guide", "review", "update", "release", "winter",
    "summer", "city", "team", "travel", "music", "open", "source", "data", "energy",
  ]
  private static let endings = ["com", "org", "net", "co.uk", "de", "io", "jp"]

  static func make(_ index: Int) -> String {
    var random = FastRandom(seed: UInt64(index) &* 7 &+ 1)
    let word = { (random: inout FastRandom) in words[Int(random.next() % UInt64(words.count))] }
    let site = Int(random.next() % 97)
    var text = "https://www.\(words[site % words.count])-\(site).\(endings[site % endings.count])"
    text += "/\(word(&random))/2026/\(1 + random.next() % 12)"
    text += "/\(word(&random))-\(word(&random))-\(word(&random))-\(word(&random))-\(index)"
    if random.next() % 4 == 0 { text += "?id=\(index)&ref=\(word(&random))" }
    return text
  }

  static func make(count: Int) -> [String] { (0..<count).map { make($0) } }
}
