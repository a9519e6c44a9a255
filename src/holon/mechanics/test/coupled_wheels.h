// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

/// What the tests of gears, belts and clutches have in common.
namespace holon::test {

constexpr double kFirstInertia = 0.02;  ///< [kg m²] of the wheel on the joint `a`
constexpr double kSecondInertia = 0.5;  ///< of that on `b`

/// Two wheels on parallel axes of the world, z; `set` completes their joints `a` and `b` before
/// they are added, with formulas of the model.
template <class Set>
Model two_wheels(Formulation formulation, const Set& set) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.simulate.formulation = formulation;
  model.output("system.energy.supplied");  // it has a state only where it is asked for
  model.output("system.energy.dissipated");
  const auto wheel = [](double J) {
    return RigidBody{.mass = 1.0, .inertia = InertiaMatrix{{J, J, J}}};
  };
  model.add<RigidBody>("first", wheel(kFirstInertia));
  model.add<RigidBody>("second", wheel(kSecondInertia));
  Revolute a{.between = {"world", "first"}}, b{.between = {"world", "second"}};
  b.origin.at = {0.3, 0.0, 0.0};
  set(model, a, b);
  model.add<Revolute>("a", a);
  model.add<Revolute>("b", b);
  return model;
}

/// With constant torques.
inline Model two_wheels(Formulation formulation, double torque_a = 0.0, double torque_b = 0.0) {
  return two_wheels(formulation, [&](const Model&, Revolute& a, Revolute& b) {
    a.torque = torque_a;
    b.torque = torque_b;
  });
}

/// Total + dissipated − supplied energy stays what it was, to `tolerance` of the largest of them.
inline void expect_energy_account(const System& system, double until, double tolerance = 1e-8) {
  const Results r = run(
      system, until, {"system.energy.total", "system.energy.dissipated", "system.energy.supplied"});
  double largest = 0.0;
  for (const char* name :
       {"system.energy.total", "system.energy.dissipated", "system.energy.supplied"}) {
    for (const double value : r.values(name)) largest = std::max(largest, std::abs(value));
  }
  EXPECT_GT(largest, 0.0);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double sum = number_of(r, k, "system.energy.total") +
                       number_of(r, k, "system.energy.dissipated") -
                       number_of(r, k, "system.energy.supplied");
    EXPECT_NEAR(sum, number_of(r, 0, "system.energy.total"), tolerance * largest) << k;
  }
}

}  // namespace holon::test
