/// A page of cards, complete in itself: it loads pictures by https and nothing else.
enum HTMLPage {
  static func of(_ previews: [Preview]) -> String {
    let cards = previews.map { HTMLCard(preview: $0).html }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>Link previews</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <main>
      <h1>Link previews</h1>
      \(cards)</main>
      </body>
      </html>

      """
  }

  // A second line of defence behind the escaping: no scripts, frames, forms or plain-http pictures.
  private static let policy =
    "default-src 'none'; img-src https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  private static let style = """
    :root { color-scheme: light dark; --page: #f4f4f1; --card: #fff; --text: #1b1c1e;
      --soft: #5a5d63; --line: #d9d9d4; --mark: #0b57d0; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #131416; --card: #1e2023; --text: #ececee; --soft: #a9adb5;
        --line: #35383d; --mark: #8ab4f8; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--text);
      font: 16px/1.45 system-ui, sans-serif; }
    main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem; display: grid; gap: 1rem; }
    h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
      overflow: hidden; }
    .card a { display: block; color: inherit; text-decoration: none; }
    .card a:hover h2, .card a:focus-visible h2 { color: var(--mark); text-decoration: underline; }
    .card a:focus-visible { outline: 3px solid var(--mark); outline-offset: -3px; }
    .card img { display: block; width: 100%; height: auto; aspect-ratio: 1.91; object-fit: cover;
      background: var(--line); }
    .text { padding: .85rem 1rem 1rem; overflow-wrap: anywhere; }
    .site { margin: 0 0 .15rem; color: var(--soft); font-size: .85rem; }
    h2 { margin: 0; font-size: 1.1rem; line-height: 1.3; }
    .description { margin: .35rem 0 0; color: var(--soft); display: -webkit-box;
      -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
    .note { margin: .5rem 0 0; color: var(--soft); font-size: .85rem; font-style: italic; }
    """
}
