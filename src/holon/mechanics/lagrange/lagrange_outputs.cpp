// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The outputs of systems that are described by their energies: coordinates, energies, multipliers,
// and their share of the energy account.
//
// With p = ∂T/∂v the energy T + U is v·p − T + U + (2T − v·p), where the first is Jacobi's
// integral, which only −∂L/∂t, forces and constraints that move change, and the second vanishes
// unless T has terms that are linear in the rates or free of them. So the power from outside is
//
//   Q·v − ∂T/∂t + ∂U/∂t + λ·(J v) + d/dt (2T − v·p) + ∂D/∂w·∂p/∂t
//
// (without the bodies that are members of a composition: they are the mechanism's, and what moves
// their frames has its power there),
// where w = ∂p/∂a a' + ∂p/∂t are the rates of a composition's members, and ∂p/∂t what they have at
// resting coordinates. The dissipated power is ∂D/∂w·w: of it Lagrange's equations hold the share
// of a', and what moves the composition supplies the rest. Forces need no such term: what they do
// at ∂p/∂t is in d/dt (2T − v·p) − ∂T/∂t.

#include "holon/expr/graph/function.h"
#include "holon/mechanics/lagrange/lagrange_systems.h"
#include "holon/model/assembly/energy_account.h"

namespace holon {
namespace {

Expr scalar_product(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  Expr sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

Expr rate_along_time(const detail::Energies& e, Expr x) {
  return derivative({&x, 1}, std::vector<Expr>{e.time}, std::vector<Expr>{1.0})[0];
}

}  // namespace

void LagrangeSystems::define_outputs(PartBuilder& b, std::size_t index) {
  const LagrangeDefinition& d = members_[index].definition;
  const auto systems = shared_from_this();
  const auto define = [&](const std::string& local, std::function<Expr()> calc) {
    b.define_output(local, [calc = std::move(calc)] { return std::vector<Expr>{calc()}; });
  };
  const auto define_name = [&](const std::string& local, const std::string& description,
                               std::function<Expr()> calc, bool is_main = false) {
    b.assembly().define_output({b.member(local), {}, b.dimension_of(local), description, is_main},
                               [calc = std::move(calc)] { return std::vector<Expr>{calc()}; });
  };
  const auto member = [systems, index]() -> const Member& { return systems->members_[index]; };
  for (std::size_t k = 0; k < d.coordinates.size(); ++k) {
    const std::string& name = d.coordinates[k].name;
    define_name(
        name, "coordinate", [member, k] { return member().q[k]; }, true);
    define_name("rate." + name, "rate of " + name, [member, k] { return member().v[k]; });
    define_name("acceleration." + name, "second time derivative of " + name,
                [systems, index, k] { return systems->calc_accelerations(index)[k]; });
    define_name("momentum." + name, "generalized momentum of " + name, [systems, member, k] {
      const Expr p = derivative(member().own.kinetic, member().own.v[k]);
      return systems->by_states(member(), {p})[0];
    });
  }
  const auto in_states = [systems, member](Expr detail::Energies::*which) {
    return systems->by_states(member(), {member().own.*which})[0];
  };
  define("energy.kinetic", [in_states] { return in_states(&detail::Energies::kinetic); });
  define("energy.potential", [in_states] { return in_states(&detail::Energies::potential); });
  define("lagrangian", [in_states] {
    return in_states(&detail::Energies::kinetic) - in_states(&detail::Energies::potential);
  });
  define("jacobi_integral", [systems, member] {
    const detail::Energies& e = member().own;
    const Expr h = scalar_product(e.v, gradient(e.kinetic, e.v)) - e.kinetic + e.potential;
    return systems->by_states(member(), {h})[0];
  });
  for (std::size_t k = 0; k < d.positions.size() + d.speeds.size(); ++k) {
    define_name("lambda[" + std::to_string(k) + "]", "multiplier of a constraint",
                [systems, index, k] { return systems->calc_lambda(index, k); });
  }
}

std::vector<Expr> LagrangeSystems::calc_accelerations(std::size_t index) const {
  const Member& member = members_[index];
  const Member& root = root_of(member);
  return detail::calc_time_derivatives(root.own, member.v, root.vdot);
}

Expr LagrangeSystems::calc_lambda(std::size_t index, std::size_t row) const {
  const Member& member = members_[index];
  const Member& root = root_of(member);
  const std::size_t places = member.definition.positions.size();
  return row < places ? root.lambda[member.first_position + row]
                      : root.lambda[root.own.positions.size() + member.first_speed + row - places];
}

Expr LagrangeSystems::calc_power(const Member& root) const {
  detail::Energies e = root.own;
  e.kinetic -= root.bodies.kinetic;  // what moves these is the power of their frames
  e.potential -= root.bodies.potential;
  const Expr twist = 2.0 * e.kinetic - scalar_product(e.v, root.body_equations.mass.empty()
                                                               ? root.equations.momentum
                                                               : gradient(e.kinetic, e.v));
  Expr power = scalar_product(e.forces, e.v) - rate_along_time(e, e.kinetic) +
               rate_along_time(e, e.potential) +
               detail::calc_time_derivatives(e, {&twist, 1}, root.vdot)[0];
  power += root.frame_power + calc_drift_loss(root);
  const std::size_t n = e.size();
  // Of a part of the mechanism they are equations of this, with their power.
  for (std::size_t k = 0; k < root.lambda.size() && root.part < 0; ++k) {
    // J v is what is left of g' = J v + ∂g/∂t = 0: nothing where the constraint rests.
    const Expr moving =
        root.equations.speed[k] -
        scalar_product({root.equations.rows.begin() + static_cast<std::ptrdiff_t>(k * n),
                        root.equations.rows.begin() + static_cast<std::ptrdiff_t>((k + 1) * n)},
                       e.v);
    const std::vector<Expr> rest(n, 0.0);
    const Expr at_rest = substitute({&moving, 1}, e.v, rest)[0];
    power -= root.lambda[k] * at_rest;
  }
  return power;
}

/// ∂D/∂w·∂p/∂t: what dampers of members take of what moves the composition.
Expr LagrangeSystems::calc_drift_loss(const Member& root) const {
  const std::vector<Expr> rest(root.own.size(), 0.0);
  Expr loss = 0.0;
  for (const Member& member : members_) {
    if (member.outer < 0 || &root_of(member) != &root || member.dissipation.is_constant()) continue;
    const std::vector<Expr> damping = by_states(member, gradient(member.dissipation, member.own.v));
    loss += scalar_product(damping, substitute(member.v, root.own.v, rest));
  }
  return loss;
}

void LagrangeSystems::add_to_account(Assembly& assembly) {
  const auto systems = shared_from_this();
  const auto sum = [systems](auto calc) {
    return [systems, calc] {
      Expr all = 0.0;
      for (const Member& root : systems->members_)
        if (root.outer < 0) all += calc(root);
      return all;
    };
  };
  EnergyAccount::of(assembly)->add({
      .kinetic = sum([](const Member& root) { return root.own.kinetic - root.bodies.kinetic; }),
      .potential =
          sum([](const Member& root) { return root.own.potential - root.bodies.potential; }),
      .power =
          [systems, &assembly,
           calc = sum([systems](const Member& root) { return systems->calc_power(root); })] {
            systems->formulate(assembly);  // who integrates the power may come first
            return calc();
          },
      .dissipated = sum([systems](const Member& root) {
        return scalar_product(root.equations.damping, root.own.v) + systems->calc_drift_loss(root);
      }),
  });
}

}  // namespace holon
