// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenmodes against closed forms and published eigenvalues.
#include "holon/analyse/linear/modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "example.h"
#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"

namespace holon::test {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

// Rounding errors of some thousand operations, relative to the largest eigenvalue.
constexpr double kEigen = 1e-11;

std::vector<double> own_values(const System& system) {
  std::vector<double> values;
  for (const SystemParameter& p : system.parameters) values.push_back(p.value);
  return values;
}

System read_system(const std::string& text, const std::vector<std::string>& overrides = {}) {
  LoadOptions options;
  options.overrides = overrides;
  Diagnostics diagnostics;
  const Model model = load_model_text(text, builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  return make_system(model);
}

ModalModel find_modes_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const System system = read_system(text, overrides);
  return find_modes(system, find_equilibrium_point(system, own_values(system)));
}

const Eigenmode& mode_near(const ModalModel& modal, Complex s) {
  const Eigenmode* nearest = &modal.modes.at(0);
  for (const Eigenmode& mode : modal.modes)
    if (std::abs(mode.pole.value - s) < std::abs(nearest->pole.value - s)) nearest = &mode;
  return *nearest;
}

Complex component(const ModalModel& modal, const Eigenmode& mode, const std::string& name) {
  for (std::size_t k = 0; k < modal.coordinates.size(); ++k)
    if (modal.coordinates[k].name == name) return mode.shape[k];
  ADD_FAILURE() << "no coordinate " << name;
  return {};
}

TEST(Modes, CoupledPendulumsSwingTogetherAndAgainstEachOther) {
  // J θ'' = -m g L θ - c θ' ∓ k (θ₁ - θ₂), J = m L².
  for (const char* formulation : {"recursive", "augmented"}) {
    const ModalModel modal = find_modes_of(R"(holon: 1
parameters: {m: 2 kg, L: 0.8 m, k: 3 N m/rad, c: 0.4 N m s/rad}
world: {gravity: [0, 0, -9.81]}
parts:
  a: {type: RigidBody, mass: m, inertia: [1e-9, 1e-9, 1e-9], center_of_mass: [0, 0, -L]}
  b: {type: RigidBody, mass: m, inertia: [1e-9, 1e-9, 1e-9], center_of_mass: [0, 0, -L]}
  pin_a: {type: Revolute, between: [world, a], axis: y, damping: c, torque: -k*(pin_a.angle - pin_b.angle)}
  pin_b: {type: Revolute, between: [world, b], axis: y, origin: {at: [1, 0, 0]}, damping: c, torque: k*(pin_a.angle - pin_b.angle)}
)",
                                           {std::string("simulate.formulation=") + formulation});
    const double J = 2 * 0.8 * 0.8 + 1e-9, c = 0.4 / J, together = 2 * 9.81 * 0.8 / J,
                 against = together + 2 * 3 / J;
    ASSERT_EQ(modal.modes.size(), 2U) << formulation;
    for (const bool is_against : {false, true}) {
      const double w2 = is_against ? against : together;
      const Complex s(-c / 2, std::sqrt(w2 - c * c / 4));
      const Eigenmode& mode = mode_near(modal, s);
      EXPECT_LE(std::abs(mode.pole.value - s), kEigen * std::abs(s)) << formulation;
      EXPECT_NEAR(mode.pole.frequency(), std::sqrt(w2) / (2 * pi), kEigen * w2);
      EXPECT_NEAR(mode.damped_frequency(), s.imag() / (2 * pi), kEigen * w2);
      EXPECT_NEAR(mode.pole.damping(), c / (2 * std::sqrt(w2)), kEigen);
      EXPECT_EQ(mode.whirl(), Whirl::none);
      if (formulation == std::string("recursive"))
        EXPECT_LE(std::abs(component(modal, mode, "pin_b.angle") -
                           (is_against ? -1.0 : 1.0) * component(modal, mode, "pin_a.angle")),
                  1e-9);
    }
  }
}

constexpr const char* kRotor = R"(holon: 1
parameters: {speed: 100 rad/s, k: 400 N m/rad, A: 0.1 kg m^2, C: 0.16 kg m^2}
world: {gravity: [0, 0, 0]}
parts:
  outer: {type: RigidBody, mass: 1 g, inertia: [1e-15, 1e-15, 1e-15]}
  inner: {type: RigidBody, mass: 1 g, inertia: [1e-15, 1e-15, 1e-15]}
  disc: {type: RigidBody, mass: 10 kg, inertia: [A, A, C]}
  tilt_x: {type: Revolute, between: [world, outer], axis: x, stiffness: k}
  tilt_y: {type: Revolute, between: [outer, inner], axis: y, stiffness: k}
  spin: {type: Revolute, between: [inner, disc], axis: z, initial: {rate: speed}}
)";

