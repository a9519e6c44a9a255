// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Elementary functions for one number or eight at a time (see lanes.h, which comes before), error
// at most 1 ulp everywhere, special values as in C99 Annex F. The measured errors, the cost and the
// origin of the constants are in docs/design/elementary.md; tools/minimax.py derives them.
//
// Common arguments take a path without branches. If any lane needs more (huge angles, pow of a
// negative number, …), a cold function computes those lanes and leaves the others unchanged.
//
//   h_exp(x) h_log(x) h_pow(x, y)
//   h_sin(x) h_cos(x) h_tan(x), h_sincos(x, &sine, &cosine): both for little more than one
//   h_asin(x) h_acos(x) h_atan(x) h_atan2(y, x)
//   h_sinh(x) h_cosh(x) h_tanh(x)

#include "holon/expr/runtime/sums.h"
//
#include "holon/expr/runtime/trigonometric.h"
//
#include "holon/expr/runtime/exponential.h"
//
#include "holon/expr/runtime/logarithm.h"
//
#include "holon/expr/runtime/inverse.h"
