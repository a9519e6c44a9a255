// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/aggregate_part.h"

#include "holon/base/errors.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/connection.h"
#include "holon/mechanics/machine/frame_outputs.h"
#include "holon/model/assembly/energy_account.h"

namespace holon {

AggregatePart::AggregatePart(PartBuilder& builder)
    : builder_(builder),
      machine_(Machine::of(builder)),
      index_(machine_->inner_parts.add(builder.name(), builder.error_reporter())) {
  const auto share = [machine = machine_, index = index_](Expr InnerPart::*which) {
    return [machine, index, which] { return machine->inner_parts[index].*which; };
  };
  EnergyAccount::of(builder.assembly())
      ->add({.kinetic = share(&InnerPart::kinetic),
             .potential = share(&InnerPart::potential),
             .power = share(&InnerPart::power),
             .dissipated = share(&InnerPart::dissipated)});
}

AggregatePart::Variable AggregatePart::add_coordinate(const Coordinate& c) {
  Assembly& assembly = builder_.assembly();
  StateBlock state;
  state.name = builder_.member(c.name);
  state.dimension = c.dimension;
  if (c.dimension == dimensions::kLength)
    state.nominal = assembly.simulate().nominal_length.value_or(1.0);
  state.role = StateBlock::Role::coordinate;
  state.held = {c.holds_initial};
  const Expr q = assembly.add_state(state, {c.initial})[0];
  state.name = builder_.member(c.rate);
  state.dimension = c.dimension * dimensions::kTime.inverse();
  state.role = StateBlock::Role::rate;
  state.held = {c.holds_rate};
  const Expr v = assembly.add_state(std::move(state), {c.initial_rate})[0];
  InnerPart& own = part();
  own.q.push_back(q);
  own.v.push_back(v);
  own.starts.push_back(c.initial);
  own.start_rates.push_back(c.initial_rate);
  own.orientations.push_back(false);
  return {q, v};
}

AggregatePart::Pose AggregatePart::add_pose(const Mechanism::FreeStart& start) {
  Assembly& assembly = builder_.assembly();
  const auto add = [&](const char* name, Dimension dimension, bool is_rate,
                       const std::vector<Expr>& values, bool is_held) {
    StateBlock state;
    state.name = builder_.member(name);
    state.size = static_cast<int>(values.size());
    state.components = values.size() == 4 ? std::vector<std::string>{"w", "x", "y", "z"}
                                          : std::vector<std::string>{"x", "y", "z"};
    if (values.size() == 4) state.kind = StateBlock::Kind::quaternion;
    state.dimension = dimension;
    if (dimension == (is_rate ? dimensions::kSpeed : dimensions::kLength))
      state.nominal = assembly.simulate().nominal_length.value_or(1.0);
    state.role = is_rate ? StateBlock::Role::rate : StateBlock::Role::coordinate;
    state.held.assign(values.size(), is_held);
    InnerPart& own = part();
    detail::append(is_rate ? own.start_rates : own.starts, values);
    const std::vector<Expr> symbols = assembly.add_state(std::move(state), values);
    std::vector<Expr>& list = is_rate ? own.v : own.q;
    list.insert(list.end(), symbols.begin(), symbols.end());
    return symbols;
  };
  using namespace dimensions;
  const Rotation<Expr>& R = start.orientation;
  const std::vector<Expr> q =
      add("orientation", kNumber, false, {R.w(), R.x(), R.y(), R.z()}, start.holds_orientation);
  const std::vector<Expr> p =
      add("position", kLength, false, detail::list_of(start.position), start.holds_position);
  const std::vector<Expr> w =
      add("angular_velocity", kAngularRate, true, detail::list_of(start.angular_velocity),
          start.holds_angular_velocity);
  const std::vector<Expr> v =
      add("velocity", kSpeed, true, detail::list_of(start.velocity), start.holds_velocity);
  part().orientations.insert(part().orientations.end(), {true, false, false, false});
  return {Rotation<Expr>(q[0], q[1], q[2], q[3]).normalized(), detail::vector_of(p),
          detail::vector_of(w), detail::vector_of(v)};
}

void AggregatePart::set_accelerations(std::vector<Expr> A) { part().A = std::move(A); }

void AggregatePart::set_equations(std::vector<Expr> M, std::vector<Expr> f) {
  if (M.size() != f.size() * f.size())
    throw ModelError("a mass matrix of " + std::to_string(M.size()) + " entries for " +
                     std::to_string(f.size()) + " generalized forces");
  part().A = detail::divide_by_mass(M, f);
  part().mass = std::move(M);
}

void AggregatePart::connect(const std::string& frame, const FramePlace& place) {
  InnerPart& own = part();
  const std::size_t n = own.size();
  if (own.mass.size() != n * n)
    throw ModelError("'" + builder_.member(frame) + "' is connected without matrices before " +
                         "set_equations has given the mass matrix",
                     "call set_equations first, or give B, C and D");
  detail::connect(own, machine_->mechanism,
                  detail::make_connection(own, builder_.member(frame), place));
  machine_->define_frame_outputs(builder_.assembly(), builder_.member(frame), false);
  detail::draw_frame(builder_.assembly(), builder_.member(frame));
}

void AggregatePart::connect(const std::string& local, const FramePlace& place, Matrices matrices) {
  const std::string frame = builder_.member(local);
  InnerPart::Connection c;
  c.frame = frame;
  c.place = place;
  c.B = std::move(matrices.B);
  c.C = std::move(matrices.C);
  c.D = std::move(matrices.D);
  detail::connect(part(), machine_->mechanism, std::move(c));
  machine_->define_frame_outputs(builder_.assembly(), frame, false);
  detail::draw_frame(builder_.assembly(), frame);
}

void AggregatePart::set_energies(const Energies& energies) {
  part().kinetic = energies.kinetic;
  part().potential = energies.potential;
  part().dissipated = energies.dissipated;
  part().power = energies.power;
  if (!energies.dissipated.is_constant(0.0))
    EnergyAccount::of(builder_.assembly())->expect_losses(builder_.assembly());
}

void AggregatePart::set_momenta(const Vector3<Expr>& momentum,
                                const Vector3<Expr>& angular_momentum) {
  part().momentum = detail::list_of(momentum);
  part().angular_momentum = detail::list_of(angular_momentum);
}

std::function<std::vector<Expr>()> AggregatePart::acceleration(std::size_t rate) const {
  return [machine = machine_, index = index_, rate]() -> std::vector<Expr> {
    return {machine->inner_parts.acceleration(index, rate)};
  };
}

}  // namespace holon
