// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Closed loops as a user meets them: what closes, what does not, singular places.

#include "holon/base/errors.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/test/force_models.h"
#include "holon/simulate/start/start.h"

namespace holon {
namespace {

/// Hinges about y; ground between x = 0 and x = `ground`.
struct FourBar {
  double crank = 1.0, coupler = 2.0, rocker = 1.5, ground = 2.0;
  double crank_angle = -1.0;
  bool holds_rocker = false;
  double rocker_angle = -1.0, crank_rate = 0.0;

  Model make() const {
    Model model;
    const auto rod = [&](const char* name, double length, double mass) {
      RigidBody body{.mass = mass,
                     .inertia = Rod{.length = length, .axis = "x"},
                     .center_of_mass = {length / 2, 0.0, 0.0}};
      body.frames.add("tip", {.at = {length, 0.0, 0.0}});
      model.add<RigidBody>(name, body);
    };
    rod("crank", crank, 1.0);
    rod("coupler", coupler, 2.0);
    rod("rocker", rocker, 1.5);
    Revolute a{.between = {"world", "crank"}, .axis = "y"};
    a.initial.angle = crank_angle;
    a.initial.rate = crank_rate;
    model.add<Revolute>("a", a);
    model.add<Revolute>("b", {.between = {"crank.tip", "coupler"}, .axis = "y"});
    model.add<Revolute>("c", {.between = {"coupler.tip", "rocker.tip"}, .axis = "y"});
    Revolute d{.between = {"world", "rocker"}, .axis = "y", .origin = {.at = {ground, 0.0, 0.0}}};
    (holds_rocker ? d.initial : d.guess).angle = rocker_angle;
    model.add<Revolute>("d", d);
    return model;
  }
};

std::string start_error(const Model& model) {
  try {
    find_start(make_system(model), 0.0, {});
  } catch (const ModelError& error) {
    return error.message() + "; " + error.suggestion();
  }
  return "";
}

TEST(ClosedLoops, ThatAreTooShortToCloseAreToldInMetres) {
  // 1 + 2 + 1.5 m cannot reach 7 m, wherever they point.
  const FourBar far{.ground = 7.0};
  const std::string error = start_error(far.make());
  EXPECT_NE(error.find("the loops do not close: a gap of "), std::string::npos) << error;
  EXPECT_NE(error.find(" m at "), std::string::npos) << error;
  EXPECT_NE(error.find("check the lengths"), std::string::npos) << error;
}

TEST(ClosedLoops, HoldWhatInitialGivesAndNameWhatContradicts) {
  const FourBar good;
  const Start start = find_start(make_system(good.make()), 0.0, {});
  const System system = make_system(good.make());
  EXPECT_EQ(start.x[0], -1.0) << system.state_name(0);
  const FourBar both{.holds_rocker = true, .rocker_angle = 1.2};
  const std::string error = start_error(both.make());
  EXPECT_NE(error.find("the positions given by 'initial' contradict the closed loops"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("a.angle"), std::string::npos) << error;
  EXPECT_NE(error.find("d.angle"), std::string::npos) << error;
}

TEST(ClosedLoops, ReleasedInLineFallToOneSideAndKeepTheirEnergy) {
  // 1 + 2 = 1.5 + 1.5: all on the x axis. There one of the two conditions says nothing.
  FourBar line{.ground = 1.5, .crank_angle = 0.0, .rocker_angle = 0.0};
  const Model model = line.make();
  const System system = make_system(model);
  bool is_reported = false;
  for (const std::string& note : find_start(system, 0.0, {}).notes) {
    is_reported = is_reported || note.find("singular configuration: 1 of 2") != std::string::npos;
  }
  EXPECT_TRUE(is_reported);
  const Results r = test::run(system, 2.0, {"a.angle", "system.constraint_drift"});
  for (double drift : r.values("system.constraint_drift")) EXPECT_LE(drift, 1e-10);
  EXPECT_GT(std::abs(r.values("a.angle").back()), 0.1);
  // Which way it goes is open until g = φ²/2 is more than what counts as on the constraint, 2e-14:
  // over the 2e-7 rad until there the weights (some 40 N m) do work of neither way, of some 40 J.
  constexpr double kUnmarked = 2e-7;
  test::expect_energy_balance(system, 2.0, kUnmarked);
}

TEST(ClosedLoops, AParallelogramKeepsItsBranchThroughItsDeadPoints) {
  const FourBar parallelogram{.crank = 1.0,
                              .coupler = 2.0,
                              .rocker = 1.0,
                              .ground = 2.0,
                              .crank_angle = 1.5,
                              .rocker_angle = 1.5,
                              .crank_rate = 9.0};
  const Results r = test::run(make_system(parallelogram.make()), 5.0, {"a.angle", "d.angle"});
  EXPECT_GT(r.values("a.angle").back(), 4 * M_PI);  // several dead points
  for (std::size_t row = 0; row < r.row_count(); ++row) {
    EXPECT_NEAR(r.values("a.angle")[row], r.values("d.angle")[row], 1e-9);
  }
}

TEST(ClosedLoops, ADoorOnTwoHingesSwingsAsOnOneAndSaysThatTheyShare) {
  // Five conditions of the second hinge repeat those of the first.
  const auto door = [](int hinges) {
    Model model;
    RigidBody leaf{
        .mass = 20.0, .inertia = Box{.size = {0.9, 0.04, 2.0}}, .center_of_mass = {0.45, 0.0, 1.0}};
    leaf.frames.add("top", {.at = {0.0, 0.0, 1.8}});
    model.add<RigidBody>("leaf", leaf);
    Revolute low{.between = {"world", "leaf"}, .axis = "z", .damping = 1.5};
    low.initial.rate = 2.0;
    model.add<Revolute>("low", low);
    if (hinges > 1) {
      model.add<Revolute>(
          "high",
          {.between = {"world", "leaf.top"}, .axis = "z", .origin = {.at = {0.0, 0.0, 1.8}}});
    }
    return model;
  };
  const System two = make_system(door(2));
  const Results one = test::run(make_system(door(1)), 2.0, {"low.angle"});
  const Results both = test::run(two, 2.0, {"low.angle", "high.angle"});
  for (std::size_t row = 0; row < one.row_count(); ++row) {
    EXPECT_NEAR(one.values("low.angle")[row], both.values("low.angle")[row], 1e-10);
    EXPECT_NEAR(both.values("high.angle")[row], both.values("low.angle")[row], 1e-10);
  }
  std::string notes;
  for (const std::string& note : find_start(two, 0.0, {}).notes) notes += note;
  EXPECT_NE(notes.find("5 of 5 constraints of closed loops are redundant"), std::string::npos)
      << notes;
}

TEST(ClosedLoops, BaumgartesTermsPullADriftedStateBack) {
  // g'' = −2 α g' − β² g for every row, at a state that is off the constraints.
  FourBar four;
  Model model = four.make();
  model.simulate.stabilisation.baumgarte = BaumgarteSettings{.alpha = 7.0, .beta = 11.0};
  const System system = make_system(model);
  ASSERT_TRUE(system.constraints.has_value());
  std::vector<double> x = find_start(system, 0.0, {}).x;
  // Off the constraints, and moving away from them.
  for (std::size_t k = 0; k < x.size(); ++k) x[k] += 1e-3 * std::sin(1.0 + static_cast<double>(k));
  std::vector<double> in{0.0};
  in.insert(in.end(), x.begin(), x.end());
  const std::vector<double> dx = system.derivative->evaluate(in);
  // d/dt of the rates of the conditions along the motion, exactly: the jvp of the residual.
  std::vector<double> both = in;
  both.push_back(1.0);
  both.insert(both.end(), dx.begin(), dx.end());
  const std::vector<double> g = system.constraints->residual->evaluate(in);
  const std::vector<double> change = system.constraints->residual->jvp()->evaluate(both);
  const std::size_t n = system.constraints->names.size();
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(change[n + k], -2 * 7.0 * g[n + k] - 121.0 * g[k], 1e-9)
        << system.constraints->names[k];
  }
}

}  // namespace
}  // namespace holon
