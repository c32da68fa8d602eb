#include "strata_idn.h"

#include <idn2.h>
#include <string.h>

long strata_idn_to_ascii(const char *host, char *out, size_t capacity) {
  uint8_t *ascii = NULL;
  long length = -1;
  int flags = IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL;
  if (idn2_lookup_u8((const uint8_t *)host, &ascii, flags) != IDN2_OK) return -1;
  size_t size = strlen((char *)ascii);
  if (size < capacity) {
    memcpy(out, ascii, size + 1);
    length = (long)size;
  }
  idn2_free(ascii);
  return length;
}