/// A s² ∓ i C Ω s + k = 0 for tilting of a disc, s = iω: forward and backward.
double calc_whirl(double A, double C, double k, double speed, bool forward) {
  const double b = C * speed / (2 * A);
  return (forward ? b : -b) + std::sqrt(b * b + k / A);
}

TEST(Modes, GyroscopicMomentsSplitTheTiltingOfARotor) {
  for (const double speed : {5.0, 100.0, 300.0, -100.0}) {
    const ModalModel modal = find_modes_of(kRotor, {"speed=" + std::to_string(speed) + " rad/s"});
    for (const bool forward : {false, true}) {
      const Complex s(0, calc_whirl(0.1, 0.16, 400, std::abs(speed), forward));
      const Eigenmode& mode = mode_near(modal, s);
      EXPECT_LE(std::abs(mode.pole.value - s), 1e-10 * std::abs(s)) << speed;
      EXPECT_EQ(mode.whirl(), forward ? Whirl::forward : Whirl::backward) << speed;
      // A circle: both tilts are equal, a quarter of a period apart.
      const Complex x = component(modal, mode, "tilt_x.angle"),
                    y = component(modal, mode, "tilt_y.angle");
      const double side = (forward ? -1 : 1) * (speed > 0 ? 1 : -1);
      EXPECT_LE(std::abs(y - x * Complex(0, side)), 1e-9) << speed;
      EXPECT_NEAR(std::abs(mode.circularity), 1, 1e-9);
    }
  }
}

TEST(Modes, WhatARotorSeesIsNoFrameThatWhirls) {
  // Outputs with the names of a frame's, at rest in place and with an angular velocity: but of the
  // world as seen from the disc, about which nothing whirls in the world.
  const std::string view = "  view: {type: Relative, of: world, to: disc}\n";
  const ModalModel modal = find_modes_of(kRotor + view);
  for (const bool forward : {false, true}) {
    const Eigenmode& mode = mode_near(modal, Complex(0, calc_whirl(0.1, 0.16, 400, 100, forward)));
    EXPECT_EQ(mode.whirl(), forward ? Whirl::forward : Whirl::backward);
    EXPECT_NEAR(std::abs(mode.circularity), 1, 1e-9);
  }
}

TEST(Modes, FramesHaveTheirRolesWhateverTheirNames) {
  const System system = read_system(kRotor + std::string("  view: {type: Relative, of: disc}\n"));
  const auto role = [&](const char* name) { return system.find_output(name)->role; };
  EXPECT_EQ(role("disc.position"), OutputRole::position);
  EXPECT_EQ(role("disc.velocity"), OutputRole::velocity);
  EXPECT_EQ(role("disc.angular_velocity"), OutputRole::angular_velocity);
  EXPECT_EQ(role("disc.com.position"), OutputRole::position);
  EXPECT_EQ(role("disc.angular_velocity_body"), OutputRole::other);
  EXPECT_EQ(role("view.position"), OutputRole::other);
  EXPECT_EQ(role("view.angular_velocity"), OutputRole::other);
  EXPECT_EQ(role("spin.angle"), OutputRole::coordinate);
}

TEST(Modes, BranchesOfACampbellDiagramFollowTheirWhirl) {
  std::vector<ModalModel> points;
  std::vector<double> speeds;
  for (int k = 1; k <= 16; ++k) {
    speeds.push_back(20.0 * k);
    points.push_back(find_modes_of(kRotor, {"speed=" + std::to_string(speeds.back()) + " rad/s"}));
  }
  const std::vector<ModeBranch> branches = track_modes(points);
  int whirling = 0;
  for (const ModeBranch& branch : branches) {
    ASSERT_EQ(branch.at.size(), points.size());
    ASSERT_GE(branch.at[0], 0);
    const Whirl whirl = points[0].modes[std::size_t(branch.at[0])].whirl();
    if (whirl == Whirl::none) continue;
    ++whirling;
    EXPECT_GT(branch.least_mac, 1 - 1e-9);
    for (std::size_t p = 0; p < points.size(); ++p) {
      ASSERT_GE(branch.at[p], 0);
      const double expected = calc_whirl(0.1, 0.16, 400, speeds[p], whirl == Whirl::forward);
      EXPECT_NEAR(points[p].modes[std::size_t(branch.at[p])].pole.value.imag(), expected,
                  1e-9 * expected);
    }
  }
  EXPECT_EQ(whirling, 2);
}

