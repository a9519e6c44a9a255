// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/transmissions/one_way_clutch.h"

#include "holon/mechanics/test/coupled_wheels.h"

namespace holon {
namespace {

using test::kFirstInertia;
using test::kGlobal;
using test::kSecondInertia;
using test::number_of;

class OneWayClutchIn : public testing::TestWithParam<Formulation> {};
INSTANTIATE_TEST_SUITE_P(All, OneWayClutchIn, test::all_formulations(), test::formulation_of);

TEST_P(OneWayClutchIn, DrivesForwardAndLetsTheSecondOverrun) {
  // T = cos t: locked while it pushes, until π/2; then the first slows down, and locks again when
  // its own integral is back: J1 ω1 = J1 ω(π/2) + sin t − 1 reaches it at sin t = 1, t = 5π/2.
  Model model = test::two_wheels(
      GetParam(), [](const Model& m, Revolute& a, Revolute&) { a.torque = cos(m.time()); });
  model.add<OneWayClutch>("wheel", {.joints = {"a", "b"}});
  const System system = make_system(model);
  const double both = kFirstInertia + kSecondInertia, opens = M_PI / 2;
  const Results r =
      test::run(system, 7.0, {"a.rate", "b.rate", "wheel.transmitted_torque", "wheel.locked"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    const double b = t < opens ? std::sin(t) / both : 1 / both;
    EXPECT_NEAR(number_of(r, k, "b.rate"), b, 100 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "a.rate"),
                t < opens ? b : 1 / both + (std::sin(t) - 1) / kFirstInertia, 1000 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "wheel.transmitted_torque"),
                t < opens ? kSecondInertia / both * std::cos(t) : 0.0, 10 * kGlobal);
    EXPECT_EQ(number_of(r, k, "wheel.locked"), t < opens ? 1.0 : 0.0);
  }
  test::expect_energy_account(system, 7.0);
}

TEST_P(OneWayClutchIn, CatchesUpWithoutAnImpact) {
  // The first is driven by 0.1 N m from rest, the second turns at 2 rad/s: it locks at 0.4 s.
  Model model = test::two_wheels(GetParam(), [](const Model&, Revolute& a, Revolute& b) {
    a.torque = 0.1;
    b.initial.rate = 2.0;
  });
  model.add<OneWayClutch>("wheel", {.joints = {"a", "b"}});
  const System system = make_system(model);
  const Results r = test::run(system, 1.0, {"a.rate", "b.rate"});
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    const double late = 2 + 0.1 * (t - 0.4) / (kFirstInertia + kSecondInertia);
    EXPECT_NEAR(number_of(r, k, "a.rate"), t < 0.4 ? 5 * t : late, 10 * kGlobal);
    EXPECT_NEAR(number_of(r, k, "b.rate"), t < 0.4 ? 2 : late, 10 * kGlobal);
  }
  test::expect_energy_account(system, 1.0);
}

TEST_P(OneWayClutchIn, LocksByAnImpactElsewhere) {
  // The first turns back at 2 rad/s, away from the second, which rests, and rebounds from its limit
  // with e · 2 rad/s at 0.25 s: both go on with J1 e · 2/(J1 + J2), and ½ J1 J2/(J1 + J2) (2 e)² is
  // lost besides ½ J1 (1 − e²) 2².
  constexpr double e = 0.5, w = 2.0;
  Model model = test::two_wheels(GetParam(), [&](const Model&, Revolute& a, Revolute&) {
    a.initial.rate = -w;
    a.limits.emplace();
    a.limits->range = {-0.5, 10.0};
    a.limits->restitution = e;
  });
  model.add<OneWayClutch>("wheel", {.joints = {"a", "b"}});
  const Results r = test::run(make_system(model), 1.0,
                              {"a.rate", "b.rate", "system.energy.dissipated", "wheel.slip"});
  const double J = kFirstInertia, K = kSecondInertia, both = J * e * w / (J + K);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = number_of(r, k, "time");
    EXPECT_NEAR(number_of(r, k, "a.rate"), t < 0.25 ? -w : both, kGlobal);
    EXPECT_NEAR(number_of(r, k, "b.rate"), t < 0.25 ? 0.0 : both, kGlobal);
    EXPECT_NEAR(number_of(r, k, "system.energy.dissipated"),
                t < 0.25 ? 0.0 : J * (1 - e * e) * w * w / 2 + J * K / (J + K) * e * e * w * w / 2,
                kGlobal);
  }
}

TEST(OneWayClutch, RefusesAStartThatTakesAnImpact) {
  Model model = test::two_wheels(
      Formulation::recursive, [](const Model&, Revolute& a, Revolute&) { a.initial.rate = 1.0; });
  model.add<OneWayClutch>("wheel", {.joints = {"a", "b"}});
  const System system = make_system(model);
  try {
    test::run(system, 1.0, {"a.rate"});
    FAIL() << "it runs";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("which only an impact could end"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace holon
