// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Logarithm and power.
//
// x = 2^k m, m in [√½, √2), f = m - 1, s = f/(2 + f), z = s²:
//   log m = 2 artanh s = 2 s + s z L(z) = f - f²/2 + s (f²/2 + z L(z)).

#ifndef HOLON_LOGARITHM_H
#define HOLON_LOGARITHM_H

#define h_log HOLON_NAME(h_log)
#define h_pow HOLON_NAME(h_pow)
#define h_log_split HOLON_NAME(h_log_split)
#define h_log_normal HOLON_NAME(h_log_normal)
#define h_log_special HOLON_NAME(h_log_special)
#define h_log_extended HOLON_NAME(h_log_extended)
#define h_pow_special HOLON_NAME(h_pow_special)
#endif  // HOLON_LOGARITHM_H

#if (HOLON_LANES == 1 && !defined(HOLON_LOGARITHM_H_1)) || \
    (HOLON_LANES == 8 && !defined(HOLON_LOGARITHM_H_8))
#if HOLON_LANES == 1
#define HOLON_LOGARITHM_H_1
#else
#define HOLON_LOGARITHM_H_8
#endif

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

/// All cases of C99 F.9.4.4, for lanes with special arguments.
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
#endif
