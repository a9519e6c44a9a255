// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With Φ = ∂x/∂δ₀, components of the present state by tangent coordinates of the first one, each
// stage's slope k = f(x) has the derivative K = J Φ, J = ∂f/∂x (sparse, exact), and stages and
// steps combine Φ as they combine x. So F is the derivative of the numerical map itself, its
// truncation error included.
#include "holon/estimate/transition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/estimate/compiled_jacobian.h"
#include "holon/estimate/estimated_inputs.h"
#include "holon/estimate/row_kernels.h"
#include "holon/simulate/start/first_instant.h"
#include "holon/system/counted_revolutions.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using detail::append_values;
using detail::CompiledJacobian;
using detail::depends_on;
using detail::differentiate_components;
using detail::EstimatedInputs;
using detail::find_input_places;
using detail::kBothPrograms;
using detail::kFilterPrograms;
using detail::RowMatrix;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A diagnosis for Method::exact: the name of what the derivative depends on; empty: linear.
std::string find_nonlinearity(const System& system, const Function& J,
                              const std::vector<int>& parameters) {
  if (depends_on(*system.derivative, 0)) return "time";
  if (depends_on(J, 0)) return "time";
  for (int i = 0; i < system.state_count(); ++i)
    if (depends_on(J, 1 + i)) return system.state_name(i);
  for (const int place : find_input_places(system, parameters))
    if (depends_on(J, place))
      return system
          .parameters[static_cast<std::size_t>(place - 1 - system.state_count() -
                                               system.input_count())]
          .name;
  return system.mode_count() > 0 ? system.modes.front() : std::string();
}

}  // namespace

struct Transition::Impl {
  const System& system;
  TransitionStep step;
  std::vector<int> parameters;
  Manifold manifold;
  SystemPrograms programs;
  EstimatedInputs inputs, finder;  // with modes held, and with modes found
  Workspace workspace, slope_workspace;
  CompiledJacobian J;  // of the rates, and the rates
  std::unique_ptr<CompiledJacobian> position_J, velocity_J;
  /// Of each component of x: the first tangent coordinate of its block and its place in a
  /// quaternion, or its own tangent coordinate and -1.
  struct Column {
    Index tangent;
    int of_quaternion;
  };
  std::vector<Column> columns;
  std::vector<Index> quaternion_of;  // by component of x: how many quaternions stand before it
  /// States of cut joints that only count revolutions: here they are the angles themselves, which
  /// the positions determine.
  std::vector<Index> followers;
  std::unique_ptr<Program> follow;
  std::unique_ptr<CompiledJacobian> follow_J;
  bool has_constraints = false;
  bool is_constant = true;
  std::vector<std::string> notes;
  Index n, all;  // states; with parameters
  Index width;   // of the rows of Φ, whole quads
  // Work space.
  VectorXd x, at, k[4], step_out;
  RowMatrix phi, phi_at, K[4], change;
  MatrixXd dense, whole, F_exact;
  double exact_h = -1;

  Impl(const System& s, const TransitionStep& options, const std::vector<int>& p)
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

