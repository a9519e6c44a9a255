// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/terrain/earth_moving.h"

#include <numbers>

namespace holon::detail {

namespace {

Expr cotangent(Expr angle) { return cos(angle) / sin(angle); }

}  // namespace

CuttingFactors calc_cutting_factors(Expr blade_angle, Expr friction_angle, Expr external_angle,
                                    Expr slope) {
  const Expr alpha = blade_angle, phi = friction_angle, delta = external_angle;
  const Expr sum = alpha + delta + phi;
  const Expr root = sqrt(sin(phi + delta) * sin(alpha + delta) / (sin(alpha) * sin(phi)));
  const Expr cot_beta = (root - cos(sum)) / sin(sum);
  CuttingFactors factors;
  factors.failure_angle = atan2(Expr(1.0), cot_beta);
  const Expr cot_alpha = cotangent(alpha), cot_sum = cotangent(factors.failure_angle + phi);
  const Expr D = cos(alpha + delta) + sin(alpha + delta) * cot_sum;
  const Expr turned = max(cos(slope) + sin(slope) * cot_sum, 0.0);
  factors.weight = (cot_alpha + cot_beta) / (2.0 * D) * turned;
  factors.surcharge = 2.0 * factors.weight;
  factors.cohesion = (1.0 + cot_beta * cot_sum) / D;
  factors.adhesion = (1.0 - cot_alpha * cot_sum) / D;
  // tan β = 1/cot β, without a pole where β is 90°.
  factors.inertia = (1.0 + cot_beta * cot_sum) / ((cot_beta + cot_alpha) * D);
  return factors;
}

CuttingForce calc_cutting_force(const CuttingFactors& factors, const Soil& soil,
                                const CuttingState& state, Expr depth, Expr speed) {
  const Expr of_weight = soil.density * state.gravity * square(depth) * factors.weight;
  const Expr of_others =
      depth * (soil.cohesion * factors.cohesion + state.surcharge * factors.surcharge +
               soil.adhesion * factors.adhesion + soil.density * square(speed) * factors.inertia);
  const Expr force = of_weight + of_others;
  const Expr inclined = state.blade_angle + soil.external_friction_angle;
  const Expr adhering = soil.adhesion * depth, cot_alpha = cotangent(state.blade_angle);
  CuttingForce result;
  result.draft = force * sin(inclined) + adhering * cot_alpha;
  result.down = force * cos(inclined) - adhering;
  // About the axis to the left. The force acts at the height a, a cot α behind the edge; adhesion
  // acts along the blade, which contains the edge.
  const Expr raised = depth * (of_weight / 3.0 + of_others / 2.0);
  result.moment = raised * (-sin(inclined) - cot_alpha * cos(inclined));
  return result;
}

Expr calc_bearing_capacity(const Soil& soil, Expr gravity, Expr depth) {
  const Expr phi = soil.friction_angle;
  const Expr quarter = std::numbers::pi / 4;
  const Expr Nq = exp(std::numbers::pi * tan(phi)) * square(tan(quarter + 0.5 * phi));
  const Expr Nc = (Nq - 1.0) / tan(phi);
  return soil.cohesion * Nc + soil.density * gravity * depth * Nq;
}

Expr smooth_depth(Expr depth, double blend) {
  const Expr below = max(depth, 0.0), q = min(below / blend, 1.0);
  return below * q * (2.0 - q);
}

Expr smooth_step(Expr x) {
  const Expr q = min(max(x, 0.0), 1.0);
  return square(q) * (3.0 - 2.0 * q);
}

}  // namespace holon::detail
