#pragma once
// Where the scanner is: inside a template, inside SVG or MathML, or in plain HTML.
//
// Only what changes the reading of tags is kept: templates, and elements in a foreign namespace.
// HTML elements between them make no difference to what the scanner looks for.

#include "html_tag.h"

enum { HTML_MAX_FOREIGN = 128 };

enum html_open_kind {
  OPEN_TEMPLATE,     // its contents are HTML, but no part of the document
  OPEN_SVG,          // an SVG element
  OPEN_SVG_HTML,     // an SVG element that holds HTML: foreignObject, desc, title
  OPEN_MATHML,       // a MathML element
  OPEN_MATHML_TEXT,  // mi, mo, mn, ms, mtext
  OPEN_MATHML_XML,   // annotation-xml
  OPEN_MATHML_HTML,  // annotation-xml whose encoding is HTML
};

typedef struct {
  struct {
    uint8_t kind;
    uint32_t name;
  } open[HTML_MAX_FOREIGN];
  size_t count, templates;
} html_foreign;

// True when the current node is foreign.
static inline bool html_foreign_is_inside(const html_foreign *f) {
  return f->count && f->open[f->count - 1].kind != OPEN_TEMPLATE;
}

// Handles a tag in foreign content. True when it is to be read as HTML after all.
bool html_foreign_handle(html_foreign *f, const html_tag *tag);

// Handles <svg>, <math> and <template> tags in HTML content. True when the tag was one of them.
bool html_foreign_enter(html_foreign *f, const html_tag *tag);
