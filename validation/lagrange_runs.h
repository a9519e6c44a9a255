// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "example.h"
#include "holon/model/assembly/conserved.h"
#include "model_text.h"

/// Systems described by their energies in tests.
namespace holon::test {

/// Global error of runs at a tolerance of 1e-10 over the spans used here, relative to signals of
/// order one: some hundred steps, each of which may err by the tolerance.
inline constexpr double kRunError = 1e-8;
/// Two descriptions whose exact equations are the same, run with the same steps.
inline constexpr double kSameEquations = 1e-9;

inline std::vector<std::string> conserved_in(const Model& model, Diagnostics& diagnostics) {
  diagnostics.throw_if_errors();
  const auto assembly = assemble(model, diagnostics);
  diagnostics.throw_if_errors();
  return assembly->domain<ConservedOutputs>().names;
}

inline std::vector<std::string> conserved_in(const std::string& text) {
  Diagnostics diagnostics;
  const Model model = load(text, diagnostics);
  return conserved_in(model, diagnostics);
}

inline double largest_difference(const Results& r, const std::string& a, const std::string& b) {
  double largest = 0;
  for (std::size_t k = 0; k < r.row_count(); ++k)
    largest = std::max(largest, std::abs(r.values(a)[k] - r.values(b)[k]));
  return largest;
}

/// A point of 1 kg in a plane, with a potential.
inline std::string with_potential(const std::string& potential) {
  return R"yaml(
parts:
  p:
    type: Lagrangian
    coordinates: {x: {initial: 0 m}, phi: {initial: 0.3 rad}}
    kinetic: 0.5 [kg]*der(x)^2 + 0.5 [kg*m^2]*der(phi)^2
    potential: ")yaml" +
         potential + "\"\n";
}

/// A cart on a rail with a pendulum, twice: the cart by its energies, carrying the pendulum on a
/// frame, and as bodies.
inline std::string carts(const std::string& formulation) {
  return "simulate: {until: 1 s, interval: 0.1 s, tolerance: 1e-10, formulation: " + formulation +
         R"yaml(}
parts:
  cart:
    type: Lagrangian
    coordinates: {s: {initial: 0.2 m, force: "-0.5 [N s/m]*der(s)"}}
    kinetic: 1.5 [kg]*der(s)^2
    potential: 10 [N/m]*s^2
    frames: {pin: {at: [s, 0, 0]}, lamp: {at: [s, 0, 1 m]}}
  link: {type: RigidBody, mass: 1 kg, inertia: [0.02 kg m^2, 0.02 kg m^2, 0.001 kg m^2], center_of_mass: [0, 0, -0.4 m]}
  hinge: {type: Revolute, between: [cart.pin, link], axis: -y, initial: {angle: 50 deg}}
  body: {type: RigidBody, mass: 3 kg, inertia: [0.1 kg m^2, 0.1 kg m^2, 0.1 kg m^2]}
  rail: {type: Prismatic, between: [world, body], axis: x, initial: {position: 0.2 m}, stiffness: 20 N/m, damping: 0.5 N s/m}
  link2: {type: RigidBody, mass: 1 kg, inertia: [0.02 kg m^2, 0.02 kg m^2, 0.001 kg m^2], center_of_mass: [0, 0, -0.4 m]}
  hinge2: {type: Revolute, between: [body, link2], axis: -y, initial: {angle: 50 deg}}
)yaml";
}

}  // namespace holon::test
