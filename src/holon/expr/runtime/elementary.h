// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Elementary functions for one number or eight at a time (see lanes.h, which comes before), error
// at most 1 ulp everywhere, special values as in C99 Annex F. The measured errors, the cost and the
// origin of the constants are in docs/design/elementary.md; tools/minimax.py derives them.
//
// The usual arguments take a path without branches. Where any lane needs more (huge angles, pow of
// a negative number, …), a cold function does those lanes and leaves the others as they are.
// "x + y" below is a sum of two doubles, |y| <= ulp(x)/2 or so: x carries the name, y the name
// with _lo.

#ifndef HOLON_ELEMENTARY_H
#define HOLON_ELEMENTARY_H

#define h_exp HOLON_NAME(h_exp)
#define h_log HOLON_NAME(h_log)
#define h_pow HOLON_NAME(h_pow)
#define h_sin HOLON_NAME(h_sin)
#define h_cos HOLON_NAME(h_cos)
#define h_sincos HOLON_NAME(h_sincos)  ///< h_sincos(x, &s, &c): both for little more than one
#define h_tan HOLON_NAME(h_tan)
#define h_asin HOLON_NAME(h_asin)
#define h_acos HOLON_NAME(h_acos)
#define h_atan HOLON_NAME(h_atan)
#define h_atan2 HOLON_NAME(h_atan2)  ///< h_atan2(y, x)
#define h_sinh HOLON_NAME(h_sinh)
#define h_cosh HOLON_NAME(h_cosh)
#define h_tanh HOLON_NAME(h_tanh)

#define h_pair HOLON_NAME(h_pair)
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
#define h_sum HOLON_NAME(h_sum)
#define h_quotient HOLON_NAME(h_quotient)
#define h_exp_reduced HOLON_NAME(h_exp_reduced)
#define h_exp_reduce HOLON_NAME(h_exp_reduce)
#define h_exp_add HOLON_NAME(h_exp_add)
#define h_exp_parts HOLON_NAME(h_exp_parts)
#define h_exp_sum HOLON_NAME(h_exp_sum)
#define h_scale HOLON_NAME(h_scale)
#define h_hyperbolic HOLON_NAME(h_hyperbolic)
#define h_hyperbolic_parts HOLON_NAME(h_hyperbolic_parts)
#define h_log_split HOLON_NAME(h_log_split)
#define h_log_normal HOLON_NAME(h_log_normal)
#define h_log_special HOLON_NAME(h_log_special)
#define h_log_extended HOLON_NAME(h_log_extended)
#define h_pow_special HOLON_NAME(h_pow_special)
#define h_atan_poly HOLON_NAME(h_atan_poly)
#define h_atan_ratio HOLON_NAME(h_atan_ratio)
#define h_atan2_special HOLON_NAME(h_atan2_special)
#define h_asin_poly HOLON_NAME(h_asin_poly)
#define h_asin_parts HOLON_NAME(h_asin_parts)

/// c0 + c1 t, and so on, arranged for short chains; t2 = t t.
#define HOLON_P2(t, c0, c1) h_fma(t, h_set(c1), h_set(c0))
#define HOLON_P3(t, t2, c0, c1, c2) h_fma(t2, h_set(c2), HOLON_P2(t, c0, c1))
#define HOLON_P4(t, t2, c0, c1, c2, c3) h_fma(t2, HOLON_P2(t, c2, c3), HOLON_P2(t, c0, c1))

// A magic number: x + kMagic has the integer nearest to x in its low bits.
#define HOLON_MAGIC 0x1.8p52

// π/2 in 53 + 33 + 53 bits. An integer of 20 bits times the second is exact.
#define HOLON_PIO2_1 0x1.921fb54442d18p+0
#define HOLON_PIO2_2 0x1.1a626331p-54
#define HOLON_PIO2_3 0x1.1701b839a2520p-88
#define HOLON_PIO2_REST 0x1.1a62633145c07p-54  // π/2 - HOLON_PIO2_1
// Largest angle of the usual path: 2^20 quarter turns.
#define HOLON_TRIG_LIMIT 0x1.921fb5p+20

