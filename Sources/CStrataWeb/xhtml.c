#include <errno.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

#include "html_internal.h"

// A SAX handler of its own instead of a tree: nothing grows with the page's nesting but a counter,
// and libxml2's default handlers, which load DTDs and keep entity declarations, are never
// installed.
typedef struct {
  html_collector facts;
  html_buffer text;      // of the open title or JSON-LD script
  uint8_t text_kind;     // 0 when no text is wanted
  size_t depth;
  size_t skipped_from;   // depth of the open template, or 0
  size_t text_depth;
} reader;

static const char xhtml_namespace[] = "http://www.w3.org/1999/xhtml";

static const struct {
  const char *element, *attribute;
  uint8_t kind, slot;
} wanted[] = {
    {"meta", "property", STRATA_HTML_META, STRATA_HTML_PROPERTY},
    {"meta", "name", STRATA_HTML_META, STRATA_HTML_NAME},
    {"meta", "http-equiv", STRATA_HTML_META, STRATA_HTML_HTTP_EQUIV},
    {"meta", "content", STRATA_HTML_META, STRATA_HTML_CONTENT},
    {"meta", "charset", STRATA_HTML_META, STRATA_HTML_CHARSET},
    {"link", "rel", STRATA_HTML_LINK, STRATA_HTML_REL},
    {"link", "type", STRATA_HTML_LINK, STRATA_HTML_TYPE},
    {"link", "sizes", STRATA_HTML_LINK, STRATA_HTML_SIZES},
    {"link", "href", STRATA_HTML_LINK, STRATA_HTML_CONTENT},
    {"base", "href", STRATA_HTML_BASE, STRATA_HTML_CONTENT},
    {"html", "lang", STRATA_HTML_ROOT, STRATA_HTML_CONTENT},
};

// libxml2 keeps an attribute as five pointers: name, prefix, namespace, value, end of value.
static void take_attribute(reader *r, size_t index, const char *element,
                           const xmlChar **attribute) {
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    if (attribute[1] || strcmp(wanted[i].element, element) != 0 ||
        strcmp(wanted[i].attribute, (const char *)attribute[0]) != 0)
      continue;
    size_t length = attribute[4] - attribute[3];
    size_t start = r->facts.text.length;
    if (length > HTML_MAX_TEXT - (start < HTML_MAX_TEXT ? start : HTML_MAX_TEXT)) return;
    html_buffer_append_clean(&r->facts.text, attribute[3],
                             length < HTML_MAX_VALUE ? length : HTML_MAX_VALUE, false);
    strata_html_item *item = (strata_html_item *)r->facts.items.data + index;
    item->slots[wanted[i].slot] =
        (strata_html_slice){(uint32_t)start, (uint32_t)(r->facts.text.length - start)};
  }
}

static bool is_json(int count, const xmlChar **attributes) {
  for (int i = 0; i < count; i++, attributes += 5)
    if (!attributes[1] && strcmp((const char *)attributes[0], "type") == 0)
      return html_contains(attributes[3], attributes[4] - attributes[3], "ld+json");
  return false;
}

static uint8_t kind_of(const char *name) {
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    if (strcmp(wanted[i].element, name) == 0) return wanted[i].kind;
  return 0;
}

static void start_element(void *context, const xmlChar *local, const xmlChar *prefix,
                          const xmlChar *uri, int namespaces, const xmlChar **namespace_list,
                          int count, int defaulted, const xmlChar **attributes) {
  (void)prefix, (void)namespaces, (void)namespace_list, (void)defaulted;
  reader *r = context;
  r->depth++;
  // A document without a namespace is no XHTML by the letter; its author meant it to be.
  if (r->skipped_from || (uri && strcmp((const char *)uri, xhtml_namespace) != 0)) return;
  const char *name = (const char *)local;
  if (strcmp(name, "template") == 0) {
    r->skipped_from = r->depth;
    return;
  }
  if (!r->text_kind) {
    if (strcmp(name, "title") == 0) r->text_kind = STRATA_HTML_TITLE;
    if (strcmp(name, "script") == 0 && is_json(count, attributes))
      r->text_kind = STRATA_HTML_JSONLD;
    if (r->text_kind) {
      r->text_depth = r->depth;
      r->text.length = 0;
      return;
    }
  }
  uint8_t kind = kind_of(name);
  if (!kind || !html_collector_add(&r->facts, kind, false)) return;
  size_t index = html_collector_count(&r->facts) - 1;
  for (int i = 0; i < count; i++) take_attribute(r, index, name, attributes + 5 * i);
}

static void finish_text(reader *r) {
  strata_html_item *item = html_collector_add(&r->facts, r->text_kind, false);
  size_t start = r->facts.text.length;
  if (item && start <= HTML_MAX_TEXT) {
    html_buffer_append_clean(&r->facts.text, r->text.data, r->text.length, false);
    item->slots[STRATA_HTML_CONTENT] =
        (strata_html_slice){(uint32_t)start, (uint32_t)(r->facts.text.length - start)};
  }
  r->text_kind = 0;
}

