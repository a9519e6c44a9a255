// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Exponential and hyperbolic functions.
//
// x = n log 2 + r, |r| <= log(2)/2, r as a sum of two doubles; with z = r²
//   sinh r = r + r z S(z),   cosh r = 1 + z/2 + z² C(z),   e^r = cosh r + sinh r.

#ifndef HOLON_EXPONENTIAL_H
#define HOLON_EXPONENTIAL_H

#define h_exp HOLON_NAME(h_exp)
#define h_sinh HOLON_NAME(h_sinh)
#define h_cosh HOLON_NAME(h_cosh)
#define h_tanh HOLON_NAME(h_tanh)
#define h_exp_reduced HOLON_NAME(h_exp_reduced)
#define h_exp_reduce HOLON_NAME(h_exp_reduce)
#define h_exp_add HOLON_NAME(h_exp_add)
#define h_exp_parts HOLON_NAME(h_exp_parts)
#define h_exp_sum HOLON_NAME(h_exp_sum)
#define h_scale HOLON_NAME(h_scale)
#define h_hyperbolic HOLON_NAME(h_hyperbolic)
#define h_hyperbolic_parts HOLON_NAME(h_hyperbolic_parts)

// log 2 in 40 + 53 bits.
#define HOLON_LN2_1 0x1.62e42fefa4p-1
#define HOLON_LN2_2 -0x1.8432a1b0e2634p-43
#endif  // HOLON_EXPONENTIAL_H

#if (HOLON_LANES == 1 && !defined(HOLON_EXPONENTIAL_H_1)) || \
    (HOLON_LANES == 8 && !defined(HOLON_EXPONENTIAL_H_8))
#if HOLON_LANES == 1
#define HOLON_EXPONENTIAL_H_1
#else
#define HOLON_EXPONENTIAL_H_8
#endif

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
  // 2^(-2n-1), or 0 where that is negligible relative to 1/2.
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
#endif
