// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/inverse/kinetic_matrix.h"

#include "holon/base/errors.h"

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

KineticMatrix::KineticMatrix(const System& system) {
  if (!system.find_output("system.energy.kinetic"))
    throw ModelError("generalised efforts need a kinetic energy, which the model does not have");
  energy_ = Program(*system.select_outputs({"system.energy.kinetic"}), {.engine = Engine::jit});
  for (const StateBlock& block : system.states)
    if (block.role == StateBlock::Role::rate)
      for (int k = block.offset; k < block.offset + block.size; ++k) rates_.push_back(k);
}

MatrixXd KineticMatrix::calc(std::vector<double> in) {
  const auto n = static_cast<Index>(rates_.size());
  const auto at = [&](Index k) -> double& {
    return in[static_cast<std::size_t>(1 + rates_[static_cast<std::size_t>(k)])];
  };
  const auto energy = [&] {
    double T = 0;
    energy_.run(in.data(), &T, workspace_);
    return T;
  };
  for (Index k = 0; k < n; ++k) at(k) = 0;
  const double none = energy();
  VectorXd own(n);
  MatrixXd M(n, n);
  // By ±1: terms linear in the speeds (explicit time) cancel.
  for (Index k = 0; k < n; ++k) {
    at(k) = 1;
    own[k] = energy();
    at(k) = -1;
    M(k, k) = own[k] + energy() - 2 * none;
    at(k) = 0;
  }
  for (Index i = 0; i < n; ++i)
    for (Index k = i + 1; k < n; ++k) {
      at(i) = at(k) = 1;
      M(i, k) = M(k, i) = energy() - own[i] - own[k] + none;
      at(i) = at(k) = 0;
    }
  return M;
}

}  // namespace holon::detail
