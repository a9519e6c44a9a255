// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Inverse tangent, sine and cosine.
//
// atan(v/u) = j π/4 + atan t, |t| <= √2 - 1, t = v/u, (v - u)/(v + u) or -u/v for j = 0, 1, 2;
// atan t = t + t z A(z), z = t².

#ifndef HOLON_INVERSE_H
#define HOLON_INVERSE_H

#define h_asin HOLON_NAME(h_asin)
#define h_acos HOLON_NAME(h_acos)
#define h_atan HOLON_NAME(h_atan)
#define h_atan2 HOLON_NAME(h_atan2)  ///< h_atan2(y, x)
#define h_atan_poly HOLON_NAME(h_atan_poly)
#define h_atan_ratio HOLON_NAME(h_atan_ratio)
#define h_atan2_special HOLON_NAME(h_atan2_special)
#define h_asin_poly HOLON_NAME(h_asin_poly)
#define h_asin_parts HOLON_NAME(h_asin_parts)
#endif  // HOLON_INVERSE_H

#if (HOLON_LANES == 1 && !defined(HOLON_INVERSE_H_1)) || \
    (HOLON_LANES == 8 && !defined(HOLON_INVERSE_H_8))
#if HOLON_LANES == 1
#define HOLON_INVERSE_H_1
#else
#define HOLON_INVERSE_H_8
#endif

HOLON_INLINE HT h_atan_poly(HT z) {
  HT z2 = z * z, z4 = z2 * z2;
  HT high = HOLON_P3(z, z2, -0x1.9cd270e454ba0p-5, 0x1.37d481817499ap-5, -0x1.2566c39917e01p-6);
  HT middle = HOLON_P4(z, z2, -0x1.745cf8dba5885p-4, 0x1.3b11190fba860p-4, -0x1.10ebb7b17bb2ap-4,
                       0x1.df0f3ffae1df5p-5);
  HT low = HOLON_P4(z, z2, -0x1.555555555553dp-2, 0x1.9999999995869p-3, -0x1.24924922ad510p-3,
                    0x1.c71c70e60871bp-4);
  return h_fma(z4, h_fma(z4, high, middle), low);
}

/// Angle of the point (u, v), u and v positive and of moderate size, in the upper half plane;
/// `left` means that u represents -u.
HOLON_INLINE HT h_atan_ratio(HT v, HT u, HM left) {
  HT low = u * 0x1.a827999fcef32p-2, high = u * 0x1.3504f333f9de6p+1;  // (√2 - 1) u, (√2 + 1) u
  HM middle = h_lt(low, v), steep = h_lt(high, v);
  HT one = h_set(1.0), zero = h_set(0.0);
  HT plus = v + u, minus = v - u;
  // The larger of u and v must be first in an exact sum of the two.
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
  // where they are used, may overflow or underflow.
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
  HT square =
      0.5 * (1.0 - a);  // exact where it is used; beyond 1 it is negative, which gives NaN below
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
