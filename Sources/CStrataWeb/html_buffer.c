#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "html_internal.h"

void html_buffer_append(html_buffer *buffer, const void *bytes, size_t length) {
  if (buffer->failed || length == 0) return;
  if (length > buffer->capacity - buffer->length) {
    size_t capacity = buffer->capacity ? buffer->capacity : 4096;
    while (capacity - buffer->length < length) capacity *= 2;
    uint8_t *data = realloc(buffer->data, capacity);
    if (!data) {
      buffer->failed = true;
      return;
    }
    buffer->data = data;
    buffer->capacity = capacity;
  }
  memcpy(buffer->data + buffer->length, bytes, length);
  buffer->length += length;
}

// The length of the well-formed UTF-8 sequence at `p` (0 when there is none) and, in that case, the
// number of bytes that the Encoding Standard's decoder replaces by one U+FFFD.
static size_t sequence(const uint8_t *p, const uint8_t *end, size_t *bad) {
  uint8_t lead = p[0], low = 0x80, high = 0xBF;
  size_t need;
  *bad = 1;
  if (lead >= 0xC2 && lead <= 0xDF) need = 1;
  else if (lead >= 0xE0 && lead <= 0xEF) {
    need = 2;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    need = 3;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else return 0;
  for (size_t i = 1; i <= need; i++) {
    if (p + i == end || p[i] < low || p[i] > high) {
      *bad = i;
      return 0;
    }
    low = 0x80;
    high = 0xBF;
  }
  return need + 1;
}

// C1 controls and noncharacters: gumbo would turn them into U+FFFD, the standard keeps them, and no
// card wants them.
static bool is_dropped(const uint8_t *p, size_t length) {
  if (length == 2) return p[0] == 0xC2 && p[1] < 0xA0;
  if (length == 3)
    return p[0] == 0xEF && ((p[1] == 0xB7 && p[2] >= 0x90 && p[2] <= 0xAF) ||
                            (p[1] == 0xBF && p[2] >= 0xBE));
  return (p[1] & 0x0F) == 0x0F && p[2] == 0xBF && p[3] >= 0xBE;
}

void html_buffer_append_clean(html_buffer *buffer, const uint8_t *bytes, size_t length,
                              bool escape) {
  static const char replacement[] = "\xEF\xBF\xBD";
  const uint8_t *p = bytes, *end = bytes + length, *run = bytes;
  while (p < end) {
    uint8_t c = *p;
    if (c >= 0x20 && c < 0x7F && !(escape && c == '<')) {
      p++;
      continue;
    }
    size_t skip = 1;
    const char *instead = "";
    if (c >= 0x80) {
      size_t bad, good = sequence(p, end, &bad);
      if (good && !is_dropped(p, good)) {
        p += good;
        continue;
      }
      skip = good ? good : bad;
      if (!good) instead = replacement;
    } else if (html_is_space(c)) {
      p++;
      continue;
    } else if (c == 0) {
      instead = replacement;
    } else if (c == '<') {
      instead = "&lt;";
    }
    html_buffer_append(buffer, run, p - run);
    html_buffer_append(buffer, instead, strlen(instead));
    p += skip;
    run = p;
  }
  html_buffer_append(buffer, run, p - run);
}

strata_html_item *html_collector_add(html_collector *collector, uint8_t kind, bool in_noscript) {
  if (html_collector_count(collector) >= HTML_MAX_ITEMS) return NULL;
  strata_html_item item = {.kind = kind, .in_noscript = in_noscript};
  for (int i = 0; i < STRATA_HTML_SLOTS; i++)
    item.slots[i] = (strata_html_slice){STRATA_HTML_ABSENT, 0};
  html_buffer_append(&collector->items, &item, sizeof item);
  if (collector->items.failed) return NULL;
  return (strata_html_item *)(collector->items.data + collector->items.length) - 1;
}

size_t html_collector_count(const html_collector *collector) {
  return collector->items.length / sizeof(strata_html_item);
}

strata_html_slice html_collector_copy(html_collector *collector, const char *text) {
  size_t length = strlen(text);
  if (length > HTML_MAX_TEXT - collector->text.length)
    return (strata_html_slice){STRATA_HTML_ABSENT, 0};
  strata_html_slice slice = {(uint32_t)collector->text.length, (uint32_t)length};
  html_buffer_append(&collector->text, text, length);
  return slice;
}

int html_collector_finish(html_collector *collector, strata_html_facts *facts) {
  if (collector->items.failed || collector->text.failed) {
    free(collector->items.data);
    free(collector->text.data);
    return ENOMEM;
  }
  facts->items = (strata_html_item *)collector->items.data;
  facts->count = html_collector_count(collector);
  facts->text = collector->text.data;
  facts->text_length = collector->text.length;
  return 0;
}

void strata_html_free(strata_html_facts *facts) {
  free(facts->items);
  free(facts->text);
  *facts = (strata_html_facts){0};
}

bool html_equals(const uint8_t *bytes, size_t length, const char *lower) {
  for (size_t i = 0; i < length; i++)
    if (lower[i] == 0 || html_lower(bytes[i]) != (uint8_t)lower[i]) return false;
  return lower[length] == 0;
}

bool html_contains(const uint8_t *bytes, size_t length, const char *lower) {
  size_t size = strlen(lower);
  for (size_t i = 0; i + size <= length; i++)
    if (html_equals(bytes + i, size, lower)) return true;
  return false;
}
