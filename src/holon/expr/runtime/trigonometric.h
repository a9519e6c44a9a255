// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sine, cosine, tangent.
//
// x = n π/2 + r, |r| <= π/4, r as a sum of two doubles (Cody and Waite). Then with z = r²
//   sin r = r + r z S(z),   cos r = 1 - z/2 + z² C(z),
// each as a leading term and a small remainder; n mod 4 selects one of them and the sign.

#ifndef HOLON_TRIGONOMETRIC_H
#define HOLON_TRIGONOMETRIC_H

#define h_sin HOLON_NAME(h_sin)
#define h_cos HOLON_NAME(h_cos)
#define h_sincos HOLON_NAME(h_sincos)  ///< h_sincos(x, &s, &c): both for little more than one
#define h_tan HOLON_NAME(h_tan)
#define h_trig HOLON_NAME(h_trig)
#define h_trig_parts HOLON_NAME(h_trig_parts)
#define h_trig_reduce HOLON_NAME(h_trig_reduce)
#define h_trig_huge HOLON_NAME(h_trig_huge)
#define h_trig_sin HOLON_NAME(h_trig_sin)
#define h_trig_cos HOLON_NAME(h_trig_cos)
#define h_trig_tan HOLON_NAME(h_trig_tan)
#define h_sin_huge HOLON_NAME(h_sin_huge)
#define h_cos_huge HOLON_NAME(h_cos_huge)
#define h_tan_huge HOLON_NAME(h_tan_huge)

// Largest angle of the common path: 2^20 quarter revolutions.
#define HOLON_TRIG_LIMIT 0x1.921fb5p+20

/// x mod π/2 for finite x > 2^20: returns the nearest integer n of x/(π/2), modulo 4, and the rest
/// hi + lo in [-π/4, π/4]. Payne and Hanek (1983): of the product of x and 2/π only the bits
/// around the binary point are computed, 190 of them after it, as integers.
HOLON_COLD __UINT64_TYPE__ h_reduce_huge(double x, double* hi, double* lo) {
  __extension__ typedef unsigned __int128 wide;
  typedef __UINT64_TYPE__ word;
  // One empty word, then the bits of 2/π after the binary point.
  // clang-format off
  static const word inverse[22] = {
      0, 0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
      0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u,
      0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
      0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu,
      0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu, 0xf0cfbc209af4361du, 0};
  // clang-format on
  word bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  // x = m 2^e; bits of 2/π above 2^(2-e) contribute multiples of 4.
  word m = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
  int e = (int)(bits >> 52) - 1075;
  int start = e - 2 + 64, from = start / 64, shift = start % 64;
  word f[3];
  for (int i = 0; i < 3; ++i) {
    f[i] = inverse[from + i] << shift;
    if (shift) f[i] |= inverse[from + i + 1] >> (64 - shift);
  }
  // v = m f mod 2^192: two bits before the point, 190 after it.
  wide low = (wide)m * f[2], middle = (wide)m * f[1] + (word)(low >> 64);
  word v[3] = {m * f[0] + (word)(middle >> 64), (word)middle, (word)low};
  word n = v[0] >> 62, negative = (v[0] >> 61) & 1;
  v[0] <<= 2, v[0] |= v[1] >> 62;
  v[1] <<= 2, v[1] |= v[2] >> 62;
  v[2] <<= 2;
  if (negative) {
    n = (n + 1) & 3;
    v[2] = ~v[2] + 1;
    v[1] = ~v[1] + (v[2] == 0);
    v[0] = ~v[0] + (v[2] == 0 && v[1] == 0);
  }
  // The first 106 significant bits as two doubles. No double is closer than 2^-62 to a multiple
  // of π/2, so there are at most 62 leading zeros.
  int zeros = v[0] ? __builtin_clzll(v[0]) : 63;
  word first = v[0], second = v[1];
  if (zeros) {
    first = v[0] << zeros | v[1] >> (64 - zeros);
    second = v[1] << zeros | v[2] >> (64 - zeros);
  }
  double a = (double)(first >> 11), b = (double)((first << 53 | second >> 11) >> 11);
  word scale_bits = (word)(1023 - 53 - zeros) << 52;
  double scale;
  __builtin_memcpy(&scale, &scale_bits, sizeof scale);
  if (negative) scale = -scale;
  a *= scale;
  b *= scale * 0x1p-53;
  double p = a * HOLON_PIO2_1;
  double q = __builtin_fma(a, HOLON_PIO2_1, -p) + (a * HOLON_PIO2_REST + b * HOLON_PIO2_1);
  *hi = p + q;
  *lo = (p - *hi) + q;
  return n;
}
#endif  // HOLON_TRIGONOMETRIC_H

