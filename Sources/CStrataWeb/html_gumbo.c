#include <gumbo.h>
#include <stdlib.h>
#include <string.h>

#include "html_internal.h"

// Gumbo asks for many small pieces and checks none of its allocations. They come from blocks that
// are freed together, which is quicker than freeing the tree and needs no recursion; when memory
// runs out, the process could only crash inside gumbo, so it is ended here with a clear place to
// look at.
typedef struct block {
  struct block *previous;
  size_t used, capacity;
  _Alignas(16) uint8_t bytes[];
} block;

static void *arena_allocate(void *userdata, size_t size) {
  block **top = userdata;
  size = (size + 15) & ~(size_t)15;
  if (!*top || (*top)->capacity - (*top)->used < size) {
    size_t capacity = size > 64 * 1024 ? size : 64 * 1024;
    block *fresh = malloc(sizeof(block) + capacity);
    if (!fresh) abort();
    *fresh = (block){.previous = *top, .used = 0, .capacity = capacity};
    *top = fresh;
  }
  void *piece = (*top)->bytes + (*top)->used;
  (*top)->used += size;
  return piece;
}

static void arena_deallocate(void *userdata, void *piece) {
  (void)userdata;
  (void)piece;
}

static void arena_free(block *top) {
  while (top) {
    block *previous = top->previous;
    free(top);
    top = previous;
  }
}

static int slot_of(uint8_t kind, const char *name) {
  static const struct {
    uint8_t kind, slot;
    const char *name;
  } slots[] = {
      {STRATA_HTML_META, STRATA_HTML_PROPERTY, "property"},
      {STRATA_HTML_META, STRATA_HTML_NAME, "name"},
      {STRATA_HTML_META, STRATA_HTML_HTTP_EQUIV, "http-equiv"},
      {STRATA_HTML_META, STRATA_HTML_CONTENT, "content"},
      {STRATA_HTML_META, STRATA_HTML_CHARSET, "charset"},
      {STRATA_HTML_LINK, STRATA_HTML_REL, "rel"},
      {STRATA_HTML_LINK, STRATA_HTML_TYPE, "type"},
      {STRATA_HTML_LINK, STRATA_HTML_SIZES, "sizes"},
      {STRATA_HTML_LINK, STRATA_HTML_CONTENT, "href"},
      {STRATA_HTML_BASE, STRATA_HTML_CONTENT, "href"},
      {STRATA_HTML_ROOT, STRATA_HTML_CONTENT, "lang"},
  };
  for (size_t i = 0; i < sizeof slots / sizeof *slots; i++)
    if (slots[i].kind == kind && strcmp(slots[i].name, name) == 0) return slots[i].slot;
  return -1;
}

static void fill(html_collector *collector, size_t index, const GumboElement *element) {
  strata_html_item *item = (strata_html_item *)collector->items.data + index;
  if (item->kind == STRATA_HTML_TITLE) {
    const GumboNode *text = element->children.length ? element->children.data[0] : NULL;
    bool is_text = text && (text->type == GUMBO_NODE_TEXT || text->type == GUMBO_NODE_WHITESPACE);
    item->slots[STRATA_HTML_CONTENT] =
        html_collector_copy(collector, is_text ? text->v.text.text : "");
    return;
  }
  for (unsigned i = 0; i < element->attributes.length; i++) {
    const GumboAttribute *attribute = element->attributes.data[i];
    int slot = slot_of(item->kind, attribute->name);
    if (slot >= 0) item->slots[slot] = html_collector_copy(collector, attribute->value);
  }
}

int html_parse_reduced(const html_buffer *document, html_collector *collector) {
  if (document->length == 0) return 0;
  html_buffer page = {0};
  static const char head[] = "<!DOCTYPE html><html><head>";
  html_buffer_append(&page, head, sizeof head - 1);
  html_buffer_append(&page, document->data, document->length);
  if (page.failed) return 1;

  block *arena = NULL;
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = arena_allocate;
  options.deallocator = arena_deallocate;
  options.userdata = &arena;
  options.max_errors = 0;
  GumboOutput *output = gumbo_parse_with_options(&options, (char *)page.data, page.length);

  // All tags that the scanner writes belong to the head, so its children are the items in order,
  // JSON-LD left out.
  const GumboNode *first = output->root->v.element.children.length
                               ? output->root->v.element.children.data[0]
                               : NULL;
  const GumboVector *children = &first->v.element.children;
  size_t index = 0, count = html_collector_count(collector);
  for (unsigned i = 0; first && i < children->length && index < count; i++) {
    const GumboNode *node = children->data[i];
    if (node->type != GUMBO_NODE_ELEMENT) continue;
    const strata_html_item *items = (strata_html_item *)collector->items.data;
    while (index < count && items[index].kind == STRATA_HTML_JSONLD) index++;
    if (index < count) fill(collector, index++, &node->v.element);
  }
  arena_free(arena);
  free(page.data);
  return 0;
}
