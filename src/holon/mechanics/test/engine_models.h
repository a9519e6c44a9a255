// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/drives/combustion_engine.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

/// An engine on a joint, for tests of engines and transmissions.
namespace holon::test {

constexpr double kEngineInertia = 2.5;  // [kg m²]
constexpr double kIdle = 220.0;         // [rad/s] without load
constexpr double kDroop = 0.06;
constexpr double kFullLoad = 700.0;  // [N m]

inline const CombustionEngine::Curve kFlatCurve{.speed = {80.0, 250.0},
                                                .torque = {kFullLoad, kFullLoad}};

inline RigidBody make_rotor(double J) {
  return RigidBody{.mass = 1.0, .inertia = InertiaMatrix{{J, J, J}}};
}

/// An engine on a joint with a load torque.
inline Model engine_with(Expr load, double rate) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  model.output("system.energy.supplied");
  model.output("system.energy.dissipated");
  model.add<RigidBody>("rotor", make_rotor(kEngineInertia));
  Revolute crank{.between = {"world", "rotor"}};
  crank.torque = load;
  crank.initial.rate = rate;
  model.add<Revolute>("crank", crank);
  return model;
}

}  // namespace holon::test
