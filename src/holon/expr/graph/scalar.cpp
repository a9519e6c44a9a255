// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/scalar.h"

#undef HOLON_LANES
#define HOLON_LANES 1
#include "holon/expr/runtime/lanes.h"
//
#include "holon/expr/runtime/elementary.h"

namespace holon::detail {

double runtime_exp(double x) { return h_exp(x); }
double runtime_log(double x) { return h_log(x); }
double runtime_pow(double x, double y) { return h_pow(x, y); }
double runtime_sin(double x) { return h_sin(x); }
double runtime_cos(double x) { return h_cos(x); }
double runtime_tan(double x) { return h_tan(x); }
double runtime_asin(double x) { return h_asin(x); }
double runtime_acos(double x) { return h_acos(x); }
double runtime_atan(double x) { return h_atan(x); }
double runtime_atan2(double y, double x) { return h_atan2(y, x); }
double runtime_sinh(double x) { return h_sinh(x); }
double runtime_cosh(double x) { return h_cosh(x); }
double runtime_tanh(double x) { return h_tanh(x); }
double runtime_sign(double x) { return h_sign(x); }

}  // namespace holon::detail
