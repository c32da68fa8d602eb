#pragma once
// Tags, and the raw text after some of them, by the tokenizer of the HTML standard.

#include "html_internal.h"

enum html_attribute {
  ATTR_PROPERTY, ATTR_NAME, ATTR_HTTP_EQUIV, ATTR_CONTENT, ATTR_CHARSET, ATTR_REL, ATTR_TYPE,
  ATTR_SIZES, ATTR_HREF, ATTR_LANG, ATTR_ENCODING, ATTR_COLOR, ATTR_FACE, ATTR_SIZE, ATTR_COUNT,
};

extern const char *const html_attribute_names[ATTR_COUNT];

typedef struct {
  const uint8_t *value;  // NULL when the attribute is absent; without its quotes
  size_t length;
  uint8_t quote;  // '"', '\'' or 0
} html_attribute_value;

typedef struct {
  const uint8_t *name;
  size_t name_length;
  bool is_end, is_self_closing;
  html_attribute_value attributes[ATTR_COUNT];  // filled in only when asked for
} html_tag;

// Reads the tag whose name begins at `p` (after "<" or "</"). Returns the first byte after its ">",
// or NULL when the page ends inside: the standard emits no token then. Of an attribute given twice
// the first counts.
const uint8_t *html_tag_read(const uint8_t *p, const uint8_t *end, bool with_attributes,
                             html_tag *tag);

// The first byte after the comment, declaration or CDATA section that begins at `p` with "<!" or
// "<?", or "</" before something that is no letter.
const uint8_t *html_skip_markup(const uint8_t *p, const uint8_t *end, bool in_foreign_content);

// The "<" of the end tag `name` (in lower case), or `end`. For RCDATA and RAWTEXT.
const uint8_t *html_find_end_tag(const uint8_t *p, const uint8_t *end, const char *name);

// The same for script data, whose escaped states hide some end tags.
const uint8_t *html_find_script_end(const uint8_t *p, const uint8_t *end);
