// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// One number or eight at a time, from the same source text. This is C11 and C++20 without any
// #include: it is compiled into the tape, pasted before generated C and exported with it.
//
// Define HOLON_LANES as 1 (the default) or 8 and include the file; to have both in one translation
// unit include it (and the others) again with the other value. Every name below is a macro that
// stands for the name with the suffix _1 or _8, by the value of the last inclusion:
//
//   HT   the number: double, or a vector of HOLON_WIDTH of them
//   HI   its bits: unsigned 64-bit integers, with + - & | ^ << >> as usual
//   HM   a truth value per lane; its representation is private
//
// Eight lanes lie side by side in memory, element i of lane l at [8 i + l]. HOLON_WIDTH of them are
// computed at once: 8, or with HOLON_NARROW defined as many as a register holds (8 with AVX-512, 4
// with AVX, 2 otherwise), since gcc keeps wider vectors in memory. Code for the narrow form is run
// for the lanes from 0, HOLON_WIDTH, 2 HOLON_WIDTH, … on, with its pointers offset accordingly.
// With HOLON_LANES 1 the width is 1.
//
// All operations are correctly rounded and act on each lane separately, so that a lane's bits
// depend neither on the width nor on its neighbours, the compiler or the processor. (Payloads and
// signs of NaNs are not guaranteed.) Compile with -ffp-contract=off -fno-math-errno.

#ifdef __FAST_MATH__
#error "Holon's arithmetic needs IEEE rules: compile without -ffast-math"
#endif

#ifndef HOLON_LANES
#define HOLON_LANES 1
#endif

#ifndef HOLON_LANES_H
#define HOLON_LANES_H

#define HOLON_INLINE static inline __attribute__((always_inline, unused))
#define HOLON_FUNCTION static inline __attribute__((unused))
#define HOLON_COLD static __attribute__((noinline, cold, unused))
#define HOLON_UNLIKELY(x) __builtin_expect(!!(x), 0)

#define HT HOLON_NAME(HT)
#define HI HOLON_NAME(HI)
#define HM HOLON_NAME(HM)
#define h_set HOLON_NAME(h_set)            ///< the same double in every lane
#define h_set_bits HOLON_NAME(h_set_bits)  ///< the same bits in every lane
#define h_load HOLON_NAME(h_load)          ///< HOLON_WIDTH doubles from memory
#define h_store HOLON_NAME(h_store)        ///< … to memory
#define h_bits HOLON_NAME(h_bits)          ///< HT as HI
#define h_number HOLON_NAME(h_number)      ///< HI as HT
#define h_lane HOLON_NAME(h_lane)          ///< one lane as a double
#define h_put HOLON_NAME(h_put)            ///< h_put(a, l, x): a with lane l = x
#define h_lt HOLON_NAME(h_lt)              ///< a < b; false if either is NaN
#define h_le HOLON_NAME(h_le)              ///< a <= b; likewise
#define h_eq HOLON_NAME(h_eq)              ///< a == b; likewise
#define h_gt(a, b) h_lt(b, a)
#define h_ge(a, b) h_le(b, a)
#define h_bits_negative HOLON_NAME(h_bits_negative)  ///< lanes whose highest bit is set
#define h_both HOLON_NAME(h_both)                    ///< of truth values: and
#define h_either HOLON_NAME(h_either)                ///< or
#define h_not HOLON_NAME(h_not)                      ///< not
#define h_any HOLON_NAME(h_any)                      ///< an int: is any lane true?
#define h_select HOLON_NAME(h_select)                ///< h_select(m, a, b): a where m, else b
#define h_truth HOLON_NAME(h_truth)                  ///< 1.0 where m, else 0.0
#define h_nonzero HOLON_NAME(h_nonzero)              ///< a != 0; true for NaN
#define h_fma HOLON_NAME(h_fma)                      ///< a b + c, rounded once
#define h_sqrt HOLON_NAME(h_sqrt)                    ///< square root
#define h_abs HOLON_NAME(h_abs)                      ///< |a|
#define h_floor HOLON_NAME(h_floor)                  ///< largest integer <= a
#define h_rint HOLON_NAME(h_rint)                    ///< nearest integer, ties to even
#define h_min HOLON_NAME(h_min)                      ///< a < b ? a : b
#define h_max HOLON_NAME(h_max)                      ///< a > b ? a : b
#define h_sign HOLON_NAME(h_sign)                    ///< 1, -1, or a itself for ±0 and NaN
#define h_sign_bit HOLON_NAME(h_sign_bit)            ///< only the sign bit of a, as HI

#define HOLON_SIGN 0x8000000000000000u

