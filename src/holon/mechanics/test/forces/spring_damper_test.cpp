// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/spring_damper.h"

#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

TEST(SpringDamper, LetsAMassSwingOut) {
  // m x'' + d x' + k (x − L) = 0 from x = L + A at rest.
  const double m = 2.0, k = 40.0, d = 3.0, rest = 0.5, A = 0.2;
  Model model;
  model.add<RigidBody>("block", {.mass = m, .inertia = Sphere{}});
  model.add<Prismatic>(
      "rail", {.between = {"world", "block"}, .axis = "x", .initial = {.position = rest + A}});
  model.add<SpringDamper>(
      "strut", {.between = {"world", "block"}, .stiffness = k, .length = rest, .damping = d});
  const System system = make_system(model);
  const double fade = d / (2 * m), w = std::sqrt(k / m - fade * fade);
  const Results r = test::run(system, 3.0, {"rail.position", "strut.force"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = test::number_of(r, row, "time"), e = std::exp(-fade * t);
    const double x = A * e * (std::cos(w * t) + fade / w * std::sin(w * t));
    const double v = -A * e * (w + fade * fade / w) * std::sin(w * t);
    EXPECT_NEAR(test::number_of(r, row, "rail.position"), rest + x, test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "strut.force"), k * x + d * v, 100 * test::kGlobal);
  }
  test::expect_energy_balance(system, 3.0);
}

TEST(SpringDamper, IsASpringAndADamperSideBySide) {
  Model model = test::two_tumbling_bodies();
  model.add<SpringDamper>("strut", {.between = {"one.ear", "two.ear"},
                                    .stiffness = 7.0,
                                    .length = 0.9,
                                    .damping = 0.6,
                                    .force = 0.25});
  const std::vector<double> y = test::values_at_start(
      make_system(model), {"strut.length", "strut.length_rate", "strut.force", "strut.energy"});
  EXPECT_NEAR(y[2], 7.0 * (y[0] - 0.9) + 0.6 * y[1] + 0.25, test::kRounding);
  EXPECT_NEAR(y[3], 3.5 * (y[0] - 0.9) * (y[0] - 0.9), test::kRounding);
  EXPECT_GT(std::abs(y[1]), 0.1);  // the damper acts
  test::expect_momenta_stay(make_system(model), 4.0);
}

}  // namespace
}  // namespace holon