TEST(Modes, TwoMassesWithOneDamperHaveComplexShapes) {
  // m₁ = 2, m₂ = 1, k₁ = 100 to the wall, k₂ = 50 and c = 3 between them: damping that is not
  // proportional. Roots of 2λ⁴ + 9λ³ + 250λ² + 300λ + 5000 by numpy.roots and two steps of Newton's
  // method, x₂/x₁ = (2λ² + 3λ + 150)/(3λ + 50).
  const ModalModel modal = find_modes_of(R"(holon: 1
parts:
  a: {type: PointMass, mass: 2 kg}
  b: {type: PointMass, mass: 1 kg}
  slide_a: {type: Prismatic, between: [world, a], axis: x, stiffness: 100 N/m, force: 50*(slide_b.position - slide_a.position) + 3*(slide_b.speed - slide_a.speed)}
  slide_b: {type: Prismatic, between: [world, b], axis: x, force: 50*(slide_a.position - slide_b.position) + 3*(slide_a.speed - slide_b.speed)}
)");
  const std::pair<Complex, Complex> expected[]{
      {{-0.24045390580643058, 5.0605920321882625}, {1.8784389749914703, -0.3694018533499407}},
      {{-2.009546094193569, 9.662375581049357}, {-1.0584389749914715, -0.409351092938112}}};
  ASSERT_EQ(modal.modes.size(), 2U);
  for (const auto& [s, ratio] : expected) {
    const Eigenmode& mode = mode_near(modal, s);
    EXPECT_LE(std::abs(mode.pole.value - s), 10 * kEigen);
    EXPECT_LE(std::abs(component(modal, mode, "slide_b.position") /
                           component(modal, mode, "slide_a.position") -
                       ratio),
              1e-11);
  }
}

TEST(Modes, HingedPanelSwingsAgainstItsHub) {
  // A hub that nothing holds about its axis: ω² = k (1/I₁ + 1/I₂), in opposition by -I₂/(I₁ + I₂)
  // of the hinge's angle; and the free rotation.
  const double I1 = 5, I2 = 2, k = 30;
  const ModalModel modal = find_modes_of(R"(holon: 1
world: {gravity: [0, 0, 0]}
parts:
  hub: {type: RigidBody, mass: 50 kg, inertia: [5, 5, 5]}
  panel: {type: RigidBody, mass: 4 kg, inertia: [2, 2, 2]}
  bearing: {type: Revolute, between: [world, hub], axis: z}
  hinge: {type: Revolute, between: [hub, panel], axis: z, stiffness: 30 N m/rad}
)");
  const double w = std::sqrt(k * (1 / I1 + 1 / I2));
  const Eigenmode& mode = mode_near(modal, {0, w});
  EXPECT_LE(std::abs(mode.pole.value - Complex(0, w)), kEigen * w);
  EXPECT_LE(
      std::abs(component(modal, mode, "bearing.angle") / component(modal, mode, "hinge.angle") +
               I2 / (I1 + I2)),
      1e-10);
  int zeros = 0;
  for (const Eigenmode& m : modal.modes) zeros += std::abs(m.pole.value) < 1e-7 ? 1 : 0;
  EXPECT_EQ(zeros, 2);
}

TEST(Modes, BicycleHasThePublishedOnes) {
  // J. P. Meijaard et al., Proc. R. Soc. A 463 (2007) 1955–1982, table 2, at 5 m/s:
  // bicycle_test.cpp.
  LoadOptions options;
  options.overrides = {"v=5 m/s", "push=0 rad/s"};
  Diagnostics diagnostics;
  const Model model = load_model(std::string(HOLON_SOURCE_DIR) + "/examples/bicycle.yaml",
                                 builtin_catalogue(), options, diagnostics);
  diagnostics.throw_if_errors();
  const System system = make_system(model);
  const ModalModel modal = find_modes(system, find_start_point(system, own_values(system)));
  for (const Complex s : {Complex(-0.77534188219585, 4.46486771378823),
                          Complex(-0.32286642900409, 0), Complex(-14.07838969279822, 0)})
    EXPECT_LE(std::abs(mode_near(modal, s).pole.value - s), 14 * kEigen) << s;
  // The wheels roll: no body spins in place.
  for (const Eigenmode& mode : modal.modes) EXPECT_EQ(mode.whirl(), Whirl::none);
}

}  // namespace
}  // namespace holon::test
