#pragma once
// What a link preview needs from a page, as a flat list.
//
// A page is read in two steps. A scanner that follows the tokenizer of the HTML standard walks over
// the bytes once, skips what cannot hold a preview (scripts, styles, comments, templates, drawings,
// ordinary markup) and copies the few tags that can into a small document of depth one. Gumbo then
// parses that document: attributes, character references, text. The time is linear in the page's
// length for any input, and nothing that a page nests ever reaches a recursive function.

#include <stddef.h>
#include <stdint.h>

enum {
  STRATA_HTML_META = 1,  // property, name, http-equiv, content, charset
  STRATA_HTML_LINK,      // rel, type, sizes, href
  STRATA_HTML_BASE,      // -, -, -, href
  STRATA_HTML_TITLE,     // -, -, -, text
  STRATA_HTML_JSONLD,    // -, -, -, text
  STRATA_HTML_ROOT,      // -, -, -, lang
};

// Names of the slots of an item, by its kind.
enum {
  STRATA_HTML_PROPERTY = 0,
  STRATA_HTML_NAME = 1,
  STRATA_HTML_HTTP_EQUIV = 2,
  STRATA_HTML_CONTENT = 3,
  STRATA_HTML_CHARSET = 4,
  STRATA_HTML_REL = 0,
  STRATA_HTML_TYPE = 1,
  STRATA_HTML_SIZES = 2,
  STRATA_HTML_SLOTS = 5,
};

#define STRATA_HTML_ABSENT UINT32_MAX

// A piece of `text` of the facts, or absent when `start` is STRATA_HTML_ABSENT.
typedef struct {
  uint32_t start;
  uint32_t length;
} strata_html_slice;

typedef struct {
  uint8_t kind;
  uint8_t in_noscript;
  strata_html_slice slots[STRATA_HTML_SLOTS];
} strata_html_item;

typedef struct {
  strata_html_item *items;  // in the order of the page
  size_t count;
  uint8_t *text;  // valid UTF-8 without control characters other than white space
  size_t text_length;
  size_t next;        // where reading stopped: the page's length, or the first tag of the body
  int is_well_formed; // XML only: no fatal error was met
} strata_html_facts;

// Reads HTML from `bytes[start...]`, bytes that claim to be UTF-8 (what is not becomes U+FFFD).
// With `stop_at_body` it ends before the first tag that opens the body; a second call with `start`
// at `next` goes on from there. Returns 0, or ENOMEM with nothing to free.
int strata_html_read(const uint8_t *bytes, size_t length, size_t start, int stop_at_body,
                     strata_html_facts *facts);

// Reads XHTML: libxml2's XML parser, with no network, no DTD, no entities but HTML's own. An error
// in the markup ends the reading; what came before it is kept. Returns 0, or ENOMEM.
int strata_xhtml_read(const uint8_t *bytes, size_t length, strata_html_facts *facts);

// Frees what a successful read filled in.
void strata_html_free(strata_html_facts *facts);
