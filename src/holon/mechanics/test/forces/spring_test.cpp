// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/parts/forces/spring.h"

#include <set>

#include "holon/mechanics/parts/bodies/point_mass.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/test/force_models.h"

namespace holon {
namespace {

Model mass_at(const Vector3<Expr>& position, const Vector3<Expr>& velocity) {
  Model model;
  model.world.gravity = {0.0, 0.0, 0.0};
  PointMass mass{.mass = 2.0};
  mass.initial.emplace().position = position;
  mass.initial->velocity = velocity;
  model.add<PointMass>("mass", mass);
  return model;
}

TEST(Spring, PullsItsEndsTogetherInProportionToItsStretch) {
  Model model = mass_at({3.0, 0.0, 4.0}, {1.0, 0.0, 0.0});
  model.add<Spring>("spring", {.between = {"world", "mass"}, .stiffness = 10.0, .length = 4.0});
  // Length 5, stretched by 1: 10 N along (0.6, 0, 0.8) towards the world.
  test::expect_start(model,
                     {"spring.length", "spring.length_rate", "spring.force", "spring.energy",
                      "spring.power", "mass.acceleration", "system.energy.potential"},
                     {5, 0.6, 10, 5, -6, -3, 0, -4, 5});
}

TEST(Spring, TakesAForceByFormulaOnTop) {
  Model model = mass_at({3.0, 0.0, 4.0}, {1.0, 0.0, 0.0});
  model.add<Spring>("spring", {.between = {"mass", "world"},
                               .stiffness = 10.0,
                               .length = 4.0,
                               .force = 3.0 * model.output("spring.length_rate") + 0.2});
  test::expect_start(model, {"spring.force", "spring.energy", "mass.acceleration"},
                     {12, 5, -3.6, 0, -4.8});
}

TEST(Spring, SwingsAMassAsAnOscillator) {
  Model model = mass_at({0.0, 0.0, -1.3}, {0.0, 0.0, 0.0});
  model.world.gravity = {0.0, 0.0, -9.81};
  const double k = 50.0, m = 2.0, rest = 0.6;
  model.add<Spring>("spring", {.between = {"world", "mass"}, .stiffness = k, .length = rest});
  const double middle = -rest - m * 9.81 / k;
  const Results r = test::run(make_system(model), 3.0, {"mass.position"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double t = test::number_of(r, row, "time");
    EXPECT_NEAR(test::number_of(r, row, "mass.position.z"),
                middle + (-1.3 - middle) * std::cos(std::sqrt(k / m) * t), test::kGlobal);
  }
}

TEST(Spring, WithoutLengthMayBeginAndPassThroughItsEndsMeeting) {
  Model model = mass_at({0.0, 0.0, 0.0}, {0.8, 0.0, 0.0});
  model.add<Spring>("spring", {.between = {"world", "mass"}, .stiffness = 18.0});
  const Results r = test::run(make_system(model), 3.0, {"mass.position", "spring.force"});
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    const double x = 0.8 / 3.0 * std::sin(3.0 * test::number_of(r, row, "time"));
    EXPECT_NEAR(test::number_of(r, row, "mass.position.x"), x, test::kGlobal);
    EXPECT_NEAR(test::number_of(r, row, "spring.force"), 18.0 * std::abs(x), 100 * test::kGlobal);
  }
}

TEST(Spring, BetweenTumblingBodiesKeepsEnergyAndMomenta) {
  Model model = test::two_tumbling_bodies();
  model.add<Spring>("spring", {.between = {"one.ear", "two.ear"}, .stiffness = 7.0, .length = 0.9});
  const System system = make_system(model);
  test::expect_energy_balance(system, 4.0);
  test::expect_momenta_stay(system, 4.0);
}

TEST(Spring, IsPartOfTheReactionOfAWeldThatHoldsIt) {
  Model model;
  model.world.gravity = {0.0, 0.0, -10.0};
  model.add<RigidBody>("base", {.mass = 3.0, .inertia = Sphere{}});
  model.add<RigidBody>("post", {.mass = 2.0, .inertia = Sphere{}});
  model.add<Fixed>("floor", {.between = {"world", "base"}, .origin = {.at = {3.0, 0.0, 4.0}}});
  model.add<Fixed>("weld", {.between = {"base", "post"}});
  model.add<Spring>("spring", {.between = {"world", "post"}, .stiffness = 10.0, .length = 4.0});
  test::expect_start(model, {"weld.reaction.force", "floor.reaction.force"}, {6, 0, 28, 6, 0, 58});
}

TEST(Spring, CostsOneFunctionPerKindHoweverManyThereAre) {
  const auto functions = [](int count) {
    Model model;
    for (int k = 0; k < count; ++k) {
      const std::string name = "mass" + std::to_string(k);
      PointMass mass{.mass = 1.0 + k};
      mass.initial.emplace().position = Vector3<Expr>(1.0 + k, 0.5, 0.25);
      model.add<PointMass>(name, mass);
      model.add<Spring>("spring" + std::to_string(k),
                        {.between = {k == 0 ? "world" : "mass" + std::to_string(k - 1), name},
                         .stiffness = 10.0 + k,
                         .length = 0.1 + 0.0101 * k});
    }
    const System system = make_system(model);
    const Graph& graph = *system.derivative->graph();
    std::set<const Function*> different;
    for (std::uint32_t id = 0; id < graph.size(); ++id) {
      const Node& node = graph.node(id);
      if (node.op == Op::call) different.insert(graph.payload(node).function.get());
    }
    return different.size();
  };
  EXPECT_EQ(functions(100), functions(10));
}

TEST(Spring, SaysWhatIsWrongWithIt) {
  Model coincident = mass_at({0.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
  coincident.add<Spring>("spring",
                         {.between = {"world", "mass"}, .stiffness = 10.0, .length = 1.0});
  EXPECT_NE(test::errors_of(coincident)
                .find("'world' and 'mass' coincide at the start, where its force has no direction; "
                      "move one of them, or use a Bushing"),
            std::string::npos)
      << test::errors_of(coincident);

  Model on_one = test::two_tumbling_bodies();
  on_one.add<Spring>("spring", {.between = {"one", "one.ear"}, .stiffness = 1.0});
  EXPECT_NE(test::errors_of(on_one).find(
                "it has no effect: 'one' and 'one.ear' are both on 'one'; name frames of two "
                "bodies, or of a body and the world"),
            std::string::npos)
      << test::errors_of(on_one);

  Model unknown = test::two_tumbling_bodies();
  unknown.add<Spring>("spring", {.between = {"one.eer", "two"}, .stiffness = 1.0});
  EXPECT_NE(test::errors_of(unknown).find("did you mean 'one.ear'?"), std::string::npos)
      << test::errors_of(unknown);
}

TEST(Spring, SuppliesWhatItsEnergyJumpsBy) {
  // The stretch s of a spring is s₀ cos ω₁t until its stiffness jumps from k₁ to k₂, which supplies
  // (k₂ − k₁) s²/2, and free again until its length jumps by a: k₂ ((s − a)² − s²)/2. A spring of a
  // joint does the same.
  const double m = 2.0, k1 = 10.0, k2 = 16.0, s0 = 1.0, a = 0.5, t1 = 0.5, t2 = 1.0;
  Model model = mass_at({3.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
  const Expr stiffness = select(relation(model.time() - t1), k2, k1),
             length = 2.0 + select(relation(model.time() - t2), a, 0.0);
  model.add<Spring>("spring",
                    {.between = {"world", "mass"}, .stiffness = stiffness, .length = length});
  model.add<RigidBody>("block", {.mass = m, .inertia = InertiaMatrix{{1.0, 1.0, 1.0}}});
  model.add<Prismatic>("rail", {.between = {"world", "block"},
                                .axis = "x",
                                .stiffness = stiffness,
                                .rest = length,
                                .initial = {.position = 3.0}});
  model.output("system.energy.supplied");
  const Results r = test::run(
      make_system(model), 2.0,
      {"mass.position.x", "rail.position", "system.energy.total", "system.energy.supplied"}, 0.025);
  const double w1 = std::sqrt(k1 / m), w2 = std::sqrt(k2 / m);
  const double s1 = s0 * std::cos(w1 * t1), v1 = -w1 * s0 * std::sin(w1 * t1);
  const double s2 = s1 * std::cos(w2 * (t2 - t1)) + v1 / w2 * std::sin(w2 * (t2 - t1));
  const double first = (k2 - k1) * s1 * s1, both = first + k2 * ((s2 - a) * (s2 - a) - s2 * s2);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = test::number_of(r, k, "time"),
                 supplied = test::number_of(r, k, "system.energy.supplied");
    EXPECT_NEAR(test::number_of(r, k, "mass.position.x"), test::number_of(r, k, "rail.position"),
                test::kGlobal);
    EXPECT_NEAR(test::number_of(r, k, "system.energy.total") - supplied, k1 * s0 * s0,
                10 * test::kGlobal);
    constexpr double kApart = 1e-6;  // [s] of rows at the jumps themselves
    if (std::abs(t - t1) < kApart || std::abs(t - t2) < kApart) continue;
    EXPECT_NEAR(supplied, t < t1 ? 0.0 : t < t2 ? first : both, 10 * test::kGlobal) << t;
  }
}

}  // namespace
}  // namespace holon