  void find_followers(const std::vector<int>& others) {
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

  void set_discrete(const std::vector<double>& values) {
    inputs.set_discrete(values), finder.set_discrete(values);
  }
  void hold_modes(double t) {
    if (system.mode_count() == 0) return;
    finder.fill(t, x.data());
    inputs.inputs().set_modes(0, finder.inputs().modes());
  }
  void slope(double t, const VectorXd& state, VectorXd& rate) {
    rate.resize(n);
    programs.derivative.run(inputs.fill(t, state.data()), rate.data(), slope_workspace);
  }
  /// The entries of J, and its values.
  void differentiate(double t, const VectorXd& state) { J.run(inputs.fill(t, state.data())); }
  Eigen::Map<const VectorXd> rates() const { return {J.values(), n}; }
  void start_phi();
  void multiply_start(RowMatrix& result) const;
  void run_stage(int s, double t, double length, bool derives, bool is_start);
  void run_rk4(double t, double h, bool derives, bool is_start);
  void run_rk3(double t, double h, bool derives, bool is_start);
  void run_implicit(double t, double h, bool derives);
  void run_exact(double t, double h, bool derives);
  void restore(double t, bool derives);
  void map_into_tangent_space(MatrixXd& F) const;
};

/// Φ at the start of a step: ∂(x ⊞ δ)/∂δ.
void Transition::Impl::start_phi() {
  phi.setZero(manifold.size(), width);
  for (const Manifold::Block& b : manifold.blocks()) {
    if (b.kind == Manifold::Kind::quaternion)
      phi.block<4, 3>(b.offset, b.tangent) = Manifold::retract_rows(x.data() + b.offset);
    else
      phi.block(b.offset, b.tangent, b.size, b.size).setIdentity();
  }
}

/// J Φ with that Φ, of which a row has one entry, or three.
void Transition::Impl::multiply_start(RowMatrix& result) const {
  result.setZero(n, width);
  J.visit([&](int i, int j, double value) {
    const Column& column = columns[static_cast<std::size_t>(j)];
    if (column.of_quaternion < 0)
      result(i, column.tangent) += value;
    else
      for (Index k = column.tangent; k < column.tangent + 3; ++k) result(i, k) += value * phi(j, k);
  });
}

/// F = Φ with the rows of quaternions in tangent coordinates.
void Transition::Impl::map_into_tangent_space(MatrixXd& F) const {
  const Index size = manifold.tangent_size();
  F.resize(size, size);
  for (const Manifold::Block& b : manifold.blocks()) {
    if (b.kind == Manifold::Kind::quaternion) {
      F.middleRows<3>(b.tangent).noalias() =
          Manifold::local_rows(x.data() + b.offset)
              .lazyProduct(phi.middleRows<4>(b.offset).leftCols(size));
      continue;
    }
    for (int i = 0; i < b.size; ++i)
      for (Index j = 0; j < size; ++j) F(b.tangent + i, j) = phi(b.offset + i, j);
  }
}

// Φ at a stage is Φ + c K for the states; rows of parameters stay.
void Transition::Impl::run_stage(int s, double t, double length, bool derives, bool is_start) {
  at = x;
  if (s > 0) at.head(n) += length * k[s - 1];
  if (!derives) return slope(t, at, k[s]);
  differentiate(t, at);
  k[s] = rates();
  if (s == 0) {
    if (is_start)
      multiply_start(K[s]);
    else
      J.multiply(phi, K[s]);
    return;
  }
  phi_at.resize(phi.rows(), width);
  detail::row_kernels().add_scaled(phi.data(), length, K[s - 1].data(), phi_at.data(), n * width);
  std::copy(phi.data() + n * width, phi.data() + phi.size(), phi_at.data() + n * width);
  J.multiply(phi_at, K[s]);
}

void Transition::Impl::run_rk4(double t, double h, bool derives, bool is_start) {
  constexpr double kNodes[] = {0, 0.5, 0.5, 1};
  for (int s = 0; s < 4; ++s) run_stage(s, t + kNodes[s] * h, kNodes[s] * h, derives, is_start);
  x.head(n) += h / 6 * (k[0] + 2 * (k[1] + k[2]) + k[3]);
  if (derives)
    detail::row_kernels().add_runge_kutta(h, K[0].data(), K[1].data(), K[2].data(), K[3].data(),
                                          phi.data(), n * width);
}

// W. Kutta's method with the nodes 0, ½, 1 and x + h (2 k₂ − k₁) at the last one. What is linear in
// time, as measured accelerations between two samples are, goes into speeds and positions exactly.
void Transition::Impl::run_rk3(double t, double h, bool derives, bool is_start) {
  run_stage(0, t, 0, derives, is_start);
  run_stage(1, t + 0.5 * h, 0.5 * h, derives, is_start);
  // The slope that leads to the last stage, in the place of the second one.
  const VectorXd second = k[1];
  k[1] = 2 * k[1] - k[0];
  if (derives) {
    K[3] = K[1];
    detail::row_kernels().add_scaled(K[1].data(), 1, K[1].data(), K[1].data(), n * width);
    detail::row_kernels().add_scaled(K[1].data(), -1, K[0].data(), K[1].data(), n * width);
  }
  run_stage(2, t + h, h, derives, is_start);
  x.head(n) += h / 6 * (k[0] + 4 * second + k[2]);
  if (!derives) return;
  const detail::RowKernels& kernels = detail::row_kernels();
  kernels.add_scaled(phi.data(), h / 6, K[0].data(), phi.data(), n * width);
  kernels.add_scaled(phi.data(), 4 * h / 6, K[3].data(), phi.data(), n * width);
  kernels.add_scaled(phi.data(), h / 6, K[2].data(), phi.data(), n * width);
}

// Radau IIA with two stages: Z_i = h Σ a_ij f(x + Z_j), x + Z_2 is the end (E. Hairer, G. Wanner,
// Solving ODEs II, IV.5, table 5.5).
void Transition::Impl::run_implicit(double t, double h, bool derives) {
  constexpr double kA[2][2] = {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}};
  constexpr double kC[2] = {1.0 / 3, 1};
  constexpr int kMostIterations = 30;
  constexpr double kConverged = 1e-13;
  VectorXd Z = VectorXd::Zero(2 * n), residual(2 * n);
  VectorXd size(2 * n);
  for (Index i = 0; i < n; ++i) size[i] = size[n + i] = 1;
  for (const StateBlock& block : system.states)
    for (int i = block.offset; i < block.offset + block.size; ++i)
      size[i] = size[n + i] = std::max(std::abs(block.nominal), std::abs(x[i]));
  double last = INFINITY;
  MatrixXd M;
  for (int round = 0;; ++round) {
    M.setIdentity(2 * n, 2 * n);
    residual = Z;
    MatrixXd right[2];
    for (int j = 0; j < 2; ++j) {
      at = x;
      at.head(n) += Z.segment(j * n, n);
      differentiate(t + kC[j] * h, at);
      k[j] = rates();
      J.fill(dense);
      for (int i = 0; i < 2; ++i) {
        residual.segment(i * n, n) -= h * kA[i][j] * k[j];
        M.block(i * n, j * n, n, n) -= h * kA[i][j] * dense.leftCols(n);
      }
      if (derives) right[j] = dense * phi;
    }
    const Lu lu(M);
    const VectorXd change = lu.solve(residual);
    const double error = change.cwiseQuotient(size).cwiseAbs().maxCoeff();
    if (!std::isfinite(error) || round == kMostIterations)
      throw RunError({t,
                      h,
                      {},
                      "the equations of the filter's implicit step have no solution that "
                      "Newton's method finds",
                      "more substeps"});
    if (error <= kConverged || (error < 1e-9 && error >= last)) {
      // M dZ = h Σ a_ij J_j Φ.
      if (derives) {
        MatrixXd sides(2 * n, phi.cols());
        for (int i = 0; i < 2; ++i)
          sides.middleRows(i * n, n) = h * (kA[i][0] * right[0] + kA[i][1] * right[1]);
        phi.topRows(n) += lu.solve(sides).bottomRows(n);
      }
      x.head(n) += Z.tail(n);
      return;
    }
    Z -= change;
    last = error;
  }
}

