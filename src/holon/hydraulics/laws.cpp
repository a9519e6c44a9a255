// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/hydraulics/laws.h"

#include <numbers>

namespace holon::hydraulics {
namespace {

Expr calc_transition(const Fluid& fluid, Expr area, Expr coefficient, Expr reynolds) {
  const Expr diameter = sqrt(4.0 / std::numbers::pi * area);
  const Expr speed = reynolds * fluid.kinematic_viscosity() / (coefficient * diameter);
  return 0.5 * fluid.density() * square(speed);
}

}  // namespace

OrificeLaw OrificeLaw::from_area(const Fluid& fluid, Expr area, Expr coefficient, Expr reynolds) {
  return {coefficient * area * sqrt(2.0 / fluid.density()),
          calc_transition(fluid, area, coefficient, reynolds), fluid.density()};
}

OrificeLaw OrificeLaw::from_rated(const Fluid& fluid, Expr flow, Expr drop, Expr reynolds) {
  const Expr area = flow / (kSharpEdge * sqrt(2.0 * drop / fluid.density()));
  OrificeLaw law{1.0, calc_transition(fluid, area, kSharpEdge, reynolds), fluid.density()};
  law.conductance = flow / law.flow(drop);
  return law;
}

Expr OrificeLaw::flow(Expr drop) const {
  return conductance * drop / sqrt(sqrt(square(drop) + square(transition)));
}

Expr OrificeLaw::flow(Expr drop, Expr upstream) const {
  constexpr double kLeast = 1.0 / 16;
  return sqrt(1.0 / max(upstream / density, kLeast)) * flow(drop);
}

Expr ramp(Expr x, Expr width) {
  const Expr above = max(x + width, 0.0);
  return select(less(x, width), square(above) / (4.0 * width), x);
}

Expr ramp_slope(Expr x, Expr width) { return min(max((x + width) / (2.0 * width), 0.0), 1.0); }

Expr ramp_integral(Expr x, Expr width) {
  const Expr above = max(x + width, 0.0);
  return select(less(x, width), above * square(above) / (12.0 * width),
                0.5 * square(x) + square(width) / 6.0);
}

Expr clip(Expr x, Expr width) { return ramp(x, width) - ramp(x - 1.0, width); }

}  // namespace holon::hydraulics
