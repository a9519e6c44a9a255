// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/formulations/carried_rotors.h"

#include <algorithm>

#include "holon/mechanics/kernels/loop_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/tree/tidy.h"

namespace holon {

using detail::append;

CarriedRotors::CarriedRotors(ConstraintRows& rows)
    : rows_(rows), paths_(rows, BasePaths::End::bodies) {
  const std::vector<Link>& links = rows.tree().links;
  for (std::size_t k = 0; k < links.size(); ++k)
    if (is_straight(links[k].type)) rotors_.push_back(static_cast<int>(k));
}

CarriedRotors::Effect CarriedRotors::find_effect(const ConstraintPath& path) {
  const auto has_carrier = [&](int link) {
    return is_carried(rows_.tree().links[static_cast<std::size_t>(link)]);
  };
  Effect effect;
  for (const ConstraintPath::Acting& acting : path.acting)
    if (!has_carrier(acting.link)) effect.acting.push_back(acting);
  for (const auto& [link, efforts] : path.own_efforts)
    if (!has_carrier(link)) effect.own_efforts[link] = efforts;
  const BasePaths::Path base = paths_.propagate_to_base(path);
  for (const auto& [link, efforts] : base.efforts) effect.spins[link] = efforts[0];
  for (const auto& [link, lacking] : base.left) {
    auto at = std::find_if(effect.acting.begin(), effect.acting.end(),
                           [&, carrier = link](const auto& own) { return own.link == carrier; });
    if (at == effect.acting.end()) {
      const std::vector<std::vector<Expr>> none(path.count(), std::vector<Expr>(6, 0.0));
      at = effect.acting.insert(at, {link, none});
    }
    for (std::size_t k = 0; k < lacking.size(); ++k) {
      at->wrenches[k].resize(6, 0.0);
      for (std::size_t i = 0; i < 6; ++i) at->wrenches[k][i] -= lacking[k][i];
    }
  }
  return effect;
}

bool CarriedRotors::share_rotors(const Effect& a, const Effect& b) {
  return std::any_of(a.spins.begin(), a.spins.end(),
                     [&](const auto& spin) { return b.spins.contains(spin.first); });
}

Expr CarriedRotors::calc_share(const Effect& a, std::size_t row, const Effect& b,
                               std::size_t column) const {
  Expr sum = 0.0;
  for (const auto& [rotor, efforts] : a.spins) {
    const auto other = b.spins.find(rotor);
    if (other == b.spins.end()) continue;
    const Expr& inverse = rows_.passes().pivots(static_cast<std::size_t>(rotor))[0].inverse;
    sum += efforts[row] * inverse * other->second[column];
  }
  return sum;
}

Expr CarriedRotors::calc_work(const Effect& effect, std::size_t row) const {
  Expr sum = 0.0;
  for (const auto& [rotor, efforts] : effect.spins)
    sum += efforts[row] * rows_.passes().pivots(static_cast<std::size_t>(rotor))[0].rate;
  return sum;
}

InertiaDyad<Expr> CarriedRotors::calc_inertia(std::size_t link) const {
  InertiaDyad<Expr> sum = rows_.tree().links[link].inertia;
  for (const int child : rows_.tree().links[link].children) {
    const Link& rotor = rows_.tree().links[static_cast<std::size_t>(child)];
    if (!is_straight(rotor.type)) {
      if (!rows_.passes().shapes()[static_cast<std::size_t>(child)].is_idle)
        sum = sum + calc_frame_inertia(static_cast<std::size_t>(child));
      continue;
    }
    SymmetricMatrix3<Expr> theta = rotor.inertia.theta();
    theta(rotor.axis, rotor.axis) = 0.0;
    const InertiaDyad<Expr> own(rotor.inertia.mass(), rotor.inertia.first_moment(), theta);
    const Matrix3<Expr> R = detail::tidy(rotor.rotation.quaternion.to_matrix());
    sum = sum + own.rotate(R).shift_back(rotor.position);
  }
  return sum;
}

/// Of a driven frame with all that is fixed to it, in its carrier's axes.
InertiaDyad<Expr> CarriedRotors::calc_frame_inertia(std::size_t index) const {
  const Link& link = rows_.tree().links[index];
  const std::vector<Expr>& q = rows_.states()[index].q;
  const Matrix3<Expr> to_joint = Rotation<Expr>(q[0], q[1], q[2], q[3]).normalized().to_matrix();
  const Matrix3<Expr> to_carrier = detail::tidy(link.rotation.quaternion.to_matrix());
  return calc_inertia(index)
      .rotate(to_joint)
      .shift_back({q[4], q[5], q[6]})
      .rotate(to_carrier)
      .shift_back(link.position);
}

std::vector<Expr> CarriedRotors::calc_need(std::size_t link) const {
  std::vector<Expr> need = rows_.passes().bias_force(link);
  for (const int child : rows_.tree().links[link].children) {
    const auto at = static_cast<std::size_t>(child);
    if (rows_.passes().shapes()[at].is_idle) continue;
    const std::vector<Expr> more = rows_.passes().handed_force(at);
    for (std::size_t i = 0; i < need.size(); ++i) need[i] += more[i];
  }
  return need;
}

void CarriedRotors::add_rates(const SolvedRows& solved, const std::vector<Effect>& effects,
                              bool under_forces, RowSolution& solution) {
  for (const int rotor : rotors_) {
    const auto at = static_cast<std::size_t>(rotor);
    const Link& link = rows_.tree().links[at];
    const detail::FreedomPivot& pivot = rows_.passes().pivots(at)[0];
    std::vector<Expr> arguments, efforts;
    for (std::size_t c = 0; c < effects.size(); ++c) {
      const auto spin = effects[c].spins.find(rotor);
      if (spin == effects[c].spins.end()) continue;
      const ConstraintPath& path = solved.paths()[c];
      append(arguments, std::span(solution.lambda).subspan(path.first_row, path.count()));
      append(efforts, spin->second);
    }
    std::vector<Expr> rates{under_forces ? pivot.rate : Expr(0.0)};
    if (!efforts.empty()) {
      if (under_forces) arguments.push_back(pivot.rate);
      arguments.push_back(pivot.inverse);
      append(arguments, efforts);
      rates = call(detail::made_once(detail::make_pivot_change, 1, static_cast<int>(efforts.size()),
                                     static_cast<int>(under_forces)),
                   arguments);
    }
    std::vector<Expr> change;
    if (link.parent != kWorld) {
      // Of the joint's place, in the carrier's axes.
      const auto carrier = static_cast<std::size_t>(link.parent);
      const std::vector<Expr>& vdot = solution.rates[carrier];
      const Matrix3<Expr> R = detail::matrix_by_rows(rows_.kinematics().pose(carrier));
      const Vector3<Expr> alpha(vdot[0], vdot[1], vdot[2]);
      const Vector3<Expr> a = multiply_transposed(R, Vector3<Expr>(vdot[3], vdot[4], vdot[5]));
      change = {vdot[0], vdot[1], vdot[2]};
      append(change, Vector3<Expr>(a + cross(alpha, link.position)));
    }
    solution.rates[at] = rows_.passes().run_return(at, rates, std::move(change));
  }
}

}  // namespace holon
