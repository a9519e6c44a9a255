// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/transition.h"

#include "holon/base/errors.h"
#include "holon/estimate/transition_impl.h"
#include "holon/simulate/start/first_instant.h"

namespace holon {

using detail::depends_on;
using detail::differentiate_components;
using detail::find_input_places;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

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
