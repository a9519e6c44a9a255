// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/mechanics/lagrange/lagrange_systems.h"

/// What parts with generalized coordinates have in common.
namespace holon::detail {

template <class C>
void describe_coordinate(Fields<C>& f) {
  f.text("unit", &C::unit, "unit of it; default: that of its value at the start").gives_dimension();
  f.value("initial", &C::initial, "any", "at the start").varying().gives_dimension().fits_name();
  f.value("guess", &C::guess, "any", "initial guess where constraints determine it")
      .varying()
      .gives_dimension()
      .fits_name();
  f.value("initial_rate", &C::initial_rate, "any", "its rate at the start")
      .varying()
      .fits_name("1/s");
  f.value("guess_rate", &C::guess_rate, "any", "initial guess of its rate")
      .varying()
      .fits_name("1/s");
  f.value("force", &C::force, "any",
          "generalized force: a formula, in which outer names are visible")
      .varying()
      .fits_over_name("J");
}

template <class P>
FieldBuilder describe_coordinates(Descriptor<P>& d) {
  return d
      .named("coordinates", &P::coordinates,
             "generalized coordinates; each is an output, and so are rate.x, acceleration.x and "
             "momentum.x of a coordinate x")
      .makes_names()
      .takes_list()
      .brings("rate", "1/s", "rate of a coordinate")
      .brings("acceleration", "1/s^2", "second time derivative of a coordinate")
      .brings("momentum", "J s",
              "generalized momentum: derivative of the kinetic energy by the rate", true);
}

template <class P>
void describe_energies(Descriptor<P>& d) {
  d.output("energy.kinetic", "J", "kinetic energy");
  d.output("energy.potential", "J", "potential energy");
  d.output("lagrangian", "J", "kinetic less potential energy");
  d.output("jacobi_integral", "J",
           "rates times momenta less the Lagrangian: constant where the energies hold no time and "
           "nothing drives or damps");
}

template <class C>
std::vector<LagrangeDefinition::Coordinate> list_coordinates(PartBuilder& b,
                                                             const Named<C>& coordinates) {
  std::vector<LagrangeDefinition::Coordinate> list;
  for (const auto& [name, given] : coordinates) {
    LagrangeDefinition::Coordinate c;
    c.name = name;
    c.initial = given.initial ? *given.initial : given.guess.value_or(0.0);
    c.initial_rate = given.initial_rate ? *given.initial_rate : given.guess_rate.value_or(0.0);
    c.holds_initial = given.initial.has_value();
    c.holds_rate = given.initial_rate.has_value();
    c.has_start = given.initial || given.guess || given.initial_rate || given.guess_rate;
    c.force = given.force;
    c.dimension = b.dimension_of(name);
    const std::string path = "coordinates." + name;
    if (given.initial && given.guess)
      b.error(path + ".guess", "only one of 'initial' and 'guess' can be given");
    if (given.initial_rate && given.guess_rate)
      b.error(path + ".guess_rate", "only one of 'initial_rate' and 'guess_rate' can be given");
    list.push_back(std::move(c));
  }
  if (list.empty()) b.error("coordinates", "at least one coordinate is needed");
  return list;
}

}  // namespace holon::detail