#if (HOLON_LANES == 1 && !defined(HOLON_TRIGONOMETRIC_H_1)) || \
    (HOLON_LANES == 8 && !defined(HOLON_TRIGONOMETRIC_H_8))
#if HOLON_LANES == 1
#define HOLON_TRIGONOMETRIC_H_1
#else
#define HOLON_TRIGONOMETRIC_H_8
#endif

typedef struct {
  HI n;            ///< quarter turns modulo 4 in the two lowest bits
  HT sin, sin_lo;  ///< sin r = sin + sin_lo, |sin_lo| <= 0.11 |sin|
  HT cos, cos_lo;  ///< cos r = cos + cos_lo, |cos_lo| <= 0.03 cos
  HT S;            ///< S(z)
} h_trig;

HOLON_INLINE h_trig h_trig_parts(HI n, HT r, HT r_lo) {
  h_trig t;
  HT z = r * r, z2 = z * z;
  HT S = h_fma(z2, HOLON_P2(z, -0x1.ae5e4b994eb77p-26, 0x1.5d8b7194b5324p-33),
               HOLON_P2(z, -0x1.a01a019be91adp-13, 0x1.71de35551f6edp-19));
  S = h_fma(z2, S, HOLON_P2(z, -0x1.5555555555548p-3, 0x1.111111110f730p-7));
  HT C = h_fma(z2, HOLON_P2(z, 0x1.1ee9dbcc37aecp-29, -0x1.8fa68244314a9p-37),
               HOLON_P2(z, 0x1.a01a019c8f23ep-16, -0x1.27e4f7f18ed5ap-22));
  C = h_fma(z2, C, HOLON_P2(z, 0x1.555555555554bp-5, -0x1.6c16c16c15015p-10));
  HT half = 0.5 * r;
  t.n = n;
  t.cos = h_fma(-half, r, h_set(1.0));
  t.cos_lo = h_fma(-half, r, 1.0 - t.cos);  // the rounding error of the line above
  t.cos_lo = h_fma(z2, C, h_fma(-r, r_lo, t.cos_lo));
  t.sin = r;
  t.sin_lo = h_fma(z * r, S, r_lo * t.cos);
  t.S = S;
  return t;
}

/// For 0 <= a <= HOLON_TRIG_LIMIT.
HOLON_INLINE h_trig h_trig_reduce(HT a) {
  HT shifted = h_fma(a, h_set(0x1.45f306dc9c883p-1), h_set(HOLON_MAGIC));
  HT n = shifted - HOLON_MAGIC;
  HT r0 = h_fma(-n, h_set(HOLON_PIO2_1), a);  // exact
  HT r = h_fma(-n, h_set(HOLON_PIO2_2), r0);  // the product is exact
  HT r_lo = h_fma(-n, h_set(HOLON_PIO2_2), r0 - r);
  r_lo = h_fma(-n, h_set(HOLON_PIO2_3), r_lo);
  return h_trig_parts(h_bits(shifted), r, r_lo);
}

/// For lanes beyond the limit; results of the others are arbitrary.
HOLON_FUNCTION h_trig h_trig_huge(HT a) {
  HI n = h_set_bits(0);
  HT r = h_set(0.0), r_lo = r;
  for (int l = 0; l < HOLON_WIDTH; ++l) {
    double hi = 0.0, lo = 0.0, x = h_lane(a, l);
    __UINT64_TYPE__ turns = 0;
    if (x > HOLON_TRIG_LIMIT && x <= 0x1.fffffffffffffp+1023) {
      turns = h_reduce_huge(x, &hi, &lo);
    } else {
      hi = x - x;  // NaN for infinity and NaN
    }
    r = h_put(r, l, hi);
    r_lo = h_put(r_lo, l, lo);
    n = h_bits(h_put(h_number(n), l, h_lane(h_number(h_set_bits(turns)), 0)));
  }
  return h_trig_parts(n, r, r_lo);
}

