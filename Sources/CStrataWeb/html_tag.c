#include <string.h>

#include "html_tag.h"

const char *const html_attribute_names[ATTR_COUNT] = {
    "property", "name", "http-equiv", "content",  "charset", "rel",  "type",
    "sizes",    "href", "lang",       "encoding", "color",   "face", "size",
};

static int attribute_index(const uint8_t *name, size_t length) {
  if (length < 3 || length > 10) return -1;
  for (int i = 0; i < ATTR_COUNT; i++)
    if (html_lower(name[0]) == (uint8_t)html_attribute_names[i][0] &&
        html_equals(name, length, html_attribute_names[i]))
      return i;
  return -1;
}

static void keep(html_tag *tag, const uint8_t *name, size_t name_length, const uint8_t *value,
                 size_t length, uint8_t quote) {
  int index = attribute_index(name, name_length);
  if (index < 0 || tag->attributes[index].value) return;
  tag->attributes[index] = (html_attribute_value){value, length, quote};
}

const uint8_t *html_tag_read(const uint8_t *p, const uint8_t *end, bool with_attributes,
                             html_tag *tag) {
  tag->is_self_closing = false;
  tag->name = p;
  while (p < end && !html_is_space(*p) && *p != '/' && *p != '>') p++;
  tag->name_length = p - tag->name;
  if (with_attributes) memset(tag->attributes, 0, sizeof tag->attributes);

  for (;;) {
    while (p < end && (html_is_space(*p) || *p == '/')) {
      if (*p == '/' && p + 1 < end && p[1] == '>') tag->is_self_closing = true;
      p++;
    }
    if (p == end) return NULL;
    if (*p == '>') return p + 1;

    const uint8_t *name = p++;  // a leading "=" belongs to the name
    while (p < end && !html_is_space(*p) && *p != '/' && *p != '>' && *p != '=') p++;
    size_t name_length = p - name;
    while (p < end && html_is_space(*p)) p++;
    if (p == end) return NULL;
    if (*p != '=') {
      if (with_attributes) keep(tag, name, name_length, name + name_length, 0, '"');
      continue;
    }
    p++;
    while (p < end && html_is_space(*p)) p++;
    if (p == end) return NULL;

    const uint8_t *value = p;
    uint8_t quote = 0;
    if (*p == '"' || *p == '\'') {
      quote = *p;
      value = p + 1;
      p = memchr(value, quote, end - value);
      if (!p) return NULL;
      if (with_attributes) keep(tag, name, name_length, value, p - value, quote);
      p++;
    } else {
      while (p < end && !html_is_space(*p) && *p != '>') p++;
      if (p == end) return NULL;
      if (with_attributes) keep(tag, name, name_length, value, p - value, 0);
    }
  }
}

// The first byte after the ">" that `closes` accepts, or `end`.
static const uint8_t *after_closing(const uint8_t *start, const uint8_t *end, char before) {
  for (const uint8_t *p = start; (p = memchr(p, '>', end - p)); p++) {
    if (p - start >= 2 && p[-1] == before && p[-2] == before) return p + 1;
    if (before == '-' && p - start >= 3 && p[-1] == '!' && p[-2] == '-' && p[-3] == '-')
      return p + 1;
  }
  return end;
}

const uint8_t *html_skip_markup(const uint8_t *p, const uint8_t *end, bool in_foreign_content) {
  size_t left = end - p;
  if (left >= 4 && memcmp(p, "<!--", 4) == 0) {
    const uint8_t *text = p + 4;
    if (text < end && *text == '>') return text + 1;
    if (text + 1 < end && text[0] == '-' && text[1] == '>') return text + 2;
    return after_closing(text, end, '-');
  }
  if (in_foreign_content && left >= 9 && memcmp(p, "<![CDATA[", 9) == 0)
    return after_closing(p + 9, end, ']');
  // A DOCTYPE ends at its first ">" even inside quotes; so does a bogus comment.
  const uint8_t *close = memchr(p, '>', left);
  return close ? close + 1 : end;
}

static bool is_tag_at(const uint8_t *p, const uint8_t *end, const char *name) {
  size_t length = strlen(name);
  if ((size_t)(end - p) <= length || !html_equals(p, length, name)) return false;
  return html_is_space(p[length]) || p[length] == '/' || p[length] == '>';
}

const uint8_t *html_find_end_tag(const uint8_t *p, const uint8_t *end, const char *name) {
  while (p < end && (p = memchr(p, '<', end - p))) {
    if (p + 1 < end && p[1] == '/' && is_tag_at(p + 2, end, name)) return p;
    p++;
  }
  return end;
}

const uint8_t *html_find_script_end(const uint8_t *p, const uint8_t *end) {
  enum { plain, escaped, double_escaped } state = plain;
  size_t dashes = 0;
  while (p < end) {
    if (state == plain) {
      p = memchr(p, '<', end - p);
      if (!p) return end;
      if (p + 1 < end && p[1] == '/' && is_tag_at(p + 2, end, "script")) return p;
      if (end - p >= 4 && memcmp(p, "<!--", 4) == 0) {
        state = escaped;
        dashes = 2;
        p += 4;
      } else {
        p++;
      }
      continue;
    }
    uint8_t c = *p;
    if (c == '<') {
      bool closes = p + 1 < end && p[1] == '/';
      if (is_tag_at(p + 1 + closes, end, "script")) {
        if (state == escaped && closes) return p;
        if (closes) state = escaped;
        else if (state == escaped) state = double_escaped;
      }
    } else if (c == '>' && dashes >= 2) {
      state = plain;
    }
    dashes = c == '-' ? dashes + 1 : 0;
    p++;
  }
  return end;
}
