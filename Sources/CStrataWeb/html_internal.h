#pragma once
// Shared by the scanner, the gumbo step and the XML reader. Not part of the module's interface.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strata_html.h"

// Bounds that keep one page's facts small whatever the page holds.
enum {
  HTML_MAX_ITEMS = 4096,
  HTML_MAX_VALUE = 64 * 1024,          // bytes of one attribute or title; the rest is cut
  HTML_MAX_JSONLD = 512 * 1024,        // bytes of one JSON-LD block; a longer one is left out
  HTML_MAX_TEXT = 4 * 1024 * 1024,     // bytes of all text of a page
};

// A growing buffer. After a failed allocation it stays as it was and `failed` is set.
typedef struct {
  uint8_t *data;
  size_t length, capacity;
  bool failed;
} html_buffer;

void html_buffer_append(html_buffer *buffer, const void *bytes, size_t length);

// Appends text as valid UTF-8: bad bytes and NUL become U+FFFD, other control characters and
// noncharacters are left out. With `escape`, "<" becomes "&lt;" so that no tag can arise.
void html_buffer_append_clean(html_buffer *buffer, const uint8_t *bytes, size_t length,
                              bool escape);

typedef struct {
  html_buffer items;  // strata_html_item, in order
  html_buffer text;   // what their slots point into
} html_collector;

// A new item with all slots absent, or NULL when there is no room or no memory.
strata_html_item *html_collector_add(html_collector *collector, uint8_t kind, bool in_noscript);
size_t html_collector_count(const html_collector *collector);
strata_html_slice html_collector_copy(html_collector *collector, const char *text);
// Hands the collected facts over, or frees them and returns ENOMEM.
int html_collector_finish(html_collector *collector, strata_html_facts *facts);

static inline uint8_t html_lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static inline bool html_is_space(uint8_t c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
static inline bool html_is_letter(uint8_t c) { return (uint8_t)((c | 32) - 'a') < 26; }

// True when `bytes` is `lower` in any ASCII case; `lower` must be in lower case.
bool html_equals(const uint8_t *bytes, size_t length, const char *lower);
// True when `lower` occurs in `bytes` in any ASCII case.
bool html_contains(const uint8_t *bytes, size_t length, const char *lower);

// What the scanner hands to the gumbo step: `document` holds one tag for each item whose `pending`
// bit is set, in the same order.
int html_parse_reduced(const html_buffer *document, html_collector *collector);
