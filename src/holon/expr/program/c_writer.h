// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/expr/program/plan.h"

namespace holon::detail {

/// The plan as one C translation unit for 1 or 8 lanes, runtime included, that exports
///   void holon_run(const double* in, double* out, double* work, const double* pool,
///                  const int* table);
/// `work` is (Plan::work x lanes), 64-byte aligned; `table` is the plan's instance table, which the
/// text does not contain: equal kernels give equal text however many instances there are.
///
/// With `calls_solvers` linear solves of some size are calls of a table of functions
/// (BlockFunctions of this process, with the same bits) in the place of the runtime's text, whose
/// compilation takes longer than all else; the unit then also exports
///   void holon_set_solvers(const void* functions);
/// to be called first.
std::string write_c(const Plan& plan, int lanes, bool calls_solvers = false);

}  // namespace holon::detail
