#include <string.h>
#include <stdlib.h>

#include "html_foreign.h"

// The scanner: one pass over the page that writes the tags a preview needs into `document`.
typedef struct {
  const uint8_t *bytes, *p, *end;
  html_foreign foreign;
  html_buffer document;
  html_collector facts;
  size_t in_noscript;
  bool body_begun, stop_at_body;
} scanner;

enum element {
  EL_OTHER, EL_HEAD_ONLY, EL_META, EL_LINK, EL_BASE, EL_TITLE, EL_SCRIPT, EL_RAW, EL_RAW_HEAD,
  EL_NOSCRIPT, EL_FRAMESET, EL_PLAINTEXT, EL_HTML, EL_ENTERS,
};

// `raw` names the elements whose text is no markup.
static enum element element_of(const html_tag *tag, const char **raw) {
  static const struct {
    const char *name;
    uint8_t element;
  } known[] = {
      {"meta", EL_META},        {"link", EL_LINK},         {"script", EL_SCRIPT},
      {"style", EL_RAW_HEAD},   {"title", EL_TITLE},       {"base", EL_BASE},
      {"head", EL_HEAD_ONLY},   {"html", EL_HTML},         {"noscript", EL_NOSCRIPT},
      {"svg", EL_ENTERS},       {"math", EL_ENTERS},       {"template", EL_ENTERS},
      {"iframe", EL_RAW},       {"textarea", EL_RAW},      {"noembed", EL_RAW},
      {"noframes", EL_RAW_HEAD}, {"xmp", EL_RAW},          {"frameset", EL_FRAMESET},
      {"plaintext", EL_PLAINTEXT}, {"basefont", EL_HEAD_ONLY}, {"bgsound", EL_HEAD_ONLY},
  };
  if (tag->name_length < 3 || tag->name_length > 9) return EL_OTHER;
  uint8_t first = html_lower(tag->name[0]);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (first == (uint8_t)known[i].name[0] &&
        html_equals(tag->name, tag->name_length, known[i].name)) {
      *raw = known[i].name;
      return known[i].element;
    }
  return EL_OTHER;
}

static bool begins_with(html_attribute_value v, const char *lower) {
  size_t length = strlen(lower);
  return v.length >= length && html_equals(v.value, length, lower);
}

// Names are let through generously: by prefix, and whenever they need decoding or splitting first.
static bool is_wanted_name(html_attribute_value v) {
  static const char *const prefixes[] = {"og:",    "twitter:", "article:", "book:",
                                         "profile:", "music:",   "video:",   "description",
                                         "http://ogp.me/", "https://ogp.me/", NULL};
  if (!v.value) return false;
  for (size_t i = 0; i < v.length; i++)
    if (v.value[i] <= ' ' || v.value[i] == '&') return true;
  for (size_t i = 0; prefixes[i]; i++)
    if (begins_with(v, prefixes[i])) return true;
  return false;
}

static bool is_wanted_link(const html_tag *tag) {
  html_attribute_value rel = tag->attributes[ATTR_REL], type = tag->attributes[ATTR_TYPE];
  if (!rel.value || !tag->attributes[ATTR_HREF].value) return false;
  if (memchr(rel.value, '&', rel.length)) return true;
  if (html_contains(rel.value, rel.length, "icon")) return true;
  if (html_contains(rel.value, rel.length, "canonical")) return true;
  if (html_contains(rel.value, rel.length, "image_src")) return true;
  return type.value && html_contains(rel.value, rel.length, "alternate") &&
         (html_contains(type.value, type.length, "oembed") ||
          memchr(type.value, '&', type.length));
}

static void write_attribute(scanner *s, const html_tag *tag, enum html_attribute attribute) {
  html_attribute_value v = tag->attributes[attribute];
  if (!v.value) return;
  html_buffer *out = &s->document;
  const char *name = html_attribute_names[attribute];
  html_buffer_append(out, " ", 1);
  html_buffer_append(out, name, strlen(name));
  html_buffer_append(out, "=", 1);
  size_t length = v.length < HTML_MAX_VALUE ? v.length : HTML_MAX_VALUE;
  // An unquoted value gets quotes, for it may hold anything, or nothing once it has been cleaned.
  // A cut value may end inside a character or a reference: what lies that far out is never shown.
  uint8_t quote = v.quote ? v.quote : '"';
  html_buffer_append(out, &quote, 1);
  while (length) {
    const uint8_t *inner = v.quote ? NULL : memchr(v.value, '"', length);
    size_t piece = inner ? (size_t)(inner - v.value) : length;
    html_buffer_append_clean(out, v.value, piece, false);
    if (inner) html_buffer_append(out, "&quot;", 6);
    v.value += piece + (inner != NULL);
    length -= piece + (inner != NULL);
  }
  html_buffer_append(out, &quote, 1);
}

