// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "holon/mechanics/parts/bodies/elastic_body.h"
#include "holon/mechanics/test/force_models.h"

namespace holon::test {

constexpr double kElasticConserved = 1e-10;  // of the size of what is conserved, as promised

class ElasticBodyFixture : public testing::TestWithParam<Formulation> {
 protected:
  Model space() const {
    Model model;
    model.world.gravity = {0.0, 0.0, 0.0};
    model.simulate.formulation = GetParam();
    return model;
  }
  Model on_earth() const {
    Model model;
    model.simulate.formulation = GetParam();
    return model;
  }
};

/// Three modes that take part in all directions.
inline ElasticBody make_panel(bool damped) {
  ElasticBody panel{.mass = 20.0,
                    .inertia = InertiaMatrix{{30.0, 25.0, 12.0, 1.0, -2.0, 0.5}},
                    .center_of_mass = {0.1, -0.05, 1.2}};
  const double hertz = 0.5;
  panel.modes.push_back({.mass = 3.2,
                         .stiffness = 12.0,
                         .damping = damped ? 0.08 : 0.0,
                         .translation = {0.0, 0.5, 2.1},
                         .rotation = {2.5, 0.0, 0.3},
                         .initial = {.displacement = 0.05}});
  panel.modes.push_back({.frequency = hertz,
                         .translation = {1.5, 0.0, 0.0},
                         .rotation = {0.0, 1.8, -0.4},
                         .initial = {.displacement = -0.03, .rate = 0.1}});
  panel.modes.push_back({.mass = 2.0,
                         .stiffness = 40.0,
                         .damping = damped ? 0.3 : 0.0,
                         .translation = {0.2, -1.0, 0.4},
                         .rotation = {0.3, 0.2, 1.1},
                         .initial = {.displacement = 0.02}});
  return panel;
}

inline std::vector<std::string> names_of(const Results& results) {
  std::vector<std::string> names;
  for (const auto& column : results.columns()) names.push_back(column.name);
  return names;
}

/// The least and the largest value of a column differ by at most this.
inline void expect_constant(const Results& r, const std::string& column, double tolerance) {
  const std::vector<double>& values = r.values(column);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_LE(*high - *low, tolerance) << column;
}

inline void expect_conserved(const System& system, double until, double momentum, double angular,
                             double energy) {
  const Results r = simulate(system, tape_settings(until, 0.5, 1e-13),
                             {"system.momentum", "system.angular_momentum", "system.energy.total"});
  for (const char* axis : {".x", ".y", ".z"}) {
    expect_constant(r, std::string("system.momentum") + axis, kElasticConserved * momentum);
    expect_constant(r, std::string("system.angular_momentum") + axis, kElasticConserved * angular);
  }
  expect_constant(r, "system.energy.total", kElasticConserved * energy);
}

/// The values of outputs at the start are those of `recursive` in all formulations, to rounding
/// errors of the largest. `build`: makes the system in a formulation.
inline void expect_alike_at_start(const std::function<System(Formulation)>& build,
                                  const std::vector<std::string>& names) {
  constexpr double kAgreement = 1e-12;  // some thousand operations
  const std::vector<double> expected = values_at_start(build(Formulation::recursive), names);
  double largest = 0;
  for (const double value : expected) largest = std::max(largest, std::abs(value));
  for (const Formulation formulation : {Formulation::augmented, Formulation::aggregate}) {
    const std::vector<double> values = values_at_start(build(formulation), names);
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_NEAR(values[k], expected[k], kAgreement * largest) << name_of(formulation) << ' ' << k;
  }
}

/// A beam along x on the world with one mode that moves its tip along z, and turns it about −y.
inline ElasticBody make_beam(double A, double c, double p) {
  ElasticBody beam{.mass = 5.0, .inertia = InertiaMatrix{{2.0, 9.0, 9.0}}};
  beam.modes.push_back(
      {.mass = A, .stiffness = c, .translation = {0.0, 0.0, p}, .initial = {.displacement = 0.05}});
  ElasticBody::Frame tip{.at = {3.0, 0.0, 0.0}};
  tip.modes.push_back({.translation = {0.0, 0.0, 1.7}, .rotation = {0.0, -0.8, 0.0}});
  beam.frames.add("tip", tip);
  return beam;
}

/// With a tip that moves and turns with two of its three modes.
inline ElasticBody make_boom() {
  ElasticBody boom = make_panel(false);
  ElasticBody::Frame tip{.at = {0.2, 0.1, 2.5}};
  tip.modes.push_back({.translation = {0.1, 0.3, 0.9}, .rotation = {0.3, -0.5, 0.2}});
  tip.modes.push_back({.translation = {0.7, 0.0, 0.1}, .rotation = {0.0, 0.4, 0.0}});
  boom.frames.add("tip", tip);
  return boom;
}

inline ElasticBody make_tumbling_boom() {
  ElasticBody boom = make_boom();
  boom.initial.emplace().angular_velocity = Vector3<Expr>(0.4, -0.3, 0.6);
  boom.initial->velocity = Vector3<Expr>(0.1, 0.2, -0.1);
  return boom;
}

inline RigidBody make_forearm() {
  return {.mass = 1.2,
          .inertia = InertiaMatrix{{0.05, 0.3, 0.28}},
          .center_of_mass = {0.4, 0.02, 0.0},
          .frames = {{"end", {.at = {0.9, 0.0, 0.1}}}}};
}

}  // namespace holon::test
