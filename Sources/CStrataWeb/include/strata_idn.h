#pragma once
#include <stddef.h>

// Writes the ASCII form (UTS #46, nontransitional) of a host name in UTF-8 to `out`, with a final
// NUL. Returns its length, or -1 when the name has none, or none that fits.
//
// libidn2 is called directly and not through libcurl, whose conversion goes by the locale of the
// process: a Swift program has the C locale unless it asks for another.
long strata_idn_to_ascii(const char *host, char *out, size_t capacity);