static bool add(scanner *s, uint8_t kind) {
  if (s->document.length > HTML_MAX_TEXT || s->facts.text.length > HTML_MAX_TEXT) return false;
  return html_collector_add(&s->facts, kind, s->in_noscript > 0) != NULL;
}

static void write_tag(scanner *s, const html_tag *tag, uint8_t kind, const char *opening,
                      const enum html_attribute *attributes, size_t count) {
  if (!add(s, kind)) return;
  html_buffer_append(&s->document, opening, strlen(opening));
  for (size_t i = 0; i < count; i++) write_attribute(s, tag, attributes[i]);
  html_buffer_append(&s->document, ">", 1);
}

static void take_meta(scanner *s, const html_tag *tag) {
  static const enum html_attribute all[] = {ATTR_PROPERTY, ATTR_NAME, ATTR_HTTP_EQUIV, ATTR_CONTENT,
                                            ATTR_CHARSET};
  const html_attribute_value *a = tag->attributes;
  bool wanted = a[ATTR_CHARSET].value ||
                (a[ATTR_CONTENT].value && (a[ATTR_HTTP_EQUIV].value ||
                                           is_wanted_name(a[ATTR_PROPERTY]) ||
                                           is_wanted_name(a[ATTR_NAME])));
  if (wanted) write_tag(s, tag, STRATA_HTML_META, "<meta", all, 5);
}

static void take_title(scanner *s, const uint8_t *text, const uint8_t *text_end) {
  if (!add(s, STRATA_HTML_TITLE)) return;
  size_t length = text_end - text;
  html_buffer_append(&s->document, "<title>", 7);
  html_buffer_append_clean(&s->document, text, length < HTML_MAX_VALUE ? length : HTML_MAX_VALUE,
                           true);
  html_buffer_append(&s->document, "</title>", 8);
}

// Script text has no character references: it needs no parser.
static void take_json(scanner *s, const uint8_t *text, const uint8_t *text_end) {
  size_t length = text_end - text;
  if (length > HTML_MAX_JSONLD || !add(s, STRATA_HTML_JSONLD)) return;
  html_buffer *out = &s->facts.text;
  size_t start = out->length, index = html_collector_count(&s->facts) - 1;
  html_buffer_append_clean(out, text, length, false);
  ((strata_html_item *)s->facts.items.data)[index].slots[STRATA_HTML_CONTENT] =
      (strata_html_slice){(uint32_t)start, (uint32_t)(out->length - start)};
}

static bool is_json(const html_tag *tag) {
  html_attribute_value type = tag->attributes[ATTR_TYPE];
  return type.value && html_contains(type.value, type.length, "ld+json");
}

