// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// What a Machine does about bodies on the line between two frames.
#include "holon/mechanics/kernels/line_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/machine.h"

namespace holon {

void Machine::add_line_bodies() {
  for (const Mechanism::LineBody& body : mechanism.line_bodies) {
    auto closure = Closure::of(mechanism, tree_, body);
    closure_of_line_.push_back(closure ? static_cast<int>(closures_.size()) : -1);
    if (closure) closures_.push_back(std::move(*closure));
  }
}

/// Of what is not a mass at the pin, in world axes.
std::array<std::vector<Expr>, 2> Machine::line_forces(std::size_t index) {
  const Mechanism::LineBody& body = mechanism.line_bodies[index];
  const detail::LineTerms terms = detail::calc_line_terms(body);
  std::vector<Expr> arguments;
  for (const std::string& end : body.between) {
    detail::append(arguments, kinematics().calc_frame_output(mechanism.find_frame(end),
                                                             FrameOutput::position));
  }
  if (const int closure = closure_of_line_.at(index); closure >= 0) {
    detail::append(arguments,
                   loops_->reactions().calc_line_multipliers(static_cast<std::size_t>(closure)));
  } else {  // at rest
    for (const Expr& g : mechanism.gravity) arguments.push_back(terms.lever * g);
  }
  arguments.push_back(terms.lever);
  arguments.push_back(terms.reach);
  const std::vector<Expr> both = call(detail::line_force_function(), arguments);
  return {std::vector<Expr>(both.begin(), both.begin() + 3),
          std::vector<Expr>(both.begin() + 3, both.end())};
}

std::array<std::vector<Expr>, 2> Machine::line_body_forces(std::size_t index) {
  const Mechanism::LineBody& body = mechanism.line_bodies[index];
  const Expr pin_mass = detail::calc_line_terms(body).pin_mass;
  std::array<std::vector<Expr>, 2> forces = line_forces(index);
  const std::vector<Expr> a = kinematics().calc_frame_output(mechanism.find_frame(body.between[0]),
                                                             FrameOutput::acceleration);
  for (std::size_t i = 0; i < 3; ++i) {
    forces[0][i] += pin_mass * (mechanism.gravity[static_cast<Eigen::Index>(i)] - a[i]);
  }
  return forces;
}

/// [J] of the masses at pins that do not move.
Expr Machine::calc_resting_line_energy() {
  Expr energy = 0.0;
  for (const Mechanism::LineBody& body : mechanism.line_bodies) {
    const Tree::BodyPlace pin = tree_.place_of(mechanism, mechanism.find_frame(body.between[0]));
    if (pin.link != Mechanism::kWorld) continue;
    for (Eigen::Index i = 0; i < 3; ++i) {
      energy -=
          detail::calc_line_terms(body).pin_mass * mechanism.gravity[i] * pin.place.position[i];
    }
  }
  return energy;
}

/// The masses at the pins belong to the bodies there.
void Machine::append_line_wrenches(std::vector<Kinematics::BodyWrench>& wrenches) {
  for (std::size_t k = 0; k < mechanism.line_bodies.size(); ++k) {
    const std::array<std::vector<Expr>, 2> forces = line_forces(k);
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string& end = mechanism.line_bodies[k].between[side];
      wrenches.push_back({mechanism.find_body(end),
                          false,
                          tree_.place_of(mechanism, mechanism.find_frame(end)),
                          {forces[side], std::vector<Expr>(3, 0.0)}});
    }
  }
}

}  // namespace holon