#if defined(__has_builtin)
#define HOLON_HAS(builtin) __has_builtin(builtin)
#else
#define HOLON_HAS(builtin) 0
#endif
#endif  // HOLON_LANES_H

#undef HOLON_NAME
#undef HOLON_WIDTH
#if HOLON_LANES == 1
#define HOLON_NAME(name) name##_1
#define HOLON_WIDTH 1
#elif HOLON_LANES == 8
#define HOLON_NAME(name) name##_8
#define HOLON_WIDTH HOLON_WIDTH_8
#else
#error "HOLON_LANES is 1 or 8"
#endif

#if HOLON_LANES == 1 && !defined(HOLON_LANES_H_1)
#define HOLON_LANES_H_1

typedef double HT;
typedef __UINT64_TYPE__ HI;
typedef int HM;

HOLON_INLINE HT h_set(double a) { return a; }
HOLON_INLINE HI h_set_bits(HI a) { return a; }
HOLON_INLINE HT h_load(const double* p) { return *p; }
HOLON_INLINE void h_store(double* p, HT a) { *p = a; }
HOLON_INLINE HI h_bits(HT a) {
  HI r;
  __builtin_memcpy(&r, &a, sizeof r);
  return r;
}
HOLON_INLINE HT h_number(HI a) {
  HT r;
  __builtin_memcpy(&r, &a, sizeof r);
  return r;
}
HOLON_INLINE double h_lane(HT a, int lane) { return (void)lane, a; }
HOLON_INLINE HT h_put(HT a, int lane, double x) { return (void)a, (void)lane, x; }

HOLON_INLINE HM h_lt(HT a, HT b) { return a < b; }
HOLON_INLINE HM h_le(HT a, HT b) { return a <= b; }
HOLON_INLINE HM h_eq(HT a, HT b) { return a == b; }
HOLON_INLINE HM h_bits_negative(HI a) { return (int)(a >> 63); }
HOLON_INLINE HM h_both(HM a, HM b) { return a & b; }
HOLON_INLINE HM h_either(HM a, HM b) { return a | b; }
HOLON_INLINE HM h_not(HM a) { return a ^ 1; }
HOLON_INLINE int h_any(HM a) { return a; }
HOLON_INLINE HT h_select(HM m, HT a, HT b) { return m ? a : b; }

HOLON_INLINE HT h_fma(HT a, HT b, HT c) { return __builtin_fma(a, b, c); }
HOLON_INLINE HT h_sqrt(HT a) { return __builtin_sqrt(a); }
HOLON_INLINE HT h_min(HT a, HT b) { return a < b ? a : b; }
HOLON_INLINE HT h_max(HT a, HT b) { return a > b ? a : b; }

#define HOLON_LANES_COMMON
#endif  // one lane

#if HOLON_LANES == 8 && !defined(HOLON_LANES_H_8)
#define HOLON_LANES_H_8

// Nothing here crosses a library boundary by value. (GCC honours only -Wno-psabi itself.)
#pragma GCC diagnostic ignored "-Wpsabi"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && HOLON_HAS(__builtin_ia32_cmppd512_mask) && \
    HOLON_HAS(__builtin_ia32_cvtq2mask512)
#define HOLON_AVX512 1
#else
#define HOLON_AVX512 0
#endif
#ifndef HOLON_WIDTH_8
#if HOLON_AVX512 || !defined(HOLON_NARROW)
#define HOLON_WIDTH_8 8
#elif defined(__AVX__)
#define HOLON_WIDTH_8 4
#else
#define HOLON_WIDTH_8 2
#endif
#endif

typedef double HT __attribute__((vector_size(8 * HOLON_WIDTH_8)));
typedef __UINT64_TYPE__ HI __attribute__((vector_size(8 * HOLON_WIDTH_8)));
typedef __INT64_TYPE__ h_signed_8 __attribute__((vector_size(8 * HOLON_WIDTH_8)));
typedef double HT_unaligned_8
    __attribute__((vector_size(8 * HOLON_WIDTH_8), aligned(8), may_alias));
#if HOLON_AVX512
typedef unsigned char HM;
#else
typedef HI HM;  // all ones or all zeros
#endif

