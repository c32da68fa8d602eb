/// The pages of the sample site: each shows another way in which pages tell about themselves, or fail to.
enum SamplePages {
  /// A page's address, and what is served there.
  static let all: [(url: String, page: SampleServer.Page)] = news + blog + shop + live

  private static let news: [(url: String, page: SampleServer.Page)] = [
    // Open Graph in full.
    (
      "http://news.localhost/kite",
      .html(
        """
        <!DOCTYPE html><html lang="en"><head><title>Kite | Harbour News</title>
        <meta property="og:type" content="article">
        <meta property="og:title" content="The kite that came home">
        <meta property="og:description" content="Lost over the bay in May, it was found by a \
        ferry&rsquo;s crew &mdash; on the mast.">
        <meta property="og:image" content="http://news.localhost/pictures/kite.jpg">
        <meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
        <meta property="og:image:alt" content="A red kite on a ship's mast">
        <meta property="og:site_name" content="Harbour News"></head><body>…</body></html>
        """, headers: ["ETag": "\"kite-1\""])
    ),
    // No Open Graph: the tags for Twitter's cards stand in.
    (
      "http://news.localhost/tides",
      .html(
        """
        <!DOCTYPE html><title>Tides</title><meta name="twitter:card" content="summary">
        <meta name="twitter:title" content="High water at noon">
        <meta name="twitter:description" content="When to cross to the island, and when not to.">
        <meta name="twitter:image" content="/pictures/tides.png">
        <meta property="og:site_name" content="Harbour News">
        """)
    ),
    // A redirect; the card is that of where it leads to.
    (
      "http://news.localhost/old/ferry",
      SampleServer.Page(status: 301, headers: ["Location": "/news.localhost/ferry"])
    ),
    ("http://news.localhost/gone", SampleServer.Page(status: 404, body: Array("gone\n".utf8))),
  ]

  private static let blog: [(url: String, page: SampleServer.Page)] = [
    // Nothing but JSON-LD.
    (
      "http://blog.localhost/rice",
      .html(
        """
        <!DOCTYPE html><script type="application/ld+json">
        {"@context": "https://schema.org", "@graph": [
        {"@type": "WebSite", "name": "A Small Kitchen", "url": "http://blog.localhost/"},
        {"@type": "BlogPosting", "headline": "Rice, slowly",
        "description": "Forty minutes, a heavy pot, and the lid stays on.",
        "image": {"@type": "ImageObject", "url": "http://blog.localhost/rice.jpg"}}]}
        </script>
        """)
    ),
    ("http://blog.localhost/haiku", haiku),
    // Addresses relative to a base.
    (
      "http://blog.localhost/walks/heath",
      .html(
        """
        <!DOCTYPE html><base href="/media/2026/"><title>Over the heath</title>
        <meta name="description" content="Eleven kilometres, two stiles, one pub.">
        <link rel="image_src" href="../heath.jpg">
        """)
    ),
    (
      "http://blog.localhost/paper.pdf",
      SampleServer.Page(
        headers: ["Content-Type": "application/pdf"], body: Array("%PDF-1.7\n%…\n".utf8))
    ),
  ]

  private static let shop: [(url: String, page: SampleServer.Page)] = [
    (
      "http://shop.localhost/teapot?size=2",
      .html(
        """
        <!DOCTYPE html><meta property="og:title" content="Teapot &ldquo;Nr. 2&rdquo;, glass &amp; oak">
        <meta property="og:description" content="Holds 0.8 l &lt;hand-blown&gt;.">
        <meta property="og:image" content="//shop.localhost/teapot.webp">
        <meta property="og:site_name" content="Pot &amp; Pan">
        """)
    ),
    // A site that takes its time; what comes from the cache does not.
    (
      "http://shop.localhost/slow",
      SampleServer.Page.html(
        """
        <!DOCTYPE html><meta property="og:title" content="Worth the wait">
        <meta property="og:description" content="This page takes 400 ms to be made.">
        <meta property="og:site_name" content="Pot &amp; Pan">
        """
      ).delayed(by: .milliseconds(400))
    ),
  ]

  private static let live: [(url: String, page: SampleServer.Page)] = [
    // Asked again each second, and answered with 304 as long as it has not changed.
    (
      "http://live.localhost/score",
      .html(
        """
        <!DOCTYPE html><meta property="og:title" content="Rovers 2, Wanderers 1">
        <meta property="og:description" content="71st minute.">
        <meta property="og:site_name" content="Live Scores">
        """, headers: ["ETag": "\"2-1\""])
    )
  ]

  /// What the redirect leads to; it is not asked for by its own address.
  static let ferry = (
    url: "http://news.localhost/ferry",
    page: SampleServer.Page.html(
      """
      <!DOCTYPE html><meta property="og:title" content="The new ferry is late">
      <meta property="og:description" content="And the old one is full.">
      <meta property="og:image" content="pictures/ferry.jpg">
      <meta property="og:site_name" content="Harbour News">
      """)
  )
}

extension SampleServer.Page {
  fileprivate func delayed(by delay: Duration) -> SampleServer.Page {
    var page = self
    page.delay = delay
    return page
  }
}
