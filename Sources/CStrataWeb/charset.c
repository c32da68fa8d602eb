#include "strata_charset.h"

#include <iconv.h>
#include <string.h>

static iconv_t open_first(const char *names) {
  char name[32];
  while (*names) {
    size_t length = strcspn(names, " ");
    if (length < sizeof name) {
      memcpy(name, names, length);
      name[length] = 0;
      iconv_t converter = iconv_open("UTF-32LE", name);
      if (converter != (iconv_t)-1) return converter;
    }
    names += length + strspn(names + length, " ");
  }
  return (iconv_t)-1;
}

static uint32_t convert(iconv_t converter, const uint8_t *bytes, size_t length) {
  uint8_t result[16];
  char *in = (char *)bytes, *out = (char *)result;
  size_t in_left = length, out_left = sizeof result;
  iconv(converter, NULL, NULL, NULL, NULL);
  // A character may wait for one that combines with it: the last call brings it out.
  if (iconv(converter, &in, &in_left, &out, &out_left) == (size_t)-1 || in_left ||
      iconv(converter, NULL, NULL, &out, &out_left) == (size_t)-1 || out_left != sizeof result - 4)
    return 0;
  return result[0] | (uint32_t)result[1] << 8 | (uint32_t)result[2] << 16 |
         (uint32_t)result[3] << 24;
}

int strata_charset_fill(const char *names, const uint8_t *prefix, size_t prefix_length,
                        uint32_t table[126 * 256]) {
  memset(table, 0, 126 * 256 * sizeof *table);
  iconv_t converter = open_first(names);
  if (converter == (iconv_t)-1) return -1;
  uint8_t bytes[4];
  if (prefix_length) memcpy(bytes, prefix, prefix_length);
  for (int lead = 0x81; lead <= 0xFE; lead++)
    for (int trail = 0x40; trail <= 0xFE; trail++) {
      bytes[prefix_length] = (uint8_t)lead;
      bytes[prefix_length + 1] = (uint8_t)trail;
      table[(lead - 0x81) * 256 + trail] = convert(converter, bytes, prefix_length + 2);
    }
  iconv_close(converter);
  return 0;
}

int strata_charset_fill_gb18030(uint32_t table[STRATA_CHARSET_GB18030_COUNT]) {
  memset(table, 0, STRATA_CHARSET_GB18030_COUNT * sizeof *table);
  iconv_t converter = open_first("GB18030");
  if (converter == (iconv_t)-1) return -1;
  for (int i = 0; i < STRATA_CHARSET_GB18030_COUNT; i++) {
    uint8_t bytes[4] = {(uint8_t)(0x81 + i / 12600), (uint8_t)(0x30 + i / 1260 % 10),
                        (uint8_t)(0x81 + i / 10 % 126), (uint8_t)(0x30 + i % 10)};
    table[i] = convert(converter, bytes, 4);
  }
  iconv_close(converter);
  return 0;
}