#if HOLON_WIDTH_8 == 8
#define HOLON_ALL(a) a, a, a, a, a, a, a, a
#elif HOLON_WIDTH_8 == 4
#define HOLON_ALL(a) a, a, a, a
#else
#define HOLON_ALL(a) a, a
#endif
#if HOLON_WIDTH_8 == 8 && !HOLON_AVX512 && defined(__AVX__) && HOLON_HAS(__builtin_shufflevector)
#define HOLON_HALVES 1
#define HOLON_LOW(a) __builtin_shufflevector(a, a, 0, 1, 2, 3)
#define HOLON_HIGH(a) __builtin_shufflevector(a, a, 4, 5, 6, 7)
#define HOLON_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define HOLON_HALVES 0
#endif
HOLON_INLINE HT h_set(double a) {
  HT r = {HOLON_ALL(a)};
  return r;
}
HOLON_INLINE HI h_set_bits(__UINT64_TYPE__ a) {
  HI r = {HOLON_ALL(a)};
  return r;
}
HOLON_INLINE HT h_load(const double* p) { return *(const HT_unaligned_8*)p; }
HOLON_INLINE void h_store(double* p, HT a) { *(HT_unaligned_8*)p = a; }
HOLON_INLINE HI h_bits(HT a) { return (HI)a; }
HOLON_INLINE HT h_number(HI a) { return (HT)a; }
HOLON_INLINE double h_lane(HT a, int lane) { return a[lane]; }
HOLON_INLINE HT h_put(HT a, int lane, double x) {
  a[lane] = x;
  return a;
}

#if HOLON_AVX512
HOLON_INLINE HM h_lt(HT a, HT b) {
  return (HM)__builtin_ia32_cmppd512_mask(a, b, 17, (unsigned char)255, 4);
}
HOLON_INLINE HM h_le(HT a, HT b) {
  return (HM)__builtin_ia32_cmppd512_mask(a, b, 18, (unsigned char)255, 4);
}
HOLON_INLINE HM h_eq(HT a, HT b) {
  return (HM)__builtin_ia32_cmppd512_mask(a, b, 0, (unsigned char)255, 4);
}
HOLON_INLINE HM h_bits_negative(HI a) {
  typedef long long argument __attribute__((vector_size(64)));
  return (HM)__builtin_ia32_cvtq2mask512((argument)a);
}
HOLON_INLINE HM h_not(HM a) { return (HM)(a ^ 255); }
HOLON_INLINE int h_any(HM a) { return a != 0; }
HOLON_INLINE HT h_select(HM m, HT a, HT b) {
#if HOLON_HAS(__builtin_ia32_selectpd_512)
  return __builtin_ia32_selectpd_512(m, a, b);
#else
  return __builtin_ia32_blendmpd_512_mask(b, a, m);
#endif
}
#else
HOLON_INLINE HM h_lt(HT a, HT b) { return (HM)(a < b); }
HOLON_INLINE HM h_le(HT a, HT b) { return (HM)(a <= b); }
HOLON_INLINE HM h_eq(HT a, HT b) { return (HM)(a == b); }
HOLON_INLINE HM h_bits_negative(HI a) { return (HM)((h_signed_8)a < 0); }
HOLON_INLINE HM h_not(HM a) { return ~a; }
HOLON_INLINE int h_any(HM a) {
#if HOLON_WIDTH_8 == 4 && HOLON_HAS(__builtin_ia32_movmskpd256)
  return __builtin_ia32_movmskpd256((HT)a) != 0;
#elif HOLON_HALVES && HOLON_HAS(__builtin_ia32_movmskpd256)
  HT b = (HT)a;
  return (__builtin_ia32_movmskpd256(HOLON_LOW(b)) | __builtin_ia32_movmskpd256(HOLON_HIGH(b))) !=
         0;
#elif HOLON_WIDTH_8 == 2 && HOLON_HAS(__builtin_ia32_movmskpd)
  return __builtin_ia32_movmskpd((HT)a) != 0;
#else
  __UINT64_TYPE__ some = 0;
  for (int l = 0; l < HOLON_WIDTH_8; ++l) some |= a[l];
  return some != 0;
#endif
}
HOLON_INLINE HT h_select(HM m, HT a, HT b) {
#if HOLON_WIDTH_8 == 4 && HOLON_HAS(__builtin_ia32_blendvpd256)
  return __builtin_ia32_blendvpd256(b, a, (HT)m);
#else
  return (HT)((m & (HI)a) | (~m & (HI)b));
#endif
}
#endif
HOLON_INLINE HM h_both(HM a, HM b) { return (HM)(a & b); }
HOLON_INLINE HM h_either(HM a, HM b) { return (HM)(a | b); }

