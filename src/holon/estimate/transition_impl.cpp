// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/transition_impl.h"

#include "holon/base/errors.h"
#include "holon/estimate/row_kernels.h"
#include "holon/system/counted_revolutions.h"

namespace holon {

using detail::append_values;
using detail::CompiledJacobian;
using detail::differentiate_components;
using detail::find_input_places;
using detail::kBothPrograms;
using detail::kFilterPrograms;
using Eigen::Index;
using Eigen::VectorXd;

Transition::Impl::Impl(const System& s, const TransitionStep& options, const std::vector<int>& p)
    : system(s),
      step(options),
      parameters(p),
      manifold(Manifold::of(s, p)),
      programs(s, kFilterPrograms),
      inputs(s, programs.indicators, p),
      finder(s, programs.indicators, p),
      J(append_values(differentiate_components(s, *s.derivative, {}, find_input_places(s, p)),
                      *s.derivative),
        kBothPrograms),
      n(s.state_count()),
      all(s.state_count() + static_cast<Index>(p.size())),
      width(detail::row_width(manifold.tangent_size())) {
  has_constraints = system.constraints && !system.constraints->names.empty();
  // At once, not when they are first used: other threads may then add outputs to the graph.
  const std::vector<int> others = find_input_places(s, p);
  for (const Manifold::Block& b : manifold.blocks())
    for (int k = 0; k < b.size; ++k)
      columns.push_back(b.kind == Manifold::Kind::quaternion ? Column{b.tangent, k}
                                                             : Column{b.tangent + k, -1});
  Index next = 0;
  for (const Manifold::Block& b : manifold.blocks())
    for (int k = 0; k < b.size; ++k) {
      quaternion_of.push_back(next);
      if (b.kind == Manifold::Kind::quaternion && k == 3) ++next;
    }
  if (!has_constraints) return;
  const SystemConstraints& c = *system.constraints;
  position_J = std::make_unique<CompiledJacobian>(
      differentiate_components(s, *c.position_step, "dx", others), kFilterPrograms);
  velocity_J = std::make_unique<CompiledJacobian>(
      differentiate_components(s, *c.velocity_step, "dx", others), kFilterPrograms);
  find_followers(others);
}

void Transition::Impl::find_followers(const std::vector<int>& others) {
  std::vector<std::string> names;
  for (const StateBlock& block : system.states) {
    if (!detail::has_output_beyond_itself(system, block)) continue;
    followers.push_back(block.offset);
    names.push_back(block.name);
  }
  if (names.empty()) return;
  const FunctionRef f = system.select_outputs(names);
  follow = std::make_unique<Program>(*f, kFilterPrograms);
  follow_J = std::make_unique<CompiledJacobian>(differentiate_components(system, *f, {}, others),
                                                kFilterPrograms);
}

void Transition::Impl::restore(double t, bool derives) {
  for (const Manifold::Block& b : manifold.blocks()) {
    if (b.kind != Manifold::Kind::quaternion) continue;
    Eigen::Ref<VectorXd> q = x.segment(b.offset, 4);
    const double norm = q.norm();
    q /= norm;
    if (!derives) continue;
    double* const rows = phi.data() + b.offset * width;
    for (Index j = 0; j < width; ++j) {
      double along = 0;
      for (Index i = 0; i < 4; ++i) along += q[i] * rows[i * width + j];
      for (Index i = 0; i < 4; ++i)
        rows[i * width + j] = (rows[i * width + j] - q[i] * along) / norm;
    }
  }
  if (!has_constraints) return;
  // Newton's steps on the positions, then the projection of the speeds, each differentiated where
  // it is taken: J is exact for the projected map, however large the step's drift is.
  constexpr int kMostSteps = 12;
  constexpr double kOnConstraint = 1e-13;  // [m, rad], some hundred rounding errors
  const auto take = [&](const Program& step, CompiledJacobian* J_step) {
    const double* in = inputs.fill(t, x.data());
    step_out.resize(step.output_count());
    step.run(in, step_out.data(), workspace);
    const Index rows = step_out.size() - n;
    const double error = rows > 0 ? step_out.head(rows).cwiseAbs().maxCoeff() : 0.0;
    if (derives) {
      J_step->run(in);
      J_step->multiply(phi, change);
      phi.topRows(n) += change;
    }
    x.head(n) += step_out.tail(n);
    return error;
  };
  for (int k = 0; take(programs.position_step, position_J.get()) > kOnConstraint; ++k)
    if (k == kMostSteps)
      throw RunError({t,
                      0,
                      {},
                      "the constraints of a closed loop cannot be restored after a "
                      "filter's step",
                      "more substeps"});
  take(programs.velocity_step, velocity_J.get());
  if (followers.empty()) return;
  const double* in = inputs.fill(t, x.data());
  step_out.resize(static_cast<Index>(followers.size()));
  follow->run(in, step_out.data(), workspace);
  if (derives) {
    follow_J->run(in);
    follow_J->multiply(phi, change);
  }
  for (std::size_t k = 0; k < followers.size(); ++k) {
    x[followers[k]] = step_out[static_cast<Index>(k)];
    if (derives) phi.row(followers[k]) = change.row(static_cast<Index>(k));
  }
}

}  // namespace holon
