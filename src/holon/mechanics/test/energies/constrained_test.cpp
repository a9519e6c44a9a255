// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/energies/constrained.h"

#include "holon/mechanics/test/run_model.h"

namespace holon {
namespace {

using test::kGlobal;
using test::kRoundGravity;

// A bead (1 kg) on a hoop of radius R that turns at the rate W about the vertical: it is at rest
// relative to the hoop where cos(theta) = g/(R W²), which the drive's energy does not show.
TEST(Constrained, BeadRestsWhereGravityAndRotationBalance) {
  constexpr double kRadius = 0.5, kRate = 6.0;
  const double rest = std::acos(kRoundGravity / (kRadius * kRate * kRate));
  Model model;
  Expr kinetic = 0.0;
  Lagrangian bead;
  for (const char* axis : {"x", "y", "z"}) {
    bead.coordinates.add(axis);
    const Expr rate = model.time_derivative(model.output(std::string("bead.") + axis));
    kinetic += 0.5 * rate * rate;
  }
  bead.kinetic = kinetic;
  bead.potential = kRoundGravity * model.output("bead.z");
  model.add("bead", bead);
  Constrained hoop;
  hoop.of = {"bead"};
  hoop.coordinates.add("theta").initial = rest;
  const Expr theta = model.output("hoop.theta"), turn = kRate * model.time();
  hoop.where.add("bead.x").value = kRadius * sin(theta) * cos(turn);
  hoop.where.add("bead.y").value = kRadius * sin(theta) * sin(turn);
  hoop.where.add("bead.z").value = -kRadius * cos(theta);
  model.add("hoop", hoop);
  const Results r =
      test::run(make_system(model), 2.0, {"hoop.theta", "bead.rate.x", "bead.acceleration.y"});
  const double size = kRadius * std::sin(rest);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("hoop.theta")[k], rest, kGlobal);
    EXPECT_NEAR(r.values("bead.rate.x")[k], -size * kRate * std::sin(kRate * t), kGlobal);
    EXPECT_NEAR(r.values("bead.acceleration.y")[k], -size * kRate * kRate * std::sin(kRate * t),
                kGlobal * kRate * kRate);
  }
}

TEST(Constrained, CoordinateThatIsNotGivenIsAnError) {
  Model model;
  Lagrangian p;
  p.coordinates.add("x");
  p.kinetic = square(model.time_derivative(model.output("p.x")));
  model.add("p", p);
  Constrained c;
  c.of = {"p"};
  c.coordinates.add("a");
  model.add("c", c);
  EXPECT_NE(test::errors_of(model).find("the coordinate 'p.x' is missing"), std::string::npos);
}

}  // namespace
}  // namespace holon