HOLON_INLINE HT h_fma(HT a, HT b, HT c) {
#if HOLON_AVX512
  return __builtin_ia32_vfmaddpd512_mask(a, b, c, (unsigned char)255, 4);
#elif HOLON_WIDTH_8 == 4 && defined(__FMA__) && HOLON_HAS(__builtin_ia32_vfmaddpd256)
  return __builtin_ia32_vfmaddpd256(a, b, c);
#elif HOLON_HALVES && defined(__FMA__) && HOLON_HAS(__builtin_ia32_vfmaddpd256)
  return HOLON_JOIN(__builtin_ia32_vfmaddpd256(HOLON_LOW(a), HOLON_LOW(b), HOLON_LOW(c)),
                    __builtin_ia32_vfmaddpd256(HOLON_HIGH(a), HOLON_HIGH(b), HOLON_HIGH(c)));
#else
  HT r;
  for (int l = 0; l < HOLON_WIDTH_8; ++l) r[l] = __builtin_fma(a[l], b[l], c[l]);
  return r;
#endif
}

HOLON_INLINE HT h_sqrt(HT a) {
#if HOLON_AVX512 && HOLON_HAS(__builtin_ia32_sqrtpd512_mask)
  return __builtin_ia32_sqrtpd512_mask(a, a, (unsigned char)255, 4);
#elif HOLON_AVX512 && HOLON_HAS(__builtin_ia32_sqrtpd512)
  return __builtin_ia32_sqrtpd512(a, 4);
#elif HOLON_WIDTH_8 == 4 && HOLON_HAS(__builtin_ia32_sqrtpd256)
  return __builtin_ia32_sqrtpd256(a);
#elif HOLON_HALVES && HOLON_HAS(__builtin_ia32_sqrtpd256)
  return HOLON_JOIN(__builtin_ia32_sqrtpd256(HOLON_LOW(a)),
                    __builtin_ia32_sqrtpd256(HOLON_HIGH(a)));
#elif HOLON_WIDTH_8 == 2 && HOLON_HAS(__builtin_ia32_sqrtpd)
  return __builtin_ia32_sqrtpd(a);
#else
  HT r;
  for (int l = 0; l < HOLON_WIDTH_8; ++l) r[l] = __builtin_sqrt(a[l]);
  return r;
#endif
}

HOLON_INLINE HT h_min(HT a, HT b) {
#if HOLON_AVX512 && HOLON_HAS(__builtin_ia32_minpd512_mask)
  return __builtin_ia32_minpd512_mask(a, b, a, (unsigned char)255, 4);
#elif HOLON_WIDTH_8 == 4 && HOLON_HAS(__builtin_ia32_minpd256)
  return __builtin_ia32_minpd256(a, b);
#else
  return h_select(h_lt(a, b), a, b);
#endif
}
HOLON_INLINE HT h_max(HT a, HT b) {
#if HOLON_AVX512 && HOLON_HAS(__builtin_ia32_maxpd512_mask)
  return __builtin_ia32_maxpd512_mask(a, b, a, (unsigned char)255, 4);
#elif HOLON_WIDTH_8 == 4 && HOLON_HAS(__builtin_ia32_maxpd256)
  return __builtin_ia32_maxpd256(a, b);
#else
  return h_select(h_lt(b, a), a, b);
#endif
}

#define HOLON_LANES_COMMON
#endif  // eight lanes

#ifdef HOLON_LANES_COMMON
#undef HOLON_LANES_COMMON

HOLON_INLINE HT h_abs(HT a) { return h_number(h_bits(a) & ~HOLON_SIGN); }
HOLON_INLINE HI h_sign_bit(HT a) { return h_bits(a) & HOLON_SIGN; }
HOLON_INLINE HT h_truth(HM m) { return h_select(m, h_set(1.0), h_set(0.0)); }
HOLON_INLINE HM h_nonzero(HT a) { return h_not(h_eq(a, h_set(0.0))); }
HOLON_INLINE HT h_sign(HT a) {
  HT zero = h_set(0.0);
  return h_select(h_lt(zero, a), h_set(1.0), h_select(h_lt(a, zero), h_set(-1.0), a));
}

// Adding 2^52 leaves no fraction bits; the sign is restored for -0.
HOLON_INLINE HT h_rint(HT a) {
  HT size = h_abs(a), big = h_set(0x1p52);
  HT rounded = h_number(h_bits((size + big) - big) | h_sign_bit(a));
  return h_select(h_lt(size, big), rounded, a);
}
HOLON_INLINE HT h_floor(HT a) {
#if HOLON_LANES == 1 && defined(__SSE4_1__)
  return __builtin_floor(a);
#elif HOLON_LANES == 8 && HOLON_AVX512 && HOLON_HAS(__builtin_ia32_rndscalepd_mask)
  return __builtin_ia32_rndscalepd_mask(a, 9, a, (unsigned char)255, 4);
#else
  HT rounded = h_rint(a);
  HT below = rounded - h_set(1.0);
  return h_select(h_lt(a, rounded), below, rounded);
#endif
}
#endif  // HOLON_LANES_COMMON
