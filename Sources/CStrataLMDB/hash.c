#include <string.h>

#include "strata_lmdb.h"

static inline uint64_t strata_rotate(uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }

static inline uint64_t strata_load64(const uint8_t *at) {
  uint64_t x;
  memcpy(&x, at, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  x = __builtin_bswap64(x);
#endif
  return x;
}

static inline uint32_t strata_load32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline void strata_store64(uint8_t *at, uint64_t x) {
  for (int i = 0; i < 8; i++) at[i] = (uint8_t)(x >> (8 * i));
}

// SipHash-2-4, Aumasson and Bernstein 2012, with the 128-bit finalisation of its authors. Keyed,
// because keys come from strangers: who does not know the seed can't make two of them meet.
typedef struct {
  uint64_t a, b, c, d;
} strata_sip;

static inline void strata_sip_round(strata_sip *s) {
  s->a += s->b;
  s->c += s->d;
  s->b = strata_rotate(s->b, 13) ^ s->a;
  s->d = strata_rotate(s->d, 16) ^ s->c;
  s->a = strata_rotate(s->a, 32);
  s->c += s->b;
  s->a += s->d;
  s->b = strata_rotate(s->b, 17) ^ s->c;
  s->d = strata_rotate(s->d, 21) ^ s->a;
  s->c = strata_rotate(s->c, 32);
}

static inline void strata_sip_word(strata_sip *s, uint64_t word) {
  s->d ^= word;
  strata_sip_round(s);
  strata_sip_round(s);
  s->a ^= word;
}

void strata_siphash128(const uint8_t seed[16], const void *bytes, size_t length, uint8_t out[16]) {
  const uint8_t *at = bytes;
  uint64_t k0 = strata_load64(seed), k1 = strata_load64(seed + 8);
  strata_sip s = {
      k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du ^ 0xee, k0 ^ 0x6c7967656e657261u,
      k1 ^ 0x7465646279746573u};
  for (size_t words = length / 8; words > 0; words--, at += 8) {
    strata_sip_word(&s, strata_load64(at));
  }
  uint64_t last = (uint64_t)length << 56;
  for (size_t i = 0; i < length % 8; i++) last |= (uint64_t)at[i] << (8 * i);
  strata_sip_word(&s, last);
  s.c ^= 0xee;
  for (int i = 0; i < 4; i++) strata_sip_round(&s);
  strata_store64(out, s.a ^ s.b ^ s.c ^ s.d);
  s.b ^= 0xdd;
  for (int i = 0; i < 4; i++) strata_sip_round(&s);
  strata_store64(out + 8, s.a ^ s.b ^ s.c ^ s.d);
}

// XXH64, written from the algorithm's public description: four lanes of 8 bytes, so its speed is
// that of the multiplier, and every bit of the input reaches every bit of the sum.
#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u

static inline uint64_t strata_lane(uint64_t lane, uint64_t word) {
  return strata_rotate(lane + word * P2, 31) * P1;
}

static inline uint64_t strata_merge(uint64_t sum, uint64_t lane) {
  return (sum ^ strata_lane(0, lane)) * P1 + P4;
}

uint64_t strata_checksum(uint64_t seed, const void *bytes, size_t length) {
  const uint8_t *at = bytes;
  size_t left = length;
  uint64_t sum;
  if (left >= 32) {
    uint64_t a = seed + P1 + P2, b = seed + P2, c = seed, d = seed - P1;
    for (; left >= 32; left -= 32, at += 32) {
      a = strata_lane(a, strata_load64(at));
      b = strata_lane(b, strata_load64(at + 8));
      c = strata_lane(c, strata_load64(at + 16));
      d = strata_lane(d, strata_load64(at + 24));
    }
    sum = strata_rotate(a, 1) + strata_rotate(b, 7) + strata_rotate(c, 12) + strata_rotate(d, 18);
    sum = strata_merge(strata_merge(strata_merge(strata_merge(sum, a), b), c), d);
  } else {
    sum = seed + P5;
  }
  sum += (uint64_t)length;
  for (; left >= 8; left -= 8, at += 8) {
    sum = strata_rotate(sum ^ strata_lane(0, strata_load64(at)), 27) * P1 + P4;
  }
  for (; left >= 4; left -= 4, at += 4) {
    sum = strata_rotate(sum ^ (uint64_t)strata_load32(at) * P1, 23) * P2 + P3;
  }
  for (; left > 0; left--, at++) sum = strata_rotate(sum ^ *at * P5, 11) * P1;
  sum = (sum ^ sum >> 33) * P2;
  sum = (sum ^ sum >> 29) * P3;
  return sum ^ sum >> 32;
}
