// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/clutch.h"

#include "holon/mechanics/test/coupled_wheels.h"

namespace holon {
namespace {

using test::kFirstInertia;
using test::kGlobal;
using test::kSecondInertia;
using test::number_of;

class ClutchIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, ClutchIn, test::all_formulations(), test::formulation_of);

TEST_P(ClutchIn, SlipsUntilBothTurnTogether) {
  // J1 ω1' = −C, J2 ω2' = C, until ω1 = ω2 = J1 ω0/(J1 + J2); half of the reduced mass's energy
  // ω0² J1 J2/(J1 + J2) is lost.
  const double start = 10.0, capacity = 0.4;
  Model model = test::two_wheels(
      GetParam(), [&](const Model&, Revolute& a, Revolute&) { a.initial.rate = start; });
  model.add<Clutch>("clutch", {.joints = {"a", "b"}, .torque = capacity});
  const System system = make_system(model);
  const double reduced = kFirstInertia * kSecondInertia / (kFirstInertia + kSecondInertia);
  const double ends = start * reduced / capacity;
  const double together = kFirstInertia * start / (kFirstInertia + kSecondInertia);
  const Results r = test::run(system, 1.0,
                              {"a.rate", "b.rate", "clutch.transmitted_torque", "clutch.sticks",
                               "system.energy.dissipated"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    const double a = t < ends ? start - capacity * t / kFirstInertia : together;
    EXPECT_NEAR(number_of(r, k, "a.rate"), a, 10 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "b.rate"), t < ends ? capacity * t / kSecondInertia : together,
                10 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "clutch.transmitted_torque"), t < ends ? capacity : 0.0, kGlobal);
    EXPECT_EQ(number_of(r, k, "clutch.sticks"), t < ends ? 0.0 : 1.0);
  }
  EXPECT_NEAR(number_of(r, r.row_count() - 1, "system.energy.dissipated"),
              0.5 * reduced * start * start, 10 * kGlobal);
}

TEST_P(ClutchIn, BreaksAwayAboveItsStaticTorque) {
  // Sticking it transmits T J2/(J1 + J2); with T = t it slips when that reaches `static`.
  const double most = 1.5, capacity = 1.0;
  Model model = test::two_wheels(
      GetParam(), [](const Model& m, Revolute& a, Revolute&) { a.torque = m.time(); });
  model.add<Clutch>("clutch",
                    {.joints = {"a", "b"}, .torque = capacity, .static_torque = Expr(most)});
  const System system = make_system(model);
  const double share = kSecondInertia / (kFirstInertia + kSecondInertia), slips = most / share;
  const Results r = test::run(system, 2.5, {"clutch.transmitted_torque", "clutch.slip", "b.rate"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    if (t < slips) {
      EXPECT_NEAR(number_of(r, k, "clutch.transmitted_torque"), share * t, 10 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "clutch.slip"), 0.0, kGlobal);
    } else {
      EXPECT_NEAR(number_of(r, k, "clutch.transmitted_torque"), capacity, kGlobal);
      const double before = 0.5 * slips * slips / (kFirstInertia + kSecondInertia);
      EXPECT_NEAR(number_of(r, k, "b.rate"), before + capacity * (t - slips) / kSecondInertia,
                  10 * kGlobal);
    }
  }
  test::expect_energy_account(system, 2.5);
}

TEST_P(ClutchIn, EngagesAndOpensByItsFormula) {
  Model model = test::two_wheels(GetParam(), [](const Model& m, Revolute& a, Revolute&) {
    a.torque = 0.1;
    static_cast<void>(m);
  });
  model.add<Clutch>("clutch",
                    {.joints = {"a", "b"},
                     .torque = select(relation(model.time() - 1.0),
                                      select(relation(2.0 - model.time()), 5.0, 0.0), 0.0)});
  const System system = make_system(model);
  const Results r = test::run(system, 3.0, {"a.rate", "b.rate"});
  const std::size_t last = r.row_count() - 1;
  // Open: 5 rad/s after 1 s; closed for 1 s: momentum 0.2 N m s on both; open again.
  const double together = 0.2 / (kFirstInertia + kSecondInertia);
  EXPECT_NEAR(number_of(r, 10, "a.rate"), 5.0, 10 * kGlobal);
  EXPECT_NEAR(number_of(r, last, "b.rate"), together, 10 * kGlobal);
  EXPECT_NEAR(number_of(r, last, "a.rate"), together + 5.0, 10 * kGlobal);
  test::expect_energy_account(system, 3.0);
}

TEST(Clutch, NeedsTwoJoints) {
  Model model = test::two_wheels(Formulation::recursive);
  model.add<Clutch>("clutch", {.joints = {"a", "c"}, .torque = 1.0});
  EXPECT_EQ(test::errors_of(model),
            "parts/clutch: joints: there is no joint 'c'; there is 'a' and 'b'\n");
}

}  // namespace
}  // namespace holon
