// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/constraints/distance.h"

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

Model pendulum() {
  Model model;
  PointMass bob{.mass = 2.0};
  bob.initial.emplace().position = Vector3<Expr>(1.0, 0.0, 0.0);
  model.add<PointMass>("bob", bob);
  model.add<Distance>("rod", {.between = {"world", "bob"}, .length = 1.0});
  return model;
}

TEST(Distance, MakesAPendulumWhoseTensionFollowsFromItsHeight) {
  // Released level: v² = −2 g z, so T = m (v² / L − g z / L) = −3 m g z / L.
  const Model model = pendulum();
  const double g = 9.80665;
  for (const Formulation formulation :
       {Formulation::recursive, Formulation::augmented, Formulation::aggregate}) {
    Model same = model;
    same.simulate.formulation = formulation;
    const System system = make_system(same);
    const Results r = test::run(system, 2.0, {"bob.position", "rod.tension"});
    for (std::size_t row = 0; row < r.row_count(); ++row) {
      const double z = test::number_of(r, row, "bob.position.z");
      EXPECT_NEAR(std::hypot(test::number_of(r, row, "bob.position.x"), z), 1.0, 1e-12);
      EXPECT_NEAR(test::number_of(r, row, "rod.tension"), -3 * 2.0 * g * z, 1e3 * test::kGlobal);
    }
    test::expect_energy_balance(system, 2.0);
  }
}

TEST(Distance, MayChangeItsLength) {
  // Straight up and down along the world's axis: T = m (g + z'') with z = −(1 + 0.1 sin 2t).
  Model model;
  PointMass bob{.mass = 2.0};
  bob.initial.emplace().position = Vector3<Expr>(0.0, 0.0, -1.0);
  bob.guess.emplace().velocity = Vector3<Expr>(0.0, 0.0, 0.0);
  model.add<PointMass>("bob", bob);
  model.add<Distance>("rod",
                      {.between = {"world", "bob"}, .length = 1.0 + 0.1 * sin(2.0 * model.time())});
  const Results r = test::run(make_system(model), 3.0, {"bob.position.z", "rod.tension"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = test::number_of(r, row, "time");
    EXPECT_NEAR(test::number_of(r, row, "bob.position.z"), -(1 + 0.1 * std::sin(2 * t)), 1e-12);
    EXPECT_NEAR(test::number_of(r, row, "rod.tension"), 2.0 * (9.80665 + 0.4 * std::sin(2 * t)),
                1e-10);
  }
}

TEST(Distance, RefusesARodWithinOneBody) {
  Model model;
  model.add<RigidBody>("a", {.mass = 1.0, .inertia = Sphere{}});
  model.add<Distance>("rod", {.between = {"a", "a.com"}, .length = 1.0});
  EXPECT_NE(test::errors_of(model).find("rod: between: it has no effect"), std::string::npos)
      << test::errors_of(model);
}

}  // namespace
}  // namespace holon
