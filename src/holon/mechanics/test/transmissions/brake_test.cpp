// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/brake.h"

#include "holon/mechanics/test/coupled_wheels.h"

namespace holon {
namespace {

using test::kFirstInertia;
using test::kGlobal;
using test::number_of;

class BrakeIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, BrakeIn, test::all_formulations(), test::formulation_of);

TEST_P(BrakeIn, StopsAWheelAndHoldsIt) {
  // J ω' = T − C until ω = 0; then it holds T.
  const double start = 5.0, torque = 0.1, capacity = 0.3;
  Model model = test::two_wheels(GetParam(), [&](const Model&, Revolute& a, Revolute&) {
    a.torque = torque;
    a.initial.rate = start;
  });
  model.add<Brake>("brake", {.joint = "a", .torque = capacity});
  const System system = make_system(model);
  const double slope = (capacity - torque) / kFirstInertia, ends = start / slope;
  const Results r = test::run(system, 1.0, {"a.rate", "brake.braking_torque", "brake.sticks"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "a.rate"), std::max(0.0, start - slope * t), 10 * kGlobal);
    if (std::abs(t - ends) < 1e-6) continue;
    EXPECT_NEAR(number_of(r, k, "brake.braking_torque"), t < ends ? capacity : torque, kGlobal);
    EXPECT_EQ(number_of(r, k, "brake.sticks"), t < ends ? 0.0 : 1.0);
  }
  test::expect_energy_account(system, 1.0);
}

TEST_P(BrakeIn, LetsGoWhenItIsReleased) {
  Model model = test::two_wheels(GetParam(), 0.1);
  model.add<Brake>("brake",
                   {.joint = "a", .torque = select(relation(0.5 - model.time()), 1.0, 0.0)});
  const Results r = test::run(make_system(model), 1.0, {"a.rate"});
  EXPECT_NEAR(number_of(r, 5, "a.rate"), 0.0, kGlobal);
  EXPECT_NEAR(number_of(r, 10, "a.rate"), 0.5 * 0.1 / kFirstInertia, 10 * kGlobal);
}

TEST(Brake, NeedsAnAngle) {
  Model model = test::two_wheels(Formulation::recursive);
  model.add<Brake>("brake", {.joint = "first", .torque = 1.0});
  EXPECT_EQ(test::errors_of(model),
            "parts/brake: there is no joint 'first'; there is 'a' and 'b'\n");
}

TEST(Brake, CannotStopAPrescribedMotion) {
  Model model =
      test::two_wheels(Formulation::recursive,
                       [](const Model& m, Revolute& a, Revolute&) { a.motion = sin(m.time()); });
  model.add<Brake>("brake", {.joint = "a", .torque = 1.0});
  EXPECT_EQ(
      test::errors_of(model),
      "parts/brake: joint: the motion of 'a' is prescribed: no brake can stop it; leave out its "
      "'motion', or the brake\n");
}

}  // namespace
}  // namespace holon
