// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sums of two doubles, and polynomials, for the elementary functions.
//
// "x + y" in the comments is such a sum, |y| <= ulp(x)/2 or so: x carries the name, y the name with
// _lo.

#ifndef HOLON_SUMS_H
#define HOLON_SUMS_H

#define h_pair HOLON_NAME(h_pair)
#define h_sum HOLON_NAME(h_sum)
#define h_quotient HOLON_NAME(h_quotient)

/// c0 + c1 t, and so on, arranged for short chains; t2 = t t.
#define HOLON_P2(t, c0, c1) h_fma(t, h_set(c1), h_set(c0))
#define HOLON_P3(t, t2, c0, c1, c2) h_fma(t2, h_set(c2), HOLON_P2(t, c0, c1))
#define HOLON_P4(t, t2, c0, c1, c2, c3) h_fma(t2, HOLON_P2(t, c2, c3), HOLON_P2(t, c0, c1))

// x + HOLON_MAGIC has the integer nearest to x in its low bits.
#define HOLON_MAGIC 0x1.8p52

// π/2 in 53 + 33 + 53 bits. An integer of 20 bits times the second is exact.
#define HOLON_PIO2_1 0x1.921fb54442d18p+0
#define HOLON_PIO2_2 0x1.1a626331p-54
#define HOLON_PIO2_3 0x1.1701b839a2520p-88
#define HOLON_PIO2_REST 0x1.1a62633145c07p-54  // π/2 - HOLON_PIO2_1

#endif  // HOLON_SUMS_H

#if (HOLON_LANES == 1 && !defined(HOLON_SUMS_H_1)) || (HOLON_LANES == 8 && !defined(HOLON_SUMS_H_8))
#if HOLON_LANES == 1
#define HOLON_SUMS_H_1
#else
#define HOLON_SUMS_H_8
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
#endif