// x + h φ₁(h A) f(x), by the exponential of [A f; 0 0] h.
void Transition::Impl::run_exact(double t, double h, bool derives) {
  slope(t, x, k[0]);
  if (!is_constant || exact_h != h) {
    differentiate(t, x);
    J.fill(dense);
    whole.setZero(2 * n, 2 * n);
    whole.topLeftCorner(n, n) = h * dense.leftCols(n);
    whole.topRightCorner(n, n).diagonal().setConstant(h);
    F_exact = calc_exponential(whole);
    exact_h = h;
  }
  x.head(n) += F_exact.topRightCorner(n, n) * k[0];
  if (!derives) return;
  phi_at = F_exact.topLeftCorner(n, n) * phi.topRows(n);
  if (all > n)
    phi_at += F_exact.topRightCorner(n, n) * dense.rightCols(all - n) * phi.bottomRows(all - n);
  phi.topRows(n) = phi_at;
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

Transition::Transition(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Transition::Transition(Transition&&) noexcept = default;
Transition::~Transition() = default;

const Manifold& Transition::manifold() const { return impl_->manifold; }
bool Transition::has_constant_rates() const { return impl_->is_constant; }
bool Transition::has_constraints() const { return impl_->has_constraints; }
const std::vector<std::string>& Transition::notes() const { return impl_->notes; }

void Transition::advance(double t, double h, const VectorXd& x, VectorXd& next, MatrixXd* F) {
  Impl& o = *impl_;
  HOLON_CHECK(x.size() == o.all, "a state of the transition's manifold");
  const bool derives = F != nullptr;
  o.x = x;
  if (derives) o.start_phi();
  const int steps = std::max(1, o.step.substeps);
  for (int s = 0; s < steps; ++s) {
    const double at = t + h * s / steps, length = h / steps;
    o.hold_modes(at);
    switch (o.step.method) {
      case TransitionStep::Method::rk4: o.run_rk4(at, length, derives, s == 0); break;
      case TransitionStep::Method::rk3: o.run_rk3(at, length, derives, s == 0); break;
      case TransitionStep::Method::implicit: o.run_implicit(at, length, derives); break;
      case TransitionStep::Method::exact: o.run_exact(at, length, derives); break;
    }
    o.restore(at + length, derives);
  }
  next = o.x;
  if (derives) {
    o.map_into_tangent_space(*F);
  }
}

// Of a quaternion q̃ = q ⊗ (1, δ/2), whose rate is q' + (J Φ) δ: with L = 2 vec(q* ⊗ ·) and
// q* ⊗ q' = (s, ω/2), δ' = (L J Φ − s − [ω]×/2) δ. J Φ is A by rows of components, of which those
// of a quaternion become three.
bool Transition::find_rates(double t, const VectorXd& x, MatrixXd& A) {
  Impl& o = *impl_;
  o.x = x;
  o.hold_modes(t);
  o.differentiate(t, x);
  const Index size = o.manifold.tangent_size();
  A.setZero(size, size);
  // ∂(x ⊞ δ)/∂δ of each quaternion, by rows.
  const std::vector<Index>& first = o.quaternion_of;
  std::vector<double> turns;
  for (const Manifold::Block& b : o.manifold.blocks()) {
    if (b.kind != Manifold::Kind::quaternion) continue;
    const Eigen::Matrix<double, 4, 3> turn = Manifold::retract_rows(x.data() + b.offset);
    for (Index i = 0; i < 4; ++i)
      for (Index k = 0; k < 3; ++k) turns.push_back(turn(i, k));
  }
  const auto add = [&](double* row, Index step, int j, double value) {
    const Impl::Column& column = o.columns[static_cast<std::size_t>(j)];
    if (column.of_quaternion < 0) {
      row[column.tangent * step] += value;
      return;
    }
    const double* const turn =
        turns.data() + 3 * (4 * first[static_cast<std::size_t>(j)] + column.of_quaternion);
    for (Index k = 0; k < 3; ++k) row[(column.tangent + k) * step] += value * turn[k];
  };
  // Rows of quaternions (4 x size), one after the other.
  MatrixXd of_quaternion = MatrixXd::Zero(4, size * static_cast<Index>(turns.size() / 12));
  o.J.visit([&](int i, int j, double value) {
    const Impl::Column& row = o.columns[static_cast<std::size_t>(i)];
    if (row.of_quaternion < 0)
      add(A.data() + row.tangent, size, j, value);
    else
      add(of_quaternion.data() + 4 * size * first[static_cast<std::size_t>(i)] + row.of_quaternion,
          4, j, value);
  });
  for (const Manifold::Block& b : o.manifold.blocks()) {
    if (b.offset >= o.n) break;  // parameters, which stay as they are
    if (b.kind != Manifold::Kind::quaternion) continue;
    const Eigen::Map<const Eigen::Vector4d> q(x.data() + b.offset), rate(o.J.values() + b.offset);
    const Eigen::Matrix<double, 3, 4> L = Manifold::local_rows(q.data());
    const Eigen::Vector3d half = 0.5 * (L * rate);
    A.middleRows<3>(b.tangent) = L.lazyProduct(
        of_quaternion.middleCols(size * first[static_cast<std::size_t>(b.offset)], size));
    Eigen::Matrix3d turn;
    turn << 0, -half[2], half[1], half[2], 0, -half[0], -half[1], half[0], 0;
    turn.diagonal().array() += q.dot(rate) / q.squaredNorm();
    A.block<3, 3>(b.tangent, b.tangent) -= turn;
  }
  return true;
}

void Transition::set_parameters(const std::vector<double>& values) {
  impl_->inputs.set_parameters(values), impl_->finder.set_parameters(values);
}
void Transition::set_parameter(int index, double value) {
  impl_->inputs.set_parameter(index, value), impl_->finder.set_parameter(index, value);
}
void Transition::set_discrete(const std::vector<double>& values) { impl_->set_discrete(values); }
void Transition::set_ramp(const InputRamp& ramp) {
  impl_->inputs.set_ramp(ramp), impl_->finder.set_ramp(ramp);
}

VectorXd Transition::find_start() {
  Impl& o = *impl_;
  const FirstInstant first = find_first_instant(o.system, o.inputs.parameters());
  o.set_discrete(first.discrete);
  VectorXd x(o.all);
  for (Index i = 0; i < o.n; ++i) x[i] = first.x[static_cast<std::size_t>(i)];
  for (std::size_t k = 0; k < o.parameters.size(); ++k)
    x[o.n + static_cast<Index>(k)] =
        o.inputs.parameters()[static_cast<std::size_t>(o.parameters[k])];
  return x;
}

bool Transition::project(double t, VectorXd& x) {
  Impl& o = *impl_;
  o.x = x;
  o.inputs.fill(t, o.x.data());
  o.hold_modes(t);
  o.restore(t, false);
  x = o.x;
  return o.has_constraints || !o.manifold.is_flat();
}

void Transition::constrain(double t, VectorXd& x, MatrixXd& T) {
  Impl& o = *impl_;
  o.x = x;
  o.inputs.fill(t, o.x.data());
  o.hold_modes(t);
  o.start_phi();
  o.restore(t, true);
  x = o.x;
  o.map_into_tangent_space(T);
}

Transition make_transition(const System& system, const TransitionStep& step,
                           const std::vector<int>& parameters) {
  if (!system.clocks.empty())
    throw ModelError("the model of a filter has a sampled part of its own, '" +
                         system.clocks.front().name + "', which a step cannot follow",
                     "leave that part out by `without`");
  if (system.input_count() > 0)
    throw ModelError(
        "the model of a filter delays a signal, '" + system.inputs.front() +
            "', whose past is no state",
        "leave the delay out by `without`; a sensor's delay belongs to its measurement");
  auto impl = std::make_unique<Transition::Impl>(system, step, parameters);
  const FunctionJacobian rates = differentiate_components(system, *system.derivative, {},
                                                          find_input_places(system, parameters));
  const Function& J = *rates.function;
  if (step.method == TransitionStep::Method::exact)
    if (const std::string name = find_nonlinearity(system, J, parameters); !name.empty())
      throw ModelError("step: exact is for linear models, and the rates of this one depend on '" +
                           name + "' in another way",
                       "use rk4, rk3 or implicit");
  for (int i = 0; i < J.input_count() && J.output_count() > 0; ++i)
    impl->is_constant = impl->is_constant && !depends_on(J, i);
  for (const SystemEvent& event : system.events)
    if (event.kind == SystemEvent::Kind::reset)
      impl->notes.push_back("the event '" + event.name + "' is not performed by a filter's steps");
  impl->set_discrete(find_first_instant(system, impl->inputs.parameters()).discrete);
  return Transition(std::move(impl));
}

}  // namespace holon
