// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A program of a stranger: a uniform rod swings from 30 degrees; after a quarter of its period
// 4 K(sin(a/2)) sqrt(2L/3g) it passes through the vertical.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "holon/base/version.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/model/assembly/model.h"
#include "holon/simulate/simulation.h"

int main() {
  using namespace holon;  // NOLINT: as a stranger would
  constexpr double kLength = 1.0;
  constexpr double kGravity = 9.80665;
  constexpr double kStart = std::numbers::pi / 6;

  Model model;
  model.add<RigidBody>("rod", {.mass = 1.0,
                               .inertia = Rod{.length = kLength, .axis = "z"},
                               .center_of_mass = {0.0, 0.0, -kLength / 2}});
  model.add<Revolute>("pin",
                      {.between = {"world", "rod"}, .axis = "y", .initial = {.angle = kStart}});
  const System system = make_system(model);

  const double quarter =
      std::comp_ellint_1(std::sin(kStart / 2)) * std::sqrt(2 * kLength / (3 * kGravity));
  SimulateSettings settings;
  settings.until = quarter;
  settings.tolerance = 1e-11;
  const Results results = simulate(system, settings, {"pin.angle"});
  const double angle = results.values("pin.angle").back();
  std::printf("holon %s: angle %.1e rad after a quarter of the period\n", kVersion, angle);
  return std::abs(angle) < 1e-8 ? 0 : 1;  // 1000 times the tolerance of a step
}