// log 2 in 40 + 53 bits.
#define HOLON_LN2_1 0x1.62e42fefa4p-1
#define HOLON_LN2_2 -0x1.8432a1b0e2634p-43

/// x mod π/2 for finite x > 2^20: returns the nearest integer n of x/(π/2), modulo 4, and the rest
/// hi + lo in [-π/4, π/4]. Payne and Hanek (1983): of the product of x and 2/π only the bits
/// around the binary point are formed, 190 of them behind it, as integers.
HOLON_COLD __UINT64_TYPE__ h_reduce_huge(double x, double* hi, double* lo) {
  __extension__ typedef unsigned __int128 wide;
  typedef __UINT64_TYPE__ word;
  // One empty word, then the bits of 2/π behind the binary point.
  static const word inverse[22] = {0,
                                   0xa2f9836e4e441529u,
                                   0xfc2757d1f534ddc0u,
                                   0xdb6295993c439041u,
                                   0xfe5163abdebbc561u,
                                   0xb7246e3a424dd2e0u,
                                   0x06492eea09d1921cu,
                                   0xfe1deb1cb129a73eu,
                                   0xe88235f52ebb4484u,
                                   0xe99c7026b45f7e41u,
                                   0x3991d639835339f4u,
                                   0x9c845f8bbdf9283bu,
                                   0x1ff897ffde05980fu,
                                   0xef2f118b5a0a6d1fu,
                                   0x6d367ecf27cb09b7u,
                                   0x4f463f669e5fea2du,
                                   0x7527bac7ebe5f17bu,
                                   0x3d0739f78a5292eau,
                                   0x6bfb5fb11f8d5d08u,
                                   0x56033046fc7b6babu,
                                   0xf0cfbc209af4361du,
                                   0};
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
  // v = m f mod 2^192: two bits before the point, 190 behind it.
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
  // The first 106 significant bits as two doubles. No double comes closer than 2^-62 to a multiple
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
#endif  // HOLON_ELEMENTARY_H

#if (HOLON_LANES == 1 && !defined(HOLON_ELEMENTARY_H_1)) || \
    (HOLON_LANES == 8 && !defined(HOLON_ELEMENTARY_H_8))
#if HOLON_LANES == 1
#define HOLON_ELEMENTARY_H_1
#else
#define HOLON_ELEMENTARY_H_8
#endif

typedef struct {
  HT hi, lo;
} h_pair;

/// a + b exactly, if |a| >= |b| or a is a multiple of ulp(b).
HOLON_INLINE h_pair h_sum(HT a, HT b) {
  h_pair r;
  r.hi = a + b;
  r.lo = (a - r.hi) + b;
  return r;
}

/// (a + a_lo)/(b + b_lo) to about 100 bits; 1/b must be a normal number.
HOLON_INLINE h_pair h_quotient(HT a, HT a_lo, HT b, HT b_lo) {
  HT inverse = 1.0 / b;
  h_pair r;
  r.hi = a * inverse;
  HT rest = h_fma(-r.hi, b, a);
  r.lo = (rest + h_fma(-r.hi, b_lo, a_lo)) * inverse;
  return r;
}

// ---- sine, cosine, tangent --------------------------------------------------------------------
//
// x = n π/2 + r, |r| <= π/4, r as a sum of two doubles (Cody and Waite). Then with z = r²
//   sin r = r + r z S(z),   cos r = 1 - z/2 + z² C(z),
// each as a leading term and a small rest, and n mod 4 chooses between them and the sign.

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

/// For lanes beyond the limit; the others give anything.
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

// ---- exponential and hyperbolic functions -----------------------------------------------------
//
// x = n log 2 + r, |r| <= log(2)/2, r as a sum of two doubles; with z = r²
//   sinh r = r + r z S(z),   cosh r = 1 + z/2 + z² C(z),   e^r = cosh r + sinh r.

typedef struct {
  HI n;         ///< n + 1023 + 1023 as an integer
  HT n_number;  ///< n
  HT r, r_lo;
} h_exp_reduced;

HOLON_INLINE h_exp_reduced h_exp_reduce(HT x) {
  h_exp_reduced e;
  HT shifted = h_fma(x, h_set(0x1.71547652b82fep+0), h_set(HOLON_MAGIC));
  e.n_number = shifted - HOLON_MAGIC;
  e.n = h_bits(shifted) - (0x4338000000000000u - 2046u);
  HT r0 = h_fma(-e.n_number, h_set(HOLON_LN2_1), x);  // exact
  e.r = h_fma(-e.n_number, h_set(HOLON_LN2_2), r0);
  e.r_lo = h_fma(-e.n_number, h_set(HOLON_LN2_2), r0 - e.r);
  return e;
}

/// The same with a small addition to r, up to 2^-40 or so.
HOLON_INLINE h_exp_reduced h_exp_add(h_exp_reduced e, HT addition) {
  h_pair r = h_sum(e.r, e.r_lo + addition);
  e.r = r.hi;
  e.r_lo = r.lo;
  return e;
}

/// value 2^n, rounded once, for n from -2000 to 2046; `n` holds n + 2046.
HOLON_INLINE HT h_scale(HT value, HI n) {
  HI first = n >> 1;
  return value * h_number(first << 52) * h_number((n - first) << 52);
}

/// cosh_lo = cosh r - 1 and sinh_lo = sinh r - r.
HOLON_INLINE void h_exp_parts(h_exp_reduced e, HT* cosh_lo, HT* sinh_lo) {
  HT z = e.r * e.r, z2 = z * z;
  HT S = h_fma(z2,
               HOLON_P3(z, z2, 0x1.a01a01b0251b1p-13, 0x1.71ddf79dfee85p-19, 0x1.af601c1c64405p-26),
               HOLON_P2(z, 0x1.5555555555559p-3, 0x1.111111110f624p-7));
  HT C = h_fma(z2,
               HOLON_P3(z, z2, 0x1.a01a01ad876b2p-16, 0x1.27e4cbf4939a8p-22, 0x1.1f8c1888d63e8p-29),
               HOLON_P2(z, 0x1.5555555555558p-5, 0x1.6c16c16c14ff0p-10));
  *cosh_lo = z * h_fma(z, C, h_set(0.5));
  *sinh_lo = z * e.r * S;
}

/// e^(r + r_lo) as a sum.
HOLON_INLINE h_pair h_exp_sum(h_exp_reduced e) {
  HT cosh_lo, sinh_lo;
  h_exp_parts(e, &cosh_lo, &sinh_lo);
  h_pair s = h_sum(h_set(1.0), e.r);
  s.lo = s.lo + (h_fma(e.r_lo, e.r, e.r_lo) + (cosh_lo + sinh_lo));
  return s;
}

HOLON_FUNCTION HT h_exp(HT x) {
  // Beyond these bounds the result is 0 or infinity; a NaN passes.
  HT a = h_select(h_lt(h_set(710.0), x), h_set(710.0), x);
  a = h_select(h_lt(a, h_set(-746.0)), h_set(-746.0), a);
  h_exp_reduced e = h_exp_reduce(a);
  h_pair s = h_exp_sum(e);
  return h_scale(s.hi + s.lo, e.n);
}

/// sinh a = 2^n (sinh + sinh_lo) and cosh a likewise for a >= 0:
///   2 sinh a = 2^n (cosh r + sinh r) - 2^-n (cosh r - sinh r).
typedef struct {
  h_exp_reduced e;
  h_pair sinh, cosh;
} h_hyperbolic;

HOLON_INLINE h_hyperbolic h_hyperbolic_parts(HT a) {
  h_hyperbolic h;
  h.e = h_exp_reduce(a);
  HT c, s;
  h_exp_parts(h.e, &c, &s);
  s = s + h.e.r_lo;
  // 2^(-2n-1), or 0 where that is lost beside 1/2.
  HT small = h_number((1022 - 2 * (h.e.n - 2046)) << 52);
  small = h_select(h_lt(h_set(40.0), h.e.n_number), h_set(0.0), small);
  h_pair minus = h_sum(h_set(0.5), -small), plus = h_sum(h_set(0.5), small);
  h.sinh.hi = h_fma(plus.hi, h.e.r, minus.hi);
  h.sinh.lo = h_fma(plus.hi, h.e.r, minus.hi - h.sinh.hi);
  h.sinh.lo = h.sinh.lo + h_fma(plus.hi, s, h_fma(minus.hi, c, h_fma(plus.lo, h.e.r, minus.lo)));
  h.cosh.hi = h_fma(minus.hi, h.e.r, plus.hi);
  h.cosh.lo = h_fma(minus.hi, h.e.r, plus.hi - h.cosh.hi);
  h.cosh.lo = h.cosh.lo + h_fma(minus.hi, s, h_fma(plus.hi, c, h_fma(minus.lo, h.e.r, plus.lo)));
  return h;
}

HOLON_FUNCTION HT h_sinh(HT x) {
  HT a = h_abs(x);
  h_hyperbolic h = h_hyperbolic_parts(h_select(h_lt(h_set(711.0), a), h_set(711.0), a));
  HT value = h_scale(h.sinh.hi + h.sinh.lo, h.e.n);
  return h_number(h_bits(value) | h_sign_bit(x));
}
HOLON_FUNCTION HT h_cosh(HT x) {
  HT a = h_abs(x);
  h_hyperbolic h = h_hyperbolic_parts(h_select(h_lt(h_set(711.0), a), h_set(711.0), a));
  return h_scale(h.cosh.hi + h.cosh.lo, h.e.n);
}
HOLON_FUNCTION HT h_tanh(HT x) {
  HT a = h_abs(x);
  h_hyperbolic h = h_hyperbolic_parts(h_select(h_lt(h_set(22.0), a), h_set(22.0), a));
  h_pair s = h_sum(h.sinh.hi, h.sinh.lo), c = h_sum(h.cosh.hi, h.cosh.lo);
  h_pair q = h_quotient(s.hi, s.lo, c.hi, c.lo);
  return h_number(h_bits(q.hi + q.lo) | h_sign_bit(x));
}

// ---- logarithm and power ----------------------------------------------------------------------
//
// x = 2^k m, m in [√½, √2), f = m - 1, s = f/(2 + f), z = s²:
//   log m = 2 artanh s = 2 s + s z L(z) = f - f²/2 + s (f²/2 + z L(z)).

/// For normal positive x.
HOLON_INLINE HT h_log_split(HT x, HT* k) {
  HI t = h_bits(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
  *k = h_number((t >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
  return h_number((t & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu);
}

/// log x + k0 log 2 for normal positive x.
HOLON_INLINE HT h_log_normal(HT x, HT k0) {
  HT k, f = h_log_split(x, &k) - 1.0;
  k = k + k0;
  HT s = f / (f + 2.0);
  HT z = s * s, z2 = z * z;
  HT L = HOLON_P3(z, z2, 0x1.74663b9f07c6cp-3, 0x1.39a20bb6f0f1ap-3, 0x1.2f02544647da5p-3);
  L = h_fma(z2, h_fma(z2, L, HOLON_P2(z, 0x1.24924941db11ep-2, 0x1.c71c521a3dcf0p-3)),
            HOLON_P2(z, 0x1.5555555555592p-1, 0x1.999999997ff66p-2));
  HT half = 0.5 * f;
  HT g = h_fma(-half, f, f), g_lo = h_fma(-half, f, f - g);
  h_pair sum = h_sum(k * HOLON_LN2_1, g);  // the product is exact
  HT rest = h_fma(s, h_fma(half, f, z * L), h_fma(k, h_set(HOLON_LN2_2), g_lo));
  return sum.hi + (sum.lo + rest);
}

HOLON_COLD HT h_log_special(HT x, HM usual, HT value) {
  HT zero = h_set(0.0), infinity = h_set(__builtin_inf());
  HT r = h_log_normal(x * 0x1p54, h_set(-54.0));  // subnormal numbers
  r = h_select(h_eq(x, zero), -infinity, r);
  r = h_select(h_lt(x, zero), h_set(__builtin_nan("")), r);
  r = h_select(h_eq(x, infinity), infinity, r);
  r = h_select(h_eq(x, x), r, x);
  return h_select(usual, value, r);
}
HOLON_FUNCTION HT h_log(HT x) {
  HT value = h_log_normal(x, h_set(0.0));
  HM usual = h_both(h_le(h_set(0x1p-1022), x), h_lt(x, h_set(__builtin_inf())));
  return HOLON_UNLIKELY(h_any(h_not(usual))) ? h_log_special(x, usual, value) : value;
}

/// log x + k0 log 2 to about 66 bits for normal positive x:
///   log m = 2 s + s z (2/3 + z L(z)), all but L in twice the precision.
HOLON_INLINE h_pair h_log_extended(HT x, HT k0) {
  HT k, m = h_log_split(x, &k), f = m - 1.0;
  k = k + k0;
  HT d = m + 1.0;
  h_pair s = h_quotient(f, h_set(0.0), d, m - (d - 1.0));
  HT z = s.hi * s.hi;
  HT z_lo = h_fma(s.hi, s.hi, -z) + 2.0 * s.hi * s.lo;
  HT z2 = z * z;
  HT L = HOLON_P3(z, z2, 0x1.3b1eeaa25a994p-3, 0x1.0f7ffb9f03076p-3, 0x1.0e42997d8ba86p-3);
  L = h_fma(z2, h_fma(z2, L, HOLON_P2(z, 0x1.c71c722d40ce7p-3, 0x1.745ce9ee27945p-3)),
            HOLON_P2(z, 0x1.9999999999b2fp-2, 0x1.2492492457f29p-2));
  h_pair c = h_sum(h_set(0x1.5555555555555p-1), z * L);
  c.lo = c.lo + 0x1.5555555555555p-55;
  HT p = s.hi * z;
  HT p_lo = h_fma(s.hi, z, -p) + h_fma(s.hi, z_lo, s.lo * z);
  HT q = p * c.hi;
  HT q_lo = h_fma(p, c.hi, -q) + h_fma(p, c.lo, p_lo * c.hi);
  h_pair a = h_sum(k * HOLON_LN2_1, 2.0 * s.hi);
  h_pair b = h_sum(a.hi, q);
  HT rest = h_fma(h_set(2.0), s.lo, h_fma(k, h_set(HOLON_LN2_2), q_lo));
  return h_sum(b.hi, a.lo + b.lo + rest);
}

/// The whole of C99 F.9.4.4 for the lanes that are not usual.
HOLON_COLD HT h_pow_special(HT x, HT y, HM usual, HT value) {
  HT zero = h_set(0.0), one = h_set(1.0), infinity = h_set(__builtin_inf());
  HT a = h_abs(x), size = h_abs(y);
  HM tiny = h_lt(a, h_set(0x1p-1022));
  h_pair log_a = h_log_extended(h_select(tiny, a * 0x1p54, a), h_select(tiny, h_set(-54.0), zero));
  HT t = y * log_a.hi;
  HT t_lo = h_fma(y, log_a.hi, -t) + y * log_a.lo;
  t_lo = h_select(h_lt(h_abs(t), h_set(800.0)), t_lo, zero);
  t = h_max(h_min(t, h_set(800.0)), h_set(-800.0));
  h_exp_reduced e = h_exp_reduce(t);
  h_pair s = h_exp_sum(h_exp_add(e, t_lo));
  HT r = h_scale(s.hi + s.lo, e.n);
  HM grows = h_lt(zero, y);
  r = h_select(h_eq(a, zero), h_select(grows, zero, infinity), r);
  r = h_select(h_eq(a, infinity), h_select(grows, infinity, zero), r);
  // 0 and infinity to the power infinity are right already, 1 to it is not.
  HT unbounded = h_select(h_eq(h_truth(h_lt(one, a)), h_truth(grows)), infinity, zero);
  unbounded = h_select(h_eq(a, one), one, unbounded);
  r = h_select(h_eq(size, infinity), unbounded, r);
  // Every double from 2^53 on is an even integer.
  HM negative = h_bits_negative(h_bits(x));
  HM whole = h_eq(h_floor(y), y);
  HT half = 0.5 * y;
  HM odd = h_both(whole, h_not(h_eq(h_floor(half), half)));
  r = h_select(h_both(negative, odd), -r, r);
  HM ordinary = h_both(h_lt(zero, a), h_lt(a, infinity));
  r = h_select(h_both(h_both(negative, ordinary), h_not(whole)), h_set(__builtin_nan("")), r);
  r = h_select(h_both(h_eq(x, x), h_eq(y, y)), r, x + y);
  r = h_select(h_either(h_eq(x, one), h_eq(y, zero)), one, r);
  return h_select(usual, value, r);
}
HOLON_FUNCTION HT h_pow(HT x, HT y) {
  h_pair log_x = h_log_extended(x, h_set(0.0));
  HT t = y * log_x.hi;
  HT t_lo = h_fma(y, log_x.hi, -t) + y * log_x.lo;
  h_exp_reduced e = h_exp_reduce(t);
  h_pair s = h_exp_sum(h_exp_add(e, t_lo));
  HT value = (s.hi + s.lo) * h_number((e.n - 1023) << 52);
  HM usual = h_both(h_both(h_le(h_set(0x1p-1022), x), h_lt(x, h_set(__builtin_inf()))),
                    h_le(h_abs(t), h_set(708.0)));
  return HOLON_UNLIKELY(h_any(h_not(usual))) ? h_pow_special(x, y, usual, value) : value;
}

// ---- inverse tangent, sine and cosine ---------------------------------------------------------
//
// atan(v/u) = j π/4 + atan t, |t| <= √2 - 1, t = v/u, (v - u)/(v + u) or -u/v for j = 0, 1, 2;
// atan t = t + t z A(z), z = t².

HOLON_INLINE HT h_atan_poly(HT z) {
  HT z2 = z * z, z4 = z2 * z2;
  HT high = HOLON_P3(z, z2, -0x1.9cd270e454ba0p-5, 0x1.37d481817499ap-5, -0x1.2566c39917e01p-6);
  HT middle = HOLON_P4(z, z2, -0x1.745cf8dba5885p-4, 0x1.3b11190fba860p-4, -0x1.10ebb7b17bb2ap-4,
                       0x1.df0f3ffae1df5p-5);
  HT low = HOLON_P4(z, z2, -0x1.555555555553dp-2, 0x1.9999999995869p-3, -0x1.24924922ad510p-3,
                    0x1.c71c70e60871bp-4);
  return h_fma(z4, h_fma(z4, high, middle), low);
}

/// Angle of the point (u, v), u and v positive and of middling size, in the upper half plane where
/// `left` says that u stands for -u.
HOLON_INLINE HT h_atan_ratio(HT v, HT u, HM left) {
  HT low = u * 0x1.a827999fcef32p-2, high = u * 0x1.3504f333f9de6p+1;  // (√2 - 1) u, (√2 + 1) u
  HM middle = h_lt(low, v), steep = h_lt(high, v);
  HT one = h_set(1.0), zero = h_set(0.0);
  HT plus = v + u, minus = v - u;
  // The larger of u and v comes first in an exact sum of the two.
  HT large = h_max(u, v), little = h_min(u, v);
  HT plus_lo = (large - plus) + little;
  HT minus_size = large - little;
  HT minus_lo = (large - minus_size) - little;
  minus_lo = h_select(h_lt(v, u), -minus_lo, minus_lo);
  HT a = h_select(steep, -u, h_select(middle, minus, v));
  HT a_lo = h_select(steep, zero, h_select(middle, minus_lo, zero));
  HT b = h_select(steep, v, h_select(middle, plus, u));
  HT b_lo = h_select(steep, zero, h_select(middle, plus_lo, zero));
  HT j = h_select(steep, h_set(2.0), h_select(middle, one, zero));
  h_pair t = h_quotient(a, a_lo, b, b_lo);
  HI sign = h_bits(h_select(left, h_set(-0.0), zero));
  j = h_select(left, 4.0 - j, j);
  t.hi = h_number(h_bits(t.hi) ^ sign);
  t.lo = h_number(h_bits(t.lo) ^ sign);
  HT z = t.hi * t.hi;
  HT rest = h_fma(t.hi * z, h_atan_poly(z), h_fma(-z, t.lo, t.lo));
  HT base = j * (0.5 * HOLON_PIO2_1);
  HT base_lo = h_fma(j, h_set(0.5 * HOLON_PIO2_1), -base) + j * (0.5 * HOLON_PIO2_REST);
  h_pair sum = h_sum(base, t.hi);
  return sum.hi + (sum.lo + (rest + base_lo));
}

HOLON_FUNCTION HT h_atan(HT x) {
  HT a = h_abs(x);
  a = h_select(h_lt(h_set(0x1p60), a), h_set(0x1p60), a);
  HT value = h_atan_ratio(a, h_set(1.0), h_lt(a, h_set(0.0)));
  return h_number(h_bits(value) | h_sign_bit(x));
}

HOLON_COLD HT h_atan2_special(HT y, HT x, HM usual, HT value) {
  HT zero = h_set(0.0), one = h_set(1.0), infinity = h_set(__builtin_inf());
  HT u = h_abs(x), v = h_abs(y);
  HM left = h_bits_negative(h_bits(x));
  HM both_unbounded = h_both(h_eq(u, infinity), h_eq(v, infinity));
  u = h_select(both_unbounded, one, u);
  v = h_select(both_unbounded, one, v);
  u = h_select(h_both(h_eq(u, zero), h_eq(v, zero)), one, u);
  // Far from the diagonal the angle is v/u or a multiple of π/2. There the scaled numbers, exact
  // where they are used, may overflow or vanish.
  HM large = h_lt(h_set(0x1p400), h_max(u, v));
  HT scale = h_select(large, h_set(0x1p-600), h_set(0x1p600));
  HT us = u * scale, vs = v * scale;
  HM flat = h_lt(vs, us * 0x1p-64), steep = h_lt(us, vs * 0x1p-64);
  HT near = h_atan_ratio(h_select(h_either(flat, steep), one, vs),
                         h_select(h_either(flat, steep), one, us), left);
  HT r = h_select(steep, h_set(HOLON_PIO2_1), near);
  r = h_select(flat, h_select(left, h_set(2.0 * HOLON_PIO2_1), v / u), r);
  r = h_number(h_bits(r) | h_sign_bit(y));
  r = h_select(h_both(h_eq(x, x), h_eq(y, y)), r, x + y);
  return h_select(usual, value, r);
}
HOLON_FUNCTION HT h_atan2(HT y, HT x) {
  HT u = h_abs(x), v = h_abs(y);
  HT value = h_atan_ratio(v, u, h_bits_negative(h_bits(x)));
  value = h_number(h_bits(value) | h_sign_bit(y));
  HM usual = h_both(h_both(h_le(h_set(0x1p-450), u), h_le(u, h_set(0x1p450))),
                    h_both(h_le(h_set(0x1p-450), v), h_le(v, h_set(0x1p450))));
  return HOLON_UNLIKELY(h_any(h_not(usual))) ? h_atan2_special(y, x, usual, value) : value;
}

// asin t = t + t z A(z), z = t², |t| <= 1/2; beyond it asin t = π/2 - 2 asin √((1 - t)/2).
HOLON_INLINE HT h_asin_poly(HT z) {
  HT z2 = z * z, z4 = z2 * z2;
  HT high = h_fma(z4, h_set(0x1.0b479f68943a6p-5),
                  HOLON_P4(z, z2, 0x1.613c1f3a28f29p-7, 0x1.e5fe3bb351dcdp-9, 0x1.639a0ec0c2cf7p-6,
                           -0x1.57fc368e087c5p-6));
  HT middle = HOLON_P4(z, z2, 0x1.6e8bdee179383p-6, 0x1.1c49f04a45405p-6, 0x1.ca1f8e19b193dp-7,
                       0x1.758590f8e83f1p-7);
  HT low = HOLON_P4(z, z2, 0x1.5555555555577p-3, 0x1.333333332e130p-4, 0x1.6db6db72127c5p-5,
                    0x1.f1c71a94e9400p-6);
  return h_fma(z4, h_fma(z4, high, middle), low);
}

/// The root t + t_lo of (1 - a)/2 where a > 1/2, else a; and t z A(z).
HOLON_INLINE h_pair h_asin_parts(HT a, HM far, HT* rest) {
  HT square = 0.5 * (1.0 - a);  // exact where it is used; negative, and NaN below, beyond 1
  HT root = h_sqrt(square);
  h_pair t;
  t.hi = h_select(far, root, a);
  HT correction = h_fma(-root, root, square) * (0.5 / (root + 0x1p-900));
  t.lo = h_select(far, correction, h_set(0.0));
  HT z = h_select(far, square, a * a);
  *rest = t.hi * z * h_asin_poly(z);
  return t;
}

HOLON_FUNCTION HT h_asin(HT x) {
  HT a = h_abs(x), rest;
  HM far = h_lt(h_set(0.5), a);
  h_pair t = h_asin_parts(a, far, &rest);
  h_pair sum = h_sum(h_set(HOLON_PIO2_1), -2.0 * t.hi);
  HT outside = sum.hi + (sum.lo + (HOLON_PIO2_REST - 2.0 * (t.lo + rest)));
  HT value = h_select(far, outside, t.hi + rest);
  return h_number(h_bits(value) | h_sign_bit(x));
}

HOLON_FUNCTION HT h_acos(HT x) {
  HT a = h_abs(x), rest;
  HM far = h_lt(h_set(0.5), a), left = h_lt(x, h_set(0.0));
  h_pair t = h_asin_parts(a, far, &rest);
  // π/2 -+ asin a near 0, 2 asin √(…) near 1, π less that near -1.
  HT two = h_select(far, h_set(2.0), h_set(1.0));
  HT base =
      h_select(far, h_select(left, h_set(2.0 * HOLON_PIO2_1), h_set(0.0)), h_set(HOLON_PIO2_1));
  HT base_lo = h_select(far, h_select(left, h_set(2.0 * HOLON_PIO2_REST), h_set(0.0)),
                        h_set(HOLON_PIO2_REST));
  HM minus = h_either(h_both(far, left), h_both(h_not(far), h_not(left)));
  HT factor = h_select(minus, -two, two);
  h_pair sum = h_sum(base, factor * t.hi);
  return sum.hi + (sum.lo + h_fma(factor, t.lo + rest, base_lo));
}
#endif
