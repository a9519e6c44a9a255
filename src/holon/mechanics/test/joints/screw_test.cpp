// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/joints/screw.h"

#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::number_of;

using test::kGravity;
using test::kMass;
using test::kSpin;
constexpr double kPitch = 0.08;

Model nut(Screw spindle, double offset = 0.0, bool reversed = false) {
  Model model;
  model.add<RigidBody>("nut", {.mass = kMass,
                               .inertia = InertiaMatrix{{0.03, 0.03, kSpin}},
                               .center_of_mass = {offset, 0.0, 0.0}});
  spindle.between = {"world", "nut"};
  if (reversed) std::swap(spindle.between[0], spindle.between[1]);
  spindle.axis = "z";
  spindle.pitch = kPitch;
  model.add<Screw>("spindle", spindle);
  return model;
}

TEST(Screw, RunsDownASpindleAsTheEnergySays) {
  // ½ (I + m h²) φ'² + m g h φ = E: φ" = −m g h / (I + m h²).
  const System system = make_system(nut({.initial = {.angle = 3.0, .rate = 1.0}}));
  const double alpha = -kMass * kGravity * kPitch / (kSpin + kMass * kPitch * kPitch);
  const Results r = test::run(
      system, 2.0, {"spindle.angle", "spindle.position", "spindle.speed", "nut.position"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time"), angle = 3.0 + t + alpha * t * t / 2;
    const double range = 3.0 + std::abs(alpha) * 2.0;
    EXPECT_NEAR(number_of(r, k, "spindle.angle"), angle, test::kGlobal * range);
    EXPECT_NEAR(number_of(r, k, "nut.position.z"), kPitch * angle, test::kGlobal * range);
    EXPECT_EQ(number_of(r, k, "spindle.position"), number_of(r, k, "nut.position.z"));
    EXPECT_NEAR(number_of(r, k, "spindle.speed"), kPitch * (1.0 + alpha * t),
                test::kGlobal * range);
  }
  test::expect_energy_balance(system, 2.0);
}

TEST(Screw, CarriesItsNutWithForceAndTorque) {
  // Without friction the flanks give m (g + h φ") along and I φ" about the axis.
  const System system = make_system(nut({.torque = 0.7, .force = 3.0}));
  const auto y = test::values_at_start(
      system, {"spindle.acceleration", "spindle.reaction.force", "spindle.reaction.torque"});
  const double inertia = kSpin + kMass * kPitch * kPitch;
  const double alpha = (0.7 + kPitch * (3.0 - kMass * kGravity)) / inertia;
  constexpr double kRounding = 1e-13;
  EXPECT_NEAR(y[0], alpha, kRounding * 100);
  EXPECT_NEAR(y[3], kMass * (kGravity + kPitch * alpha), kRounding * 100);
  EXPECT_NEAR(y[6], kSpin * alpha, kRounding);
}

TEST(Screw, SwingsOnItsSpringAsTheExactSolutionSays) {
  // (I + m h²) φ" + d φ' + k φ = −m g h.
  const double k = 2.0, d = 0.06, inertia = kSpin + kMass * kPitch * kPitch;
  Model model = nut({.stiffness = k, .damping = d, .initial = {.position = 0.1, .speed = -0.2}});
  const System system = make_system(model);
  const Results r = test::run(system, 3.0, {"spindle.angle"});
  const double level = -kMass * kGravity * kPitch / k, decay = d / (2 * inertia);
  const double w = std::sqrt(k / inertia - decay * decay);
  const double a = 0.1 / kPitch - level, b = (-0.2 / kPitch + decay * a) / w;
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    EXPECT_NEAR(number_of(r, i, "spindle.angle"),
                level + std::exp(-decay * t) * (a * std::cos(w * t) + b * std::sin(w * t)),
                test::kGlobal * std::abs(a));
  }
  test::expect_energy_balance(system, 3.0);
}

TEST(Screw, GoesTheSameWhicheverEndIsCalledTheParent) {
  // A screw is the same screw from the other side; only the signs of angle and wrench change.
  Screw there{.damping = 0.1, .initial = {.angle = 0.4, .rate = 2.0}};
  Screw back{.damping = 0.1, .initial = {.angle = -0.4, .rate = -2.0}};
  const System a = make_system(nut(there, 0.1)), b = make_system(nut(back, 0.1, true));
  const std::vector<std::string> names{"spindle.acceleration", "spindle.position"};
  const auto x = test::values_at_start(a, names), y = test::values_at_start(b, names);
  constexpr double kRounding = 1e-13;
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], -y[k], 100 * kRounding);
  const auto p = test::values_at_start(a, {"nut.position", "nut.acceleration"});
  const auto q = test::values_at_start(b, {"nut.position", "nut.acceleration"});
  for (std::size_t k = 0; k < p.size(); ++k) EXPECT_NEAR(p[k], q[k], 100 * kRounding);
}

TEST(Screw, FollowsAPrescribedMotion) {
  Model model;
  model.add<RigidBody>("nut", {.mass = kMass, .inertia = InertiaMatrix{{0.03, 0.03, kSpin}}});
  model.add<Screw>("spindle", {.between = {"world", "nut"},
                               .axis = "z",
                               .pitch = kPitch,
                               .motion = sin(3.0 * model.time())});
  const System system = make_system(model);
  const double t = 0.4;
  const auto y = test::values_at_start(
      system, {"nut.acceleration", "spindle.reaction.torque", "spindle.reaction.force"}, t);
  constexpr double kRounding = 1e-13;
  const double alpha = -9.0 * std::sin(3 * t);
  EXPECT_NEAR(y[2], kPitch * alpha, kRounding);
  EXPECT_NEAR(y[5], kSpin * alpha, kRounding);
  EXPECT_NEAR(y[8], kMass * (kGravity + kPitch * alpha), 100 * kRounding);
}

TEST(Screw, SaysWhatIsWrongWithIt) {
  Model flat;
  flat.add<RigidBody>("nut", {.mass = 1.0, .inertia = Sphere{}});
  flat.add<Screw>("spindle", {.between = {"world", "nut"}, .pitch = 0.0});
  EXPECT_NE(test::errors_of(flat).find("the pitch of a Screw must not be zero"), std::string::npos)
      << test::errors_of(flat);
  const std::string twice = test::errors_of(nut({.initial = {.angle = 1.0, .position = 0.2}}));
  EXPECT_NE(twice.find("'initial.angle' gives the position already"), std::string::npos) << twice;
  const std::string driven = test::errors_of(nut({.motion = 1.0, .force = 2.0}));
  EXPECT_NE(driven.find("'force' has no effect: 'motion' prescribes the angle"), std::string::npos)
      << driven;
}

}  // namespace
}  // namespace holon
