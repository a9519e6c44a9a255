// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/expr/graph/graph.h"

/// The elementary functions of runtime/elementary.h, one number at a time: the same bits as the
/// engines give.
namespace holon::detail {

double runtime_exp(double x);
double runtime_log(double x);
double runtime_pow(double x, double y);
double runtime_sin(double x);
double runtime_cos(double x);
double runtime_tan(double x);
double runtime_asin(double x);
double runtime_acos(double x);
double runtime_atan(double x);
double runtime_atan2(double y, double x);
double runtime_sinh(double x);
double runtime_cosh(double x);
double runtime_tanh(double x);
double runtime_sign(double x);
/// Value (0) or derivative of a table, as runtime/table.h numbers them; y is unused for a 1-D one.
double runtime_table(const TableData& table, int derivative, double x, double y);

}  // namespace holon::detail