// A start or end tag of HTML. False when the page has nothing more to give.
static bool take(scanner *s, const html_tag *tag, enum element element, const char *raw) {
  static const enum html_attribute link[] = {ATTR_REL, ATTR_TYPE, ATTR_SIZES, ATTR_HREF};
  static const enum html_attribute base[] = {ATTR_HREF}, root[] = {ATTR_LANG};
  bool in_document = s->foreign.templates == 0;
  if (tag->is_end) {
    if (element == EL_ENTERS) html_foreign_enter(&s->foreign, tag);
    if (element == EL_NOSCRIPT && s->in_noscript) s->in_noscript--;
    return true;
  }
  const uint8_t *text = s->p;
  switch (element) {
    case EL_META:
      if (in_document) take_meta(s, tag);
      break;
    case EL_LINK:
      if (in_document && is_wanted_link(tag)) write_tag(s, tag, STRATA_HTML_LINK, "<link", link, 4);
      break;
    case EL_BASE:
      if (in_document && tag->attributes[ATTR_HREF].value)
        write_tag(s, tag, STRATA_HTML_BASE, "<base", base, 1);
      break;
    case EL_HTML:
      // Written as <base>, which is as simple an element; the item's kind tells what it was.
      if (in_document && tag->attributes[ATTR_LANG].value)
        write_tag(s, tag, STRATA_HTML_ROOT, "<base", root, 1);
      break;
    case EL_TITLE:
      s->p = html_find_end_tag(text, s->end, "title");
      if (in_document) take_title(s, text, s->p);
      break;
    case EL_SCRIPT:
      s->p = html_find_script_end(text, s->end);
      if (in_document && is_json(tag)) take_json(s, text, s->p);
      break;
    case EL_RAW:
    case EL_RAW_HEAD:
      s->p = html_find_end_tag(text, s->end, raw);
      break;
    case EL_NOSCRIPT:
      s->in_noscript++;
      break;
    case EL_ENTERS:
      html_foreign_enter(&s->foreign, tag);
      break;
    case EL_FRAMESET:
      return s->body_begun;  // a page of frames has no body, and frames hold nothing of use
    case EL_PLAINTEXT:
      return false;
    case EL_OTHER:
    case EL_HEAD_ONLY:
      break;
  }
  return true;
}

static bool opens_body(enum element element, const html_tag *tag) {
  switch (element) {
    case EL_OTHER:
    case EL_RAW:
    case EL_PLAINTEXT:
      return true;
    case EL_ENTERS:
      return tag->name_length != 8;  // a template may stand in the head
    default:
      return false;
  }
}

static bool has_attributes_of_use(enum element element, const html_foreign *foreign) {
  return html_foreign_is_inside(foreign) || element == EL_META || element == EL_LINK ||
         element == EL_BASE || element == EL_SCRIPT || element == EL_HTML;
}

static void note_text(scanner *s, const uint8_t *to) {
  if (s->foreign.count) return;
  for (const uint8_t *p = s->p; p < to && !s->body_begun; p++)
    s->body_begun = !html_is_space(*p) && *p != 0;
}

static void scan(scanner *s) {
  while (s->p < s->end) {
    const uint8_t *lt = memchr(s->p, '<', s->end - s->p);
    if (!s->body_begun) note_text(s, lt ? lt : s->end);
    if (!lt || lt + 1 >= s->end) break;

    bool is_end = lt[1] == '/';
    const uint8_t *name = lt + 1 + is_end;
    if (name == s->end) break;
    if (!html_is_letter(*name)) {
      if (lt[1] == '!' || lt[1] == '?' || is_end) {
        s->p = html_skip_markup(lt, s->end, html_foreign_is_inside(&s->foreign));
      } else {
        s->body_begun |= s->foreign.count == 0;
        s->p = lt + 1;
      }
      continue;
    }

    html_tag tag = {.is_end = is_end, .name = name};
    const uint8_t *name_end = name;
    while (name_end < s->end && !html_is_space(*name_end) && *name_end != '/' && *name_end != '>')
      name_end++;
    tag.name_length = name_end - name;
    const char *raw = NULL;
    enum element element = element_of(&tag, &raw);

    if (!is_end && s->foreign.count == 0 && opens_body(element, &tag)) {
      if (s->stop_at_body && !s->in_noscript) {
        s->p = lt;
        return;
      }
      s->body_begun = true;
    }
    const uint8_t *next =
        html_tag_read(name, s->end, has_attributes_of_use(element, &s->foreign), &tag);
    if (!next) break;
    s->p = next;
    if (html_foreign_is_inside(&s->foreign) && !html_foreign_handle(&s->foreign, &tag)) continue;
    if (!take(s, &tag, element, raw)) break;
  }
  s->p = s->end;
}

int strata_html_read(const uint8_t *bytes, size_t length, size_t start, int stop_at_body,
                     strata_html_facts *facts) {
  *facts = (strata_html_facts){0};
  scanner s = {.bytes = bytes, .p = bytes + start, .end = bytes + length};
  s.stop_at_body = stop_at_body;
  s.body_begun = start > 0;
  scan(&s);
  int error = s.document.failed ? 1 : html_parse_reduced(&s.document, &s.facts);
  free(s.document.data);
  if (error) s.facts.text.failed = true;
  facts->next = s.p - bytes;
  return html_collector_finish(&s.facts, facts);
}
