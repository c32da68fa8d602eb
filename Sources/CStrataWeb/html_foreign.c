#include <string.h>

#include "html_foreign.h"

// FNV-1a over the name in lower case: a stack entry need not hold the name itself. Two names with
// one hash would close each other's elements, which costs a preview at most.
static uint32_t name_hash(const html_tag *tag) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < tag->name_length; i++)
    hash = (hash ^ html_lower(tag->name[i])) * 16777619u;
  return hash;
}

static bool is(const html_tag *tag, const char *name) {
  return html_equals(tag->name, tag->name_length, name);
}

static bool is_any(const html_tag *tag, const char *const *names) {
  if (tag->name_length > 10) return false;
  uint8_t first = html_lower(tag->name[0]);
  for (; *names; names++)
    if ((uint8_t)**names == first && is(tag, *names)) return true;
  return false;
}

// The start tags at which the standard leaves foreign content.
static bool breaks_out(const html_tag *tag) {
  static const char *const names[] = {
      "b",     "big",  "blockquote", "body", "br",   "center", "code", "dd",      "div",  "dl",
      "dt",    "em",   "embed",      "h1",   "h2",   "h3",     "h4",   "h5",      "h6",   "head",
      "hr",    "i",    "img",        "li",   "listing", "menu", "meta", "nobr",   "ol",   "p",
      "pre",   "ruby", "s",          "small", "span", "strong", "strike", "sub",  "sup",  "table",
      "tt",    "u",    "ul",         "var",  NULL};
  if (is(tag, "font"))
    return tag->attributes[ATTR_COLOR].value || tag->attributes[ATTR_FACE].value ||
           tag->attributes[ATTR_SIZE].value;
  return is_any(tag, names);
}

static void push(html_foreign *f, enum html_open_kind kind, const html_tag *tag) {
  // A page that nests deeper is no page; from there on its inner elements count as their parent.
  if (f->count == HTML_MAX_FOREIGN) return;
  f->open[f->count].kind = kind;
  f->open[f->count].name = name_hash(tag);
  f->count++;
  f->templates += kind == OPEN_TEMPLATE;
}

static void pop_to(html_foreign *f, size_t count) {
  while (f->count > count) f->templates -= f->open[--f->count].kind == OPEN_TEMPLATE;
}

static bool holds_html(enum html_open_kind kind) {
  return kind == OPEN_TEMPLATE || kind == OPEN_SVG_HTML || kind == OPEN_MATHML_HTML ||
         kind == OPEN_MATHML_TEXT;
}

static enum html_open_kind kind_within(enum html_open_kind parent, const html_tag *tag) {
  if (parent == OPEN_SVG || parent == OPEN_SVG_HTML) {
    static const char *const holders[] = {"desc", "title", NULL};
    bool holds = is_any(tag, holders) || is(tag, "foreignobject");
    return holds ? OPEN_SVG_HTML : OPEN_SVG;
  }
  static const char *const texts[] = {"mi", "mo", "mn", "ms", "mtext", NULL};
  if (is_any(tag, texts)) return OPEN_MATHML_TEXT;
  if (is(tag, "annotation-xml")) {
    html_attribute_value encoding = tag->attributes[ATTR_ENCODING];
    bool holds = encoding.value &&
                 (html_equals(encoding.value, encoding.length, "text/html") ||
                  html_equals(encoding.value, encoding.length, "application/xhtml+xml"));
    return holds ? OPEN_MATHML_HTML : OPEN_MATHML_XML;
  }
  return OPEN_MATHML;
}

bool html_foreign_handle(html_foreign *f, const html_tag *tag) {
  enum html_open_kind top = f->open[f->count - 1].kind;
  if (!tag->is_end) {
    if (top == OPEN_SVG_HTML || top == OPEN_MATHML_HTML) return true;
    if (top == OPEN_MATHML_TEXT && !is(tag, "mglyph") && !is(tag, "malignmark")) return true;
    if (top == OPEN_MATHML_XML && is(tag, "svg")) return true;
    if (breaks_out(tag)) {
      size_t count = f->count;
      while (count && !holds_html(f->open[count - 1].kind)) count--;
      pop_to(f, count);
      return true;
    }
    if (!tag->is_self_closing) push(f, kind_within(top, tag), tag);
    return false;
  }
  if (is(tag, "br") || is(tag, "p")) {
    size_t count = f->count;
    while (count && !holds_html(f->open[count - 1].kind)) count--;
    pop_to(f, count);
    return true;
  }
  uint32_t name = name_hash(tag);
  for (size_t i = f->count; i > 0 && f->open[i - 1].kind != OPEN_TEMPLATE; i--)
    if (f->open[i - 1].name == name) {
      pop_to(f, i - 1);
      return false;
    }
  return true;
}

bool html_foreign_enter(html_foreign *f, const html_tag *tag) {
  if (is(tag, "template")) {
    if (!tag->is_end) {
      push(f, OPEN_TEMPLATE, tag);
    } else if (f->templates) {
      size_t count = f->count;
      while (f->open[count - 1].kind != OPEN_TEMPLATE) count--;
      pop_to(f, count - 1);
    }
    return true;
  }
  bool svg = is(tag, "svg");
  if (tag->is_end || !(svg || is(tag, "math"))) return false;
  if (!tag->is_self_closing) push(f, svg ? OPEN_SVG : OPEN_MATHML, tag);
  return true;
}
