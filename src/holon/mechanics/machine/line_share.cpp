// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/line_share.h"

#include "holon/mechanics/kernels/line_kernels.h"
#include "holon/mechanics/kernels/traced.h"
#include "holon/mechanics/machine/machine.h"

namespace holon::detail {

void LineShare::add_closures(std::vector<Closure>& closures) {
  for (const Mechanism::LineBody& body : machine_.mechanism.line_bodies) {
    auto closure = Closure::of(machine_.mechanism, machine_.tree(), body);
    closures_.push_back(closure ? static_cast<int>(closures.size()) : -1);
    if (closure) closures.push_back(std::move(*closure));
  }
}

/// Of what is not a mass at the pin, in world axes.
std::array<std::vector<Expr>, 2> LineShare::line_forces(std::size_t index) {
  const Mechanism::LineBody& body = machine_.mechanism.line_bodies[index];
  const LineTerms terms = calc_line_terms(body);
  std::vector<Expr> arguments;
  for (const std::string& end : body.between) {
    append(arguments, machine_.kinematics().calc_frame_output(machine_.mechanism.find_frame(end),
                                                              FrameOutput::position));
  }
  if (const int closure = closures_.at(index); closure >= 0) {
    append(arguments,
           machine_.loops()->reactions().calc_line_multipliers(static_cast<std::size_t>(closure)));
  } else {  // at rest
    for (const Expr& g : machine_.mechanism.gravity) arguments.push_back(terms.lever * g);
  }
  arguments.push_back(terms.lever);
  arguments.push_back(terms.reach);
  const std::vector<Expr> both = call(line_force_function(), arguments);
  return {std::vector<Expr>(both.begin(), both.begin() + 3),
          std::vector<Expr>(both.begin() + 3, both.end())};
}

std::array<std::vector<Expr>, 2> LineShare::calc_forces(std::size_t index) {
  const Mechanism::LineBody& body = machine_.mechanism.line_bodies[index];
  const Expr pin_mass = calc_line_terms(body).pin_mass;
  std::array<std::vector<Expr>, 2> forces = line_forces(index);
  const std::vector<Expr> a = machine_.kinematics().calc_frame_output(
      machine_.mechanism.find_frame(body.between[0]), FrameOutput::acceleration);
  for (std::size_t i = 0; i < 3; ++i) {
    forces[0][i] += pin_mass * (machine_.mechanism.gravity[static_cast<Eigen::Index>(i)] - a[i]);
  }
  return forces;
}

/// [J] of the masses at pins that do not move.
Expr LineShare::calc_resting_energy() {
  Expr energy = 0.0;
  for (const Mechanism::LineBody& body : machine_.mechanism.line_bodies) {
    const Tree::BodyPlace pin = machine_.tree().place_of(
        machine_.mechanism, machine_.mechanism.find_frame(body.between[0]));
    if (pin.link != Mechanism::kWorld) continue;
    for (Eigen::Index i = 0; i < 3; ++i) {
      energy -=
          calc_line_terms(body).pin_mass * machine_.mechanism.gravity[i] * pin.place.position[i];
    }
  }
  return energy;
}

/// The masses at the pins belong to the bodies there.
void LineShare::append_wrenches(std::vector<Kinematics::BodyWrench>& wrenches) {
  for (std::size_t k = 0; k < machine_.mechanism.line_bodies.size(); ++k) {
    const std::array<std::vector<Expr>, 2> forces = line_forces(k);
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string& end = machine_.mechanism.line_bodies[k].between[side];
      wrenches.push_back(
          {machine_.mechanism.find_body(end),
           false,
           machine_.tree().place_of(machine_.mechanism, machine_.mechanism.find_frame(end)),
           {forces[side], std::vector<Expr>(3, 0.0)}});
    }
  }
}

}  // namespace holon::detail