HOLON_INLINE HT h_trig_sin(h_trig t, HI sign) {
  HM odd = h_bits_negative(t.n << 63);
  HT value = h_select(odd, t.cos, t.sin) + h_select(odd, t.cos_lo, t.sin_lo);
  return h_number(h_bits(value) ^ ((t.n << 62 & HOLON_SIGN) ^ sign));
}
HOLON_INLINE HT h_trig_cos(h_trig t) {
  HM odd = h_bits_negative(t.n << 63);
  HT value = h_select(odd, t.sin, t.cos) + h_select(odd, t.sin_lo, t.cos_lo);
  return h_number(h_bits(value) ^ ((t.n + 1) << 62 & HOLON_SIGN));
}
HOLON_INLINE HT h_trig_tan(h_trig t, HI sign) {
  HM odd = h_bits_negative(t.n << 63);
  // The rounding errors of z r in sin_lo: enough to matter in the quotient.
  HT z = t.sin * t.sin, cube = z * t.sin;
  HT cube_lo = h_fma(t.sin, h_fma(t.sin, t.sin, -z), h_fma(z, t.sin, -cube));
  t.sin_lo = h_fma(t.S, cube_lo, t.sin_lo);
  h_pair s = h_sum(t.sin, t.sin_lo), c = h_sum(t.cos, t.cos_lo);
  h_pair q = h_quotient(h_select(odd, c.hi, s.hi), h_select(odd, c.lo, s.lo),
                        h_select(odd, s.hi, c.hi), h_select(odd, s.lo, c.lo));
  return h_number(h_bits(q.hi + q.lo) ^ ((t.n << 63) ^ sign));
}

HOLON_COLD HT h_sin_huge(HT x, HM usual, HT value) {
  return h_select(usual, value, h_trig_sin(h_trig_huge(h_abs(x)), h_sign_bit(x)));
}
HOLON_COLD HT h_cos_huge(HT x, HM usual, HT value) {
  return h_select(usual, value, h_trig_cos(h_trig_huge(h_abs(x))));
}
HOLON_COLD HT h_tan_huge(HT x, HM usual, HT value) {
  return h_select(usual, value, h_trig_tan(h_trig_huge(h_abs(x)), h_sign_bit(x)));
}

HOLON_FUNCTION HT h_sin(HT x) {
  HT a = h_abs(x);
  HT value = h_trig_sin(h_trig_reduce(a), h_sign_bit(x));
  HM usual = h_le(a, h_set(HOLON_TRIG_LIMIT));
  return HOLON_UNLIKELY(h_any(h_not(usual))) ? h_sin_huge(x, usual, value) : value;
}
HOLON_FUNCTION HT h_cos(HT x) {
  HT a = h_abs(x);
  HT value = h_trig_cos(h_trig_reduce(a));
  HM usual = h_le(a, h_set(HOLON_TRIG_LIMIT));
  return HOLON_UNLIKELY(h_any(h_not(usual))) ? h_cos_huge(x, usual, value) : value;
}
HOLON_FUNCTION void h_sincos(HT x, HT* s, HT* c) {
  HT a = h_abs(x);
  h_trig t = h_trig_reduce(a);
  HT sine = h_trig_sin(t, h_sign_bit(x)), cosine = h_trig_cos(t);
  HM usual = h_le(a, h_set(HOLON_TRIG_LIMIT));
  if (HOLON_UNLIKELY(h_any(h_not(usual)))) {
    sine = h_sin_huge(x, usual, sine);
    cosine = h_cos_huge(x, usual, cosine);
  }
  *s = sine;
  *c = cosine;
}
HOLON_FUNCTION HT h_tan(HT x) {
  HT a = h_abs(x);
  HT value = h_trig_tan(h_trig_reduce(a), h_sign_bit(x));
  HM usual = h_le(a, h_set(HOLON_TRIG_LIMIT));
  return HOLON_UNLIKELY(h_any(h_not(usual))) ? h_tan_huge(x, usual, value) : value;
}
#endif
