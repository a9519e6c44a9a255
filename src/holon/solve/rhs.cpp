// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rhs.h"

#include "holon/base/errors.h"

namespace holon {

double Rhs::project(double /*t*/, double* /*x*/) { return 0; }

double Rhs::project_trial(double /*t*/, double* /*x*/) { return 0; }

double Rhs::measure_rank(double /*t*/, const double* /*x*/, int& /*rank*/) { return 1; }

void Rhs::run_jacobian(double /*t*/, const double* /*x*/, double* /*entries*/) {
  throw InternalError("this right side has no Jacobian");
}

ImplicitShape Rhs::implicit_shape(KeptEquations /*kept*/) {
  ImplicitShape shape;
  if (const Sparsity* pattern = size() > 0 ? jacobian_pattern() : nullptr) {
    shape.pattern = *pattern;
    shape.jacobian_operations = jacobian_operation_count();
  }
  shape.operations = operation_count();
  return shape;
}

void Rhs::find_unknowns(double /*t*/, const double* /*x*/, double* /*z*/) {}

void Rhs::run_implicit(double t, const double* x, const double* /*z*/, double* values) {
  run(&t, x, values);
}

void Rhs::run_implicit_jacobian(double t, const double* x, const double* /*z*/, double* entries) {
  run_jacobian(t, x, entries);
}

std::vector<StateGroup> Rhs::groups() const {
  std::vector<StateGroup> groups(static_cast<std::size_t>(size()));
  for (int i = 0; i < size(); ++i) groups[static_cast<std::size_t>(i)].offset = i;
  return groups;
}

std::string Rhs::state_name(int index) const { return "x[" + std::to_string(index) + "]"; }

}  // namespace holon
