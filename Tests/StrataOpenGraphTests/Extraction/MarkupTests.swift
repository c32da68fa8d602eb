import Testing

@testable import StrataOpenGraph

@Suite("Markup")
struct MarkupTests {
  @Test(
    "Tags that are no part of the document are not taken",
    arguments: [
      "<!-- @ -->", "<!--[if IE]>@<![endif]-->", "<script>'@'</script>", "<style>@</style>",
      "<template>@</template>", "<template><template></template>@</template>",
      "<template><svg><p></template><template></svg>@</template>",
      "<title>x@</title>", "<textarea>@</textarea>", "<noframes>@</noframes>", "<iframe>@</iframe>",
      "<xmp>@</xmp>", "<script><!--<script>@</script>@--></script>", "<!@", "<?@", "<a title='@'>",
      "<svg/><template>@", "<script>@", "<!--@", "<plaintext>@",
      "<svg><![CDATA[@]]></svg>", "<math><annotation-xml><![CDATA[ > @]]>",
    ])
  func hidden(markup: String) throws {
    let page = markup.replacing("@", with: "<meta property=og:description content=bad>")
    #expect(try extract(head: page).description == nil)
    #expect(try extract(head: "", body: page).description == nil)
  }

  @Test(
    "Tags that look hidden but are not are taken",
    arguments: [
      "<!-->@-->", "<!--->@", "<!-- --!>@", "<!-- - -- > --><p>@", "<script></script >@",
      "<script><!--</script>@-->", "<script/></script>@", "<style></STYLE\n>@", "<svg>@</svg>",
      "<svg><style>@</style></svg>", "<svg><title>@</title></svg>", "<svg><foreignObject>@",
      "<noscript>@</noscript>", "<div>@", "<table><tr>@", "<a href=\"x>y\">@", "<![CDATA[x>@]]>",
      "</p>@",
      "<template></template>@", "</template>@", "< p>@", "<3 @", "<p/@>@",
      "<svg><g/><path/></svg>@",
      "<math><mi><svg></svg>@", "<br><body class=x>@",
    ])
  func visible(markup: String) throws {
    let page = markup.replacing("@", with: "<meta property=og:description content=good>")
    #expect(try extract(head: page).description == "good")
    #expect(try extract(head: "", body: page).description == "good")
  }

  @Test("Titles of drawings are no titles")
  func drawings() throws {
    #expect(try extract(head: "", body: "<svg><title>S</title></svg><title>T</title>").title == "T")
    #expect(try extract(head: "", body: "<svg><g><desc></desc><title>S</title></g>").title == nil)
  }

  @Test("A page without any structure is a page")
  func fragments() throws {
    func title(_ page: String) throws -> String? {
      try PageExtractor().extract(Array(page.utf8), contentType: "text/html", url: "https://e.com/")
        .title
    }
    #expect(try title("<title>T") == "T")
    #expect(try title("text <TITLE>T</TITLE>") == "T")
    #expect(try title("<meta content=T property=og:title>") == "T")
    #expect(try title("<meta content=T property=og:title") == nil)
    #expect(try title("no markup") == nil)
  }

  @Test("Tags in the body count where the head lacks them, and add nothing to a full head")
  func body() throws {
    let head =
      og("og:title", "T") + og("og:description", "D") + og("og:image", "/i") + og("og:url", "/")
      + og("og:type", "article") + og("og:site_name", "S") + "<link rel=icon href=/f>"
    let body = og("og:title", "B") + og("article:section", "B")
    #expect(try extract(head: head, body: body).article == nil)
    #expect(try extract(head: og("og:title", "T"), body: body).article?.section == "B")
    #expect(try extract(head: "", body: body).title == "B")
  }

  @Test(
    "XHTML is read as XML",
    arguments: [
      ("<title>A &amp; B</title>", "A & B"), ("<title>x&nbsp;&eacute;&mdash;</title>", "x é—"),
      ("<script src='x'/><title>T</title>", "T"), ("<title><![CDATA[<T>]]></title>", "<T>"),
      ("<template><title>no</title></template><title>T</title>", "T"),
      ("<svg xmlns='http://www.w3.org/2000/svg'><title>no</title></svg><title>T</title>", "T"),
      ("<META property='og:title' content='no'/><title>T</title>", "T"),
      ("<meta property='og:title' content='A &amp; &lt;B&gt; &#233; &eacute;'/>", "A & <B> é é"),
      ("<title>T</title><p>unclosed", "T"), ("<title>cut o", "cut o"),
    ])
  func xhtml(head: String, title: String) throws {
    let page =
      "<?xml version='1.0' encoding='koi8-r'?><html xmlns='http://www.w3.org/1999/xhtml'><head>\(head)"
    let data = try PageExtractor().extract(
      Array(page.utf8), contentType: "application/xhtml+xml;charset=utf-8", url: "https://e.com/")
    #expect(data.title == title)
  }

  @Test("XHTML that is none is read as HTML when XML gives nothing")
  func brokenXHTML() throws {
    let page = "<!DOCTYPE html><html><head><meta charset=utf-8><title>T</title>"
    let data = try PageExtractor().extract(
      Array(page.utf8), contentType: "application/xhtml+xml", url: "https://e.com/")
    #expect(data.title == "T")
  }

  @Test("Entities that a document declares are not expanded, and nothing is loaded")
  func hostileXML() throws {
    let page = """
      <!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c SYSTEM "file:///etc/passwd">]>
      <html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title>
      <meta property='og:description' content='&b;&c;'/></head></html>
      """
    let data = try PageExtractor().extract(
      Array(page.utf8), contentType: "application/xhtml+xml", url: "https://e.com/")
    #expect(data.title == "T")
    #expect(data.description == nil)
  }
}