static void end_element(void *context, const xmlChar *local, const xmlChar *prefix,
                        const xmlChar *uri) {
  (void)local, (void)prefix, (void)uri;
  reader *r = context;
  if (r->text_kind && r->depth == r->text_depth) finish_text(r);
  if (r->skipped_from == r->depth) r->skipped_from = 0;
  r->depth--;
}

static void characters(void *context, const xmlChar *text, int length) {
  reader *r = context;
  if (r->text_kind && r->text.length + length <= HTML_MAX_JSONLD)
    html_buffer_append(&r->text, text, length);
}

// Entities that the document declares are not read at all.
static xmlEntityPtr get_entity(void *context, const xmlChar *name) {
  (void)context;
  return xmlGetPredefinedEntity(name);
}

// The length of the page up to the first tag with too many attributes: libxml2 compares each with
// all those before it.
static size_t length_without_floods(const uint8_t *bytes, size_t length) {
  enum { MAX_ATTRIBUTES = 512 };
  const uint8_t *tag = NULL;
  uint8_t quote = 0;
  size_t attributes = 0;
  for (const uint8_t *p = bytes, *end = bytes + length; p < end; p++) {
    if (!tag) {
      p = memchr(p, '<', end - p);
      if (!p) break;
      if (p + 1 < end && html_is_letter(p[1])) {
        tag = p;
        attributes = 0;
      }
    } else if (quote) {
      if (*p == quote) quote = 0;
    } else if (*p == '"' || *p == '\'') {
      quote = *p;
      if (++attributes > MAX_ATTRIBUTES) return tag - bytes;
    } else if (*p == '>') {
      tag = NULL;
    }
  }
  return length;
}

// HTML's own entities need no declaration, because browsers know the XHTML DTDs by heart. They are
// replaced before the parser sees the text: libxml2 can't be handed one by its SAX interface.
static void expand_html_entities(const uint8_t *bytes, size_t length, html_buffer *out) {
  const uint8_t *p = bytes, *end = bytes + length, *run = bytes;
  while ((p = memchr(p, '&', end - p))) {
    char name[12];
    size_t size = 0;
    while (size < sizeof name - 1 && p + 1 + size < end &&
           (html_is_letter(p[1 + size]) || (p[1 + size] >= '0' && p[1 + size] <= '9'))) {
      name[size] = (char)p[1 + size];
      size++;
    }
    name[size] = 0;
    bool is_closed = p + 1 + size < end && p[1 + size] == ';';
    const htmlEntityDesc *known =
        size && is_closed ? htmlEntityLookup((const xmlChar *)name) : NULL;
    // The five of XML stay: their characters would be markup.
    if (known && known->value > '>') {
      xmlChar text[8];
      int text_length = xmlCopyCharMultiByte(text, (int)known->value);
      html_buffer_append(out, run, p - run);
      html_buffer_append(out, text, text_length);
      run = p + size + 2;
    }
    p++;
  }
  html_buffer_append(out, run, end - run);
}

static void ignore_error(void *context, const char *message, ...) {
  (void)context, (void)message;
}

int strata_xhtml_read(const uint8_t *bytes, size_t length, strata_html_facts *facts) {
  *facts = (strata_html_facts){0};
  facts->next = length;
  reader r = {0};
  xmlSAXHandler handler = {
      .initialized = XML_SAX2_MAGIC,
      .startElementNs = start_element,
      .endElementNs = end_element,
      .characters = characters,
      .cdataBlock = characters,
      .getEntity = get_entity,
      .warning = ignore_error,
      .error = ignore_error,
      .fatalError = ignore_error,
  };
  html_buffer page = {0};
  expand_html_entities(bytes, length_without_floods(bytes, length), &page);
  xmlParserCtxtPtr parser =
      page.failed ? NULL : xmlCreatePushParserCtxt(&handler, &r, NULL, 0, NULL);
  if (!parser) {
    free(page.data);
    return ENOMEM;
  }
  // The bytes are UTF-8 already, whatever the declaration says.
  // NOENT means: hand out "&" and not "&#38;" in attributes. There are no entities to expand.
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_IGNORE_ENC |
                                XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
  int error = 0;
  for (size_t at = 0; at < page.length && !error;) {
    size_t piece = page.length - at < 64 * 1024 ? page.length - at : 64 * 1024;
    error = xmlParseChunk(parser, (const char *)page.data + at, (int)piece, 0);
    at += piece;
  }
  if (!error) error = xmlParseChunk(parser, NULL, 0, 1);
  facts->is_well_formed = error == 0 && parser->wellFormed;
  if (r.text_kind) finish_text(&r);  // a page cut inside its title
  xmlFreeDoc(parser->myDoc);
  xmlFreeParserCtxt(parser);
  r.facts.text.failed |= r.text.failed;
  free(r.text.data);
  free(page.data);
  return html_collector_finish(&r.facts, facts);
}
