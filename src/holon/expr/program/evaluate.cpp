// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/graph/function.h"
#include "holon/expr/program/program.h"

namespace holon {

std::vector<double> Function::evaluate(std::span<const double> arguments) const {
  check_argument_count(arguments.size());
  std::vector<double> result(outputs_.size());
  Workspace workspace;
  Program(*this).run(arguments.data(), result.data(), workspace);
  return result;
}

}  // namespace holon
