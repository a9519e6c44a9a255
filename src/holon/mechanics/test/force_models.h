// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/test/run_model.h"

/// What the tests of force elements have in common.
namespace holon::test {

/// Rounding of numbers of size 1 to 100 through some dozens of operations.
constexpr double kRounding = 1e-13;

inline void expect_start(const Model& model, const std::vector<std::string>& names,
                         const std::vector<double>& expected) {
  const std::vector<double> y = values_at_start(make_system(model), names);
  ASSERT_EQ(y.size(), expected.size());
  for (std::size_t k = 0; k < y.size(); ++k) {
    EXPECT_NEAR(y[k], expected[k], kRounding * std::max(1.0, std::abs(expected[k]))) << k;
  }
}

/// Two bodies that tumble in space, with the frames one.ear and two.ear off their centres.
inline Model two_tumbling_bodies() {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  RigidBody one{.mass = 2.0,
                .inertia = InertiaMatrix{{0.3, 0.5, 0.4, 0.02, -0.03, 0.05}},
                .center_of_mass = {0.1, -0.05, 0.02}};
  one.frames.add("ear",
                 {.at = {0.3, 0.4, 0.1}, .rotate = Orientation::axis_angle({1.0, 2.0, -1.0}, 0.7)});
  one.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -1.1, 0.8);
  one.initial->velocity = Vector3<Expr>(0.1, 0.2, -0.3);
  RigidBody two{.mass = 1.2, .inertia = InertiaMatrix{{0.2, 0.15, 0.25}}};
  two.frames.add(
      "ear", {.at = {-0.2, 0.1, 0.3}, .rotate = Orientation::axis_angle({0.0, 1.0, 1.0}, -0.4)});
  two.initial.emplace().position = Vector3<Expr>(1.0, 0.5, 0.3);
  two.initial->orientation = Orientation::axis_angle({1.0, 1.0, 0.0}, 1.3);
  two.initial->angular_velocity = Vector3<Expr>(-0.9, 0.3, 0.5);
  model.add<RigidBody>("one", one);
  model.add<RigidBody>("two", two);
  return model;
}

/// What acts only between bodies changes neither momentum nor angular momentum.
inline void expect_momenta_stay(const System& system, double until) {
  const Results r = run(system, until, {"system.momentum", "system.angular_momentum"});
  for (const char* name : {"system.momentum", "system.angular_momentum"}) {
    for (const char* axis : {".x", ".y", ".z"}) {
      const std::vector<double>& values = r.values(std::string(name) + axis);
      for (double value : values) EXPECT_NEAR(value, values[0], kGlobal) << name << axis;
    }
  }
}

}  // namespace holon::test
