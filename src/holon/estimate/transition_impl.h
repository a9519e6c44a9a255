// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// With Φ = ∂x/∂δ₀, components of the present state by tangent coordinates of the first one, each
// stage's slope k = f(x) has the derivative K = J Φ, J = ∂f/∂x (sparse, exact), and stages and
// steps combine Φ as they combine x. So F is the derivative of the numerical map itself, its
// truncation error included.
#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "holon/estimate/compiled_jacobian.h"
#include "holon/estimate/estimated_inputs.h"
#include "holon/estimate/transition.h"
#include "holon/simulate/rhs/system_rhs.h"

namespace holon {

/// transition_steps.cpp has the methods, transition_impl.cpp what is compiled of a System and the
/// constraints after a substep.
struct Transition::Impl {
  const System& system;
  TransitionStep step;
  std::vector<int> parameters;
  Manifold manifold;
  SystemPrograms programs;
  detail::EstimatedInputs inputs, finder;  // with modes held, and with modes found
  Workspace workspace, slope_workspace;
  detail::CompiledJacobian J;  // of the rates, and the rates
  std::unique_ptr<detail::CompiledJacobian> position_J, velocity_J;
  /// Of each component of x: the first tangent coordinate of its block and its place in a
  /// quaternion, or its own tangent coordinate and -1.
  struct Column {
    Eigen::Index tangent;
    int of_quaternion;
  };
  std::vector<Column> columns;
  /// By component of x: the number of quaternions before it.
  std::vector<Eigen::Index> quaternion_of;
  /// States of cut joints that only count revolutions: here they are the angles themselves, which
  /// the positions determine.
  std::vector<Eigen::Index> followers;
  std::unique_ptr<Program> follow;
  std::unique_ptr<detail::CompiledJacobian> follow_J;
  bool has_constraints = false;
  bool is_constant = true;
  std::vector<std::string> notes;
  Eigen::Index n, all;  // states; with parameters
  Eigen::Index width;   // of the rows of Φ, whole quads
  // Work space.
  Eigen::VectorXd x, at, k[4], step_out;
  detail::RowMatrix phi, phi_at, K[4], change;
  Eigen::MatrixXd dense, whole, F_exact;
  double exact_h = -1;

  Impl(const System& s, const TransitionStep& options, const std::vector<int>& p);

  void find_followers(const std::vector<int>& others);
  void set_discrete(const std::vector<double>& values) {
    inputs.set_discrete(values), finder.set_discrete(values);
  }
  void hold_modes(double t) {
    if (system.mode_count() == 0) return;
    finder.fill(t, x.data());
    inputs.inputs().set_modes(0, finder.inputs().modes());
  }
  void slope(double t, const Eigen::VectorXd& state, Eigen::VectorXd& rate) {
    rate.resize(n);
    programs.derivative.run(inputs.fill(t, state.data()), rate.data(), slope_workspace);
  }
  /// The entries of J, and its values.
  void differentiate(double t, const Eigen::VectorXd& state) {
    J.run(inputs.fill(t, state.data()));
  }
  Eigen::Map<const Eigen::VectorXd> rates() const { return {J.values(), n}; }
  void start_phi();
  void multiply_start(detail::RowMatrix& result) const;
  void run_stage(int s, double t, double length, bool derives, bool is_start);
  void run_rk4(double t, double h, bool derives, bool is_start);
  void run_rk3(double t, double h, bool derives, bool is_start);
  void run_implicit(double t, double h, bool derives);
  void run_exact(double t, double h, bool derives);
  void restore(double t, bool derives);
  void map_into_tangent_space(Eigen::MatrixXd& F) const;
};

}  // namespace holon
