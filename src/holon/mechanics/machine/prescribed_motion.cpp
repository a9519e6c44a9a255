// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/prescribed_motion.h"

#include <algorithm>
#include <array>
#include <optional>

#include "holon/base/errors.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/kinematics/not_known_yet.h"
#include "holon/model/assembly/assembly.h"

namespace holon::detail {

namespace {

/// Formulas of time alone, with their first and second derivatives; nothing where they contain
/// more.
std::optional<std::array<std::vector<Expr>, 3>> differentiate_in_time(
    Assembly& assembly, const std::vector<Expr>& formulas) {
  std::vector<Expr> known;
  try {
    known = assembly.put_in_outputs(formulas);
  } catch (const ModelError&) {
    return {};
  } catch (const NotKnownYet&) {
    return {};
  }
  const Expr time = assembly.time();
  for (const Expr& symbol : find_symbols(known))
    if (symbol != time && !assembly.time_derivative(symbol).is_constant(0.0)) return {};
  const std::vector<Expr> along{time}, one{Expr(1.0)};
  const std::vector<Expr> rates = derivative(known, along, one);
  return std::array<std::vector<Expr>, 3>{known, rates, derivative(rates, along, one)};
}

}  // namespace

void write_out_motions(Mechanism& mechanism, Assembly& assembly) {
  const bool has_conditions = std::any_of(
      mechanism.equations.begin(), mechanism.equations.end(),
      [](const Mechanism::Equation& equation) { return equation.of_speeds || equation.rate; });
  if (!has_conditions) return;
  for (Mechanism::Joint& joint : mechanism.joints) {
    for (Mechanism::Freedom& freedom : joint.freedoms) {
      if (!freedom.motion) continue;
      const auto motion = differentiate_in_time(assembly, {freedom.motion->position});
      if (!motion) continue;
      freedom.motion->rate = (*motion)[1][0];
      freedom.motion->acceleration = (*motion)[2][0];
    }
    if (!joint.drive) continue;
    Mechanism::Drive& drive = *joint.drive;
    const Vector4<Expr> q = drive.place.rotation.coefficients();
    std::vector<Expr> place = list_of(drive.place.position);
    place.insert(place.end(), q.begin(), q.end());
    const auto motion = differentiate_in_time(assembly, place);
    if (!motion) continue;
    const auto& [at, rates, changes] = *motion;
    const auto turn = [](const std::vector<Expr>& list) {
      return Vector4<Expr>(list[3], list[4], list[5], list[6]);
    };
    const Rotation<Expr> R(at[3], at[4], at[5], at[6]);
    drive.velocity = vector_of(rates);
    drive.acceleration = vector_of(changes);
    drive.angular_velocity = R.calc_body_rate(turn(rates));
    drive.angular_acceleration = R.calc_body_rate(turn(changes));
  }
}

}  // namespace holon::detail
