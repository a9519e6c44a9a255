// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/rack_and_pinion.h"

#include "holon/mechanics/test/coupled_wheels.h"

namespace holon {
namespace {

using test::kFirstInertia;
using test::kGlobal;
using test::number_of;

constexpr double kRack = 30.0;  // [kg]

Model with_rack(Formulation formulation, RackAndPinion gear, double torque, double force) {
  Model model = test::two_wheels(formulation, torque);
  model.add<RigidBody>("rack", {.mass = kRack, .inertia = Box{{1.0, 0.1, 0.1}}});
  model.add<Prismatic>("rail", {.between = {"world", "rack"}, .axis = "x", .force = force});
  gear.joints = {"a", "rail"};
  model.add<RackAndPinion>("gear", std::move(gear));
  return model;
}

class RackAndPinionIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, RackAndPinionIn, test::all_formulations(), test::formulation_of);

TEST_P(RackAndPinionIn, MovesTheRackByItsRadius) {
  // J ω' = T − r F, m r ω' = F.
  for (const double r0 : {0.1, -0.1}) {
    const System system = make_system(with_rack(GetParam(), {.radius = r0}, 2.0, 0.0));
    const double a = 2.0 / (kFirstInertia + kRack * r0 * r0);
    const Results r = test::run(system, 1.0, {"rail.speed", "rail.position", "gear.tooth_force"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time");
      EXPECT_NEAR(number_of(r, k, "rail.speed"), r0 * a * t, kGlobal);
      EXPECT_NEAR(number_of(r, k, "rail.position"), 0.5 * r0 * a * t * t, kGlobal);
      EXPECT_NEAR(number_of(r, k, "gear.tooth_force"), kRack * r0 * a, 10 * kGlobal);
    }
    test::expect_energy_account(system, 1.0);
  }
}

TEST_P(RackAndPinionIn, LosesPowerWhicheverSideDrives) {
  const double r0 = 0.1, eta = 0.7;
  for (const bool forward : {true, false}) {
    const System system = make_system(with_rack(GetParam(), {.radius = r0, .efficiency = eta},
                                                forward ? 2.0 : 0.0, forward ? 0.0 : 20.0));
    const double a = forward ? 2.0 / (kFirstInertia / r0 + kRack * r0 / eta)
                             : 20.0 / (kRack + kFirstInertia / (r0 * r0 * eta));
    const Results r = test::run(system, 1.0, {"rail.speed"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      EXPECT_NEAR(number_of(r, k, "rail.speed"), a * number_of(r, k, "time"), 10 * kGlobal);
    }
    test::expect_energy_account(system, 1.0);
  }
}

TEST_P(RackAndPinionIn, HasBacklash) {
  // The rack at 0.2 m/s crosses half of 4 mm, then drags the pinion along.
  Model own = test::two_wheels(GetParam());
  own.add<RigidBody>("rack", {.mass = kRack, .inertia = Box{{1.0, 0.1, 0.1}}});
  own.add<Prismatic>("rail",
                     {.between = {"world", "rack"}, .axis = "x", .initial = {.speed = 0.2}});
  own.add<RackAndPinion>("gear", {.joints = {"a", "rail"}, .radius = 0.1, .backlash = Expr(0.004)});
  const System system = make_system(own);
  const Results r = test::run(system, 0.02, {"rail.speed", "a.rate", "gear.play"}, 0.005);
  EXPECT_NEAR(number_of(r, 1, "gear.play"), -0.001, kGlobal);
  const double after = 0.2 * kRack / (kRack + kFirstInertia / 0.01);
  EXPECT_NEAR(number_of(r, 4, "rail.speed"), after, kGlobal);
  EXPECT_NEAR(number_of(r, 4, "a.rate"), after / 0.1, 10 * kGlobal);
  EXPECT_NEAR(number_of(r, 4, "gear.play"), -0.002, kGlobal);
  test::expect_energy_account(system, 0.02);
}

TEST(RackAndPinion, SaysWhatIsWrong) {
  const auto errors = [](RackAndPinion gear) {
    Model model = test::two_wheels(Formulation::recursive);
    model.add<RackAndPinion>("gear", std::move(gear));
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.joints = {"a", "b"}, .radius = 0.1}),
            "parts/gear: joints: 'b' is not a displacement of a joint; name a Prismatic joint\n");
  EXPECT_EQ(errors({.joints = {"a", "b"}, .radius = 0.0}),
            "parts/gear: a radius of 0 would stop the rack; give the radius of the pitch circle\n");
}

}  // namespace
}  // namespace holon
