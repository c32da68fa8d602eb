#pragma once
// The double-byte tables of the Encoding Standard, as far as iconv knows them.

#include <stddef.h>
#include <stdint.h>

// Fills `table[(lead - 0x81) * 256 + trail]` with the code point that iconv gives for the bytes
// `prefix`, lead (0x81 to 0xFE), trail (0x40 to 0xFE); 0 where it gives none, or more than one.
// `names` is a list of the encoding's names, parted by spaces, of which the first that iconv knows
// is used. Returns 0, or -1 when it knows none: the table is then all 0.
int strata_charset_fill(const char *names, const uint8_t *prefix, size_t prefix_length,
                        uint32_t table[126 * 256]);

enum { STRATA_CHARSET_GB18030_COUNT = 39420 };

// Fills `table` with the code points of the four-byte sequences of GB 18030 up to 0x8431A439,
// those of the Basic Multilingual Plane, in their order; 0 where there is none. Returns 0, or -1.
int strata_charset_fill_gb18030(uint32_t table[STRATA_CHARSET_GB18030_COUNT]);
