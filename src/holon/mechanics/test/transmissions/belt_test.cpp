// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/belt.h"

#include "holon/mechanics/test/coupled_wheels.h"

namespace holon {
namespace {

using test::kFirstInertia;
using test::kGlobal;
using test::kSecondInertia;
using test::number_of;

class BeltIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, BeltIn, test::all_formulations(), test::formulation_of);

TEST_P(BeltIn, CouplesTwoPulleys) {
  for (const bool crossed : {false, true}) {
    Model model = test::two_wheels(GetParam(), 2.0);
    model.add<Belt>("belt", {.joints = {"a", "b"}, .radii = {0.05, 0.2}, .crossed = crossed});
    const System system = make_system(model);
    const double a = 2.0 / (kFirstInertia + kSecondInertia / 16);
    const Results r = test::run(system, 1.0, {"b.rate", "belt.force", "belt.power"});
    for (std::size_t k = 0; k < r.row_count(); ++k) {
      const double t = number_of(r, k, "time");
      EXPECT_NEAR(number_of(r, k, "b.rate"), (crossed ? -a : a) * t / 4, 100 * kGlobal);
      const double force = (2.0 - kFirstInertia * a) / 0.05;
      EXPECT_NEAR(number_of(r, k, "belt.force"), force, 10 * kGlobal);
      EXPECT_NEAR(number_of(r, k, "belt.power"), 0.05 * force * a * t, 100 * kGlobal);
    }
    test::expect_energy_account(system, 1.0);
  }
}

TEST_P(BeltIn, OscillatesByItsStiffness) {
  // e" = −k (r1²/J1 + r2²/J2) e − d (…) e' without torques.
  const double k = 2000.0, d = 3.0, r1 = 0.05, r2 = 0.2;
  Model model = test::two_wheels(
      GetParam(), [](const Model&, Revolute& a, Revolute&) { a.initial.rate = 4.0; });
  model.add<Belt>("belt", {.joints = {"a", "b"},
                           .radii = {r1, r2},
                           .crossed = true,
                           .stiffness = Expr(k),
                           .damping = d});
  const System system = make_system(model);
  const double c = r1 * r1 / kFirstInertia + r2 * r2 / kSecondInertia;
  const double decay = 0.5 * d * c, rate = std::sqrt(k * c - decay * decay);
  const Results r = test::run(system, 1.0, {"belt.elongation", "belt.energy"});
  for (std::size_t i = 0; i < r.row_count(); ++i) {
    const double t = number_of(r, i, "time");
    const double e = r1 * 4.0 / rate * std::exp(-decay * t) * std::sin(rate * t);
    EXPECT_NEAR(number_of(r, i, "belt.elongation"), e, kGlobal);
    EXPECT_NEAR(number_of(r, i, "belt.energy"), 0.5 * k * e * e, kGlobal);
  }
  test::expect_energy_account(system, 1.0);
}

TEST(Belt, SaysWhatIsWrong) {
  const auto errors = [](Belt belt) {
    Model model = test::two_wheels(Formulation::recursive);
    belt.joints = {"a", "b"};
    model.add<Belt>("belt", std::move(belt));
    return test::errors_of(model);
  };
  EXPECT_EQ(errors({.radii = {0.1, -0.1}}),
            "parts/belt: radii: the radius of a pulley is positive; 'crossed: true' turns the "
            "direction\n");
  EXPECT_EQ(errors({.radii = {0.1, 0.1}, .damping = 2.0}),
            "parts/belt: 'damping' has no effect on a belt without 'stiffness'; give the stiffness "
            "too\n");
  EXPECT_EQ(errors({.radii = {0.1}}), "parts/belt: radii requires 2 numbers, not 1\n");
}

}  // namespace
}  // namespace holon
