// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Linear models about steady rotation, in all formulations, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "example.h"
#include "holon/analyse/linear/linear_analysis.h"

namespace holon::test {
namespace {

// Eigenvalues of matrices of some ten rows, with entries up to the speed of the rotor.
constexpr double kSpinPole = 1e-9;
// Zero poles are double (a free angle and its rate): the root of rounding errors.
constexpr double kSpinZero = 1e-4;

struct LinearAboutSpin {
  std::vector<std::complex<double>> poles;  ///< but for those at zero
  std::string notes;
};

LinearAboutSpin linearize_text(const std::string& text, const std::string& formulation) {
  LoadOptions options;
  options.overrides = {"simulate.formulation=" + formulation};
  Diagnostics diagnostics;
  const Model model = load_model_text(text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  std::vector<double> parameters;
  for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  const LinearModel linear = linearize(system, find_start_point(system, parameters), {});
  LinearAboutSpin result;
  for (const Pole& pole : find_poles(linear.A))
    if (std::abs(pole.value) > kSpinZero) result.poles.push_back(pole.value);
  for (const std::string& note : linear.notes) result.notes += note + "\n";
  return result;
}

void expect_pole(const LinearAboutSpin& found, std::complex<double> pole) {
  double least = INFINITY;
  for (const auto& value : found.poles) least = std::min(least, std::abs(value - pole));
  EXPECT_LE(least, kSpinPole * std::abs(pole)) << pole;
}

/// A rotor about y in two gimbals, the outer about z, the inner about x.
const char* const kGyroscope = R"(
holon: 1
world: {gravity: [0, 0, 0]}
parts:
  outer: {type: RigidBody, mass: 1 kg, inertia: [0.03, 0.04, 0.05]}
  inner: {type: RigidBody, mass: 1 kg, inertia: [0.02, 0.03, 0.025]}
  rotor: {type: RigidBody, mass: 2 kg, inertia: [0.06, 0.1, 0.06]}
  azimuth: {type: Revolute, between: [world, outer], axis: z}
  elevation: {type: Revolute, between: [outer, inner], axis: x}
  spin: {type: Revolute, between: [inner, rotor], axis: y, initial: {rate: 100 rad/s}}
)";

/// J_z α'' = ± H β', J_x β'' = ∓ H α': nutation at H / √(J_x J_z).
TEST(SpinAxes, GyroscopeInGimbalsNutatesAsInTheory) {
  const double H = 0.1 * 100, Jx = 0.02 + 0.06, Jz = 0.05 + 0.025 + 0.06;
  for (const char* formulation : {"recursive", "augmented", "aggregate"}) {
    SCOPED_TRACE(formulation);
    const LinearAboutSpin found = linearize_text(kGyroscope, formulation);
    EXPECT_EQ(found.poles.size(), 2U);
    expect_pole(found, {0, H / std::sqrt(Jx * Jz)});
    expect_pole(found, {0, -H / std::sqrt(Jx * Jz)});
    EXPECT_EQ(found.notes.find("not constant"), std::string::npos) << found.notes;
  }
}

/// Euler's equations about the largest moment; the attitude turns with the body.
TEST(SpinAxes, FreeBodyOfThreeMomentsKeepsItsOwnAxes) {
  const double A = 1, B = 1.5, C = 2, speed = 2;
  const LinearAboutSpin found = linearize_text(R"(
holon: 1
world: {gravity: [0, 0, 0]}
parts:
  body: {type: RigidBody, mass: 1 kg, inertia: [1, 1.5, 2], initial: {angular_velocity: [0, 0, 2]}}
)",
                                               "recursive");
  const double wobble = speed * std::sqrt((C - A) * (C - B) / (A * B));
  for (const double sign : {1.0, -1.0}) {
    expect_pole(found, {0, sign * wobble});
    expect_pole(found, {0, sign * speed});
  }
  EXPECT_EQ(found.notes.find("do not turn"), std::string::npos) << found.notes;
  EXPECT_EQ(found.notes.find("not constant"), std::string::npos) << found.notes;
}

/// Beside it a mass on a spring whose slope of 1e10 1/s^2 dwarfs those of wheels.
const char* const kStiffSlider = R"(
  block: {type: RigidBody, mass: 1 kg, inertia: [0.03, 0.04, 0.05]}
  rail: {type: Prismatic, between: [world, block], axis: x, stiffness: 1e10 N/m}
)";

/// A wheel on a turntable: neither axes that turn with it nor axes at rest have constant slopes.
const char* const kTurntable = R"(
holon: 1
world: {gravity: [0, 0, 0]}
parts:
  table: {type: RigidBody, mass: 1 kg, inertia: [0.03, 0.04, 0.05]}
  wheel: {type: RigidBody, mass: 2 kg, inertia: [0.1, 0.06, 0.06]}
  pivot: {type: Revolute, between: [world, table], axis: z, initial: {rate: 3 rad/s}}
  tilt: {type: RigidBody, mass: 1 kg, inertia: [0.02, 0.03, 0.025]}
  hinge: {type: Revolute, between: [table, tilt], axis: y, stiffness: 200 N m/rad}
  axle: {type: Revolute, between: [tilt, wheel], axis: x, initial: {rate: 20 rad/s}}
)";

TEST(SpinAxes, WheelOnATurntableIsNoted) {
  for (const std::string text :
       {std::string(kTurntable), std::string(kTurntable) + (kStiffSlider + 1)}) {
    const LinearAboutSpin found = linearize_text(text, "augmented");
    EXPECT_NE(found.notes.find("not constant"), std::string::npos) << found.notes;
  }
}

TEST(SpinAxes, GyroscopeBesideAStiffSpringIsConstant) {
  const LinearAboutSpin found =
      linearize_text(std::string(kGyroscope) + (kStiffSlider + 1), "aggregate");
  EXPECT_EQ(found.notes.find("not constant"), std::string::npos) << found.notes;
  EXPECT_NE(found.notes.find("do not turn"), std::string::npos) << found.notes;
}

}  // namespace
}  // namespace holon::test
