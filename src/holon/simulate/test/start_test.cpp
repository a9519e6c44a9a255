// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/start/start.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "holon/base/errors.h"
#include "holon/simulate/failures/loop_failure.h"
#include "holon/simulate/start/start_notes.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

constexpr double kPi = std::numbers::pi;
/// Newton's method ends at rounding; conditions on places hold to 1e-11 at least.
constexpr double kClosed = 1e-11;

/// A plane four-bar linkage in angles against the ground: crank a from (0, 0), rocker c from
/// (d, 0), coupler b between their tips. The pin between coupler and rocker closes the loop:
///   a e(A) + b e(B) − d x − c e(D) = 0.
struct FourBar {
  struct Angle {
    double value = 0, rate = 0;
    bool holds_value = false, holds_rate = false;
  };
  double a = 0.3, b = 0.8, c = 0.3, d = 0.8;
  Angle A, B, D;
  /// In the place of the state A: its angle and rate at a time.
  std::function<std::array<Expr, 2>(Expr time)> motion{};
  std::function<std::array<Expr, 2>(Expr time)> second_motion{};  ///< of D
  /// As the formulation `augmented` has it: what is held of A is a condition on the start.
  bool holds_by_rows = false;

  System make() const {
    auto symbols = std::make_shared<Symbols>();
    SystemBuilder builder(symbols);
    SystemBuilder::Constraints k;
    std::array<Expr, 3> angle, rate;
    const std::array<const Angle*, 3> given{&A, &B, &D};
    const std::array<const char*, 3> names{"A", "B", "D"};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string name = names[i];
      const auto& driven = i == 0 ? motion : second_motion;
      if (i != 1 && driven) {
        const std::array<Expr, 2> values = driven(symbols->time());
        angle[i] = values[0];
        rate[i] = values[1];
      } else {
        const bool by_rows = holds_by_rows && i != 1;
        angle[i] = builder.add_state({.name = name + ".angle",
                                      .dimension = dimensions::kAngle,
                                      .held = {given[i]->holds_value && !by_rows},
                                      .role = StateBlock::Role::coordinate},
                                     {given[i]->value})[0];
        rate[i] = builder.add_state({.name = name + ".rate",
                                     .dimension = dimensions::kAngularRate,
                                     .held = {given[i]->holds_rate && !by_rows},
                                     .role = StateBlock::Role::rate},
                                    {given[i]->rate})[0];
        builder.set_derivative(angle[i], rate[i]);
        builder.set_derivative(rate[i], 0.0);
        for (const Expr& e : {angle[i], rate[i]}) {
          k.states.push_back(e);
          k.position_step.emplace_back(0.0);
          k.velocity_step.emplace_back(0.0);
        }
        if (by_rows && given[i]->holds_value) {
          k.start_names.push_back(name + ".angle");
          k.start_position.push_back(angle[i] - given[i]->value);
          k.start_velocity.emplace_back(0.0);
        }
        if (by_rows && given[i]->holds_rate) {
          k.start_names.push_back(name + ".rate");
          k.start_position.emplace_back(0.0);
          k.start_velocity.push_back(rate[i] - given[i]->rate);
        }
      }
      builder.define_output({.name = name + ".angle",
                             .dimension = dimensions::kAngle,
                             .role = OutputRole::coordinate},
                            {angle[i]});
      builder.define_output(
          {.name = name + ".rate", .dimension = dimensions::kAngularRate, .role = OutputRole::rate},
          {rate[i]});
      builder.define_output({.name = name + ".reaction.force", .components = {"x", "y", "z"}},
                            {Expr(0.0), Expr(0.0), Expr(0.0)});
    }
    k.names = {"C: translation along [1, 0, 0]", "C: translation along [0, 1, 0]"};
    const ConstraintLabel of_joint{"C", ConstraintLabel::Kind::joint, dimensions::kLength};
    k.labels = {of_joint, of_joint};
    k.position = {a * cos(angle[0]) + b * cos(angle[1]) - c * cos(angle[2]) - d,
                  a * sin(angle[0]) + b * sin(angle[1]) - c * sin(angle[2])};
    const auto swing = [&](const std::function<Expr(Expr)>& f) {
      return a * f(angle[0]) * rate[0] + b * f(angle[1]) * rate[1] - c * f(angle[2]) * rate[2];
    };
    k.velocity = {swing([](Expr e) { return -sin(e); }), swing([](Expr e) { return cos(e); })};
    builder.add_constraints(std::move(k));
    return builder.build("four-bar");
  }
};

double value_of(const System& system, const std::vector<double>& x, const std::string& name) {
  for (int k = 0; k < system.state_count(); ++k) {
    if (system.state_name(k) == name) return x[static_cast<std::size_t>(k)];
  }
  ADD_FAILURE() << name;
  return 0;
}

std::string all_notes(const Start& start) {
  std::string all;
  for (const std::string& note : start.notes) all += note + "\n";
  return all;
}

std::string error_of(const System& system) {
  try {
    find_start(system, 0.0, {});
  } catch (const ModelError& error) {
    return error.message() + "; " + error.suggestion();
  }
  return "";
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

// --- in line -------------------------------------------------------------------------------------

TEST(Start, AParallelogramInLineTakesTheSpeedsOfTheNearerOfItsTwoMotions) {
  // Equal and parallel bars: D turns as A does, the coupler not at all.
  for (const bool by_rows : {false, true}) {
    const FourBar line{.A = {0, 3.0, true, true}, .holds_by_rows = by_rows};
    const System system = line.make();
    const Start start = find_start(system, 0.0, {});
    EXPECT_NEAR(value_of(system, start.x, "A.rate"), 3.0, 3 * kClosed);
    EXPECT_NEAR(value_of(system, start.x, "D.rate"), 3.0, 3e-9);  // quadratic equations: to 1e-9
    EXPECT_NEAR(value_of(system, start.x, "B.rate"), 0.0, 3e-9);
    EXPECT_HAS(all_notes(start), "singular configuration: 1 of 2");
    EXPECT_HAS(all_notes(start), "2 motions leave it, with D.rate = 3 or D.rate = -6.6");
  }
}

TEST(Start, AGuessOfARateChoosesTheOtherMotionThatLeavesALine) {
  // The antiparallelogram: by the second order of the conditions φ' = −(b + a)/(b − a) θ'.
  const FourBar line{.A = {0, 3.0, true, true}, .D = {0, -5.0}};
  const System system = line.make();
  const Start start = find_start(system, 0.0, {});
  EXPECT_NEAR(value_of(system, start.x, "D.rate"), -3.0 * 1.1 / 0.5, 1e-8);
  EXPECT_NEAR(value_of(system, start.x, "B.rate"), 0.3 / 0.8 * (-6.6 - 3.0), 1e-8);
}

TEST(Start, AGuessBesideALineEndsInTheLine) {
  // The residual is of second order across the line: by itself it leads to 1e-7 rad, no nearer.
  const FourBar line{.A = {0, 3.0, true, true}, .D = {0.1}};
  const System system = line.make();
  const Start start = find_start(system, 0.0, {});
  EXPECT_NEAR(value_of(system, start.x, "D.angle"), 0.0, kClosed);
  EXPECT_NEAR(value_of(system, start.x, "B.angle"), 0.0, kClosed);
  EXPECT_NEAR(value_of(system, start.x, "D.rate"), 3.0, 1e-8);
}

TEST(Start, AMotionThroughALineIsFollowedOnABranch) {
  const FourBar driven{.motion = [](Expr t) { return std::array<Expr, 2>{2.0 * t, Expr(2.0)}; }};
  const System system = driven.make();
  const Start start = find_start(system, 0.0, {});
  EXPECT_NEAR(value_of(system, start.x, "D.rate"), 2.0, 1e-8);
  EXPECT_NEAR(value_of(system, start.x, "B.rate"), 0.0, 1e-8);
}

TEST(Start, ALineFromWhichNoMotionLeavesIsToldWithWhatIsHeld) {
  // Crank and coupler stretched out to the rocker's pin: 0.3 + 0.8 = 1.4 − 0.3. The crank is at its
  // limit, and the condition of second order is a sum of squares.
  const FourBar stretched{.d = 1.4, .A = {0, 3.0, true, true}, .D = {kPi, 0}};
  const std::string error = error_of(stretched.make());
  EXPECT_HAS(error, "singular configuration, which no motion leaves with the A.rate that is given");
}

TEST(Start, MotionsThatAreEquallyNearAreBothNamed) {
  // Crank and coupler of one length: 0.5 (A' + B') = 0.4 D' and, of second order,
  // 0.5 (A'² + B'²) = 0.4 D'² have A' and B' = (0.4 ± √0.24) D', in either order.
  const FourBar kite{
      .a = 0.5, .b = 0.5, .c = 0.4, .d = 0.6, .A = {0, 0}, .B = {0, 0}, .D = {0, 1.0, true, true}};
  const std::string error = error_of(kite.make());
  EXPECT_HAS(error, "2 motions leave it, equally near to the guesses, with A.rate = ");
  EXPECT_HAS(error, fmt::format("A.rate = {:.6g}", 0.4 + std::sqrt(0.24)));
  EXPECT_HAS(error, fmt::format("A.rate = {:.6g}", 0.4 - std::sqrt(0.24)));
  EXPECT_HAS(error, "give a guess of A.rate");
}

// --- turns ---------------------------------------------------------------------------------------

TEST(Start, AnAngleIsFoundWithinHalfATurnOfItsGuess) {
  // From far away Newton's method arrives by whole turns at the same place.
  for (const double guess : {0.0, 5.0, -40.0}) {
    const FourBar four{.b = 0.8, .c = 0.5, .d = 0.7, .A = {50 * kPi / 180, 0, true}, .D = {guess}};
    const System system = four.make();
    const Start start = find_start(system, 0.0, {});
    EXPECT_LE(std::abs(value_of(system, start.x, "D.angle") - guess), kPi);
  }
}

// --- messages ------------------------------------------------------------------------------------

TEST(Start, ValuesThatContradictAreNamedInEitherForm) {
  for (const bool by_rows : {false, true}) {
    const FourBar both{.b = 0.8,
                       .c = 0.5,
                       .d = 0.7,
                       .A = {50 * kPi / 180, 0, true},
                       .D = {80 * kPi / 180, 0, true},
                       .holds_by_rows = by_rows};
    const std::string error = error_of(both.make());
    EXPECT_HAS(error, "the positions given by 'initial' contradict the closed loops: a gap of ");
    EXPECT_HAS(error, " m at C");
    EXPECT_HAS(error, "give fewer of A.angle, D.angle");
    EXPECT_HAS(error, "the loops close with A.angle = ");
    EXPECT_HAS(error, " deg, D.angle = ");  // in degrees, as angles are written
  }
}

TEST(Start, SpeedsThatContradictAreNamedInEitherForm) {
  for (const bool by_rows : {false, true}) {
    const FourBar both{.b = 0.8,
                       .c = 0.5,
                       .d = 0.7,
                       .A = {50 * kPi / 180, 1, true, true},
                       .D = {80 * kPi / 180, -1, false, true},
                       .holds_by_rows = by_rows};
    const std::string error = error_of(both.make());
    EXPECT_HAS(error, "the velocities given by 'initial' contradict the closed loops: a gap of ");
    EXPECT_HAS(error, " m/s at C");
    EXPECT_HAS(error, "give fewer of A.rate, D.rate");
  }
}

TEST(Start, TwoMotionsOfOneFreedomAreNamed) {
  FourBar driven{.b = 0.8, .c = 0.5, .d = 0.7};
  driven.motion = [](Expr t) { return std::array<Expr, 2>{50 * kPi / 180 + t, Expr(1.0)}; };
  driven.second_motion = [](Expr t) { return std::array<Expr, 2>{80 * kPi / 180 + t, Expr(1.0)}; };
  EXPECT_HAS(
      error_of(driven.make()),
      "the motions of A and D prescribe more than the degrees of freedom of the closed loops");
}

TEST(Start, AMotionThatBeginsWhereTheLoopsDoNotReachIsNamed) {
  // Coupler and rocker of 0.5 m together cannot span 1.5 m.
  FourBar driven{.a = 0.5, .b = 0.2, .c = 0.3, .d = 1.0};
  driven.motion = [](Expr t) { return std::array<Expr, 2>{kPi + t, Expr(1.0)}; };
  EXPECT_HAS(error_of(driven.make()),
             "cannot reach the position that the motion of A asks for at the start");
}

TEST(Start, WhatMovedMostIsToldFirst) {
  const FourBar four{
      .b = 0.8, .c = 0.5, .d = 0.7, .A = {50 * kPi / 180, 0, true}, .B = {0.3, 0}, .D = {3.0, 0}};
  const System system = four.make();
  const Start start = find_start(system, 0.0, {});
  const double moved_B = std::abs(value_of(system, start.x, "B.angle") - 0.3);
  const double moved_D = std::abs(value_of(system, start.x, "D.angle") - 3.0);
  const std::string notes = all_notes(start);
  ASSERT_NE(notes.find("B.angle"), std::string::npos) << notes;
  ASSERT_NE(notes.find("D.angle"), std::string::npos) << notes;
  EXPECT_EQ(notes.find("B.angle") < notes.find("D.angle"), moved_B > moved_D) << notes;
}

// --- a run that cannot go on ---------------------------------------------------------------------

TEST(LoopFailure, AMotionThatLeavesTheReachOfItsLoopIsNamed) {
  // The crank's tip can be 0.7 m from the rocker's pin: cos A = (a² + d² − 0.7²) / (2 a d).
  const double limit = std::acos((0.25 + 0.49 - 0.49) / (2 * 0.5 * 0.7));
  FourBar driven{.a = 0.5, .b = 0.4, .c = 0.3, .d = 0.7};
  driven.motion = [](Expr t) { return std::array<Expr, 2>{t, Expr(1.0)}; };
  const System system = driven.make();
  // 1e-6 rad before it coupler and rocker are nearly stretched.
  const double A = limit - 1e-6;
  const double r = std::sqrt(0.25 + 0.49 - 2 * 0.5 * 0.7 * std::cos(A));
  const double line = std::atan2(-0.5 * std::sin(A), 0.7 - 0.5 * std::cos(A));
  const double at_tip = std::acos((0.16 + r * r - 0.09) / (2 * 0.4 * r));
  const double at_pin = std::acos((0.09 + r * r - 0.16) / (2 * 0.3 * r));
  const std::vector<double> x{line + at_tip, 0.0, line + kPi - at_pin, 0.0};
  const auto failure = explain_loop_failure(system, A, x, {});
  ASSERT_TRUE(failure.has_value());
  EXPECT_HAS(failure->cause, "the closed loop of C reaches a limit here, and the motion of A");
  EXPECT_FALSE(failure->is_passable);
}

TEST(LoopFailure, WhereTheLoopsAreWellThereIsNothingToTell) {
  FourBar driven{.b = 0.8, .c = 0.5, .d = 0.7, .D = {1.4}};
  driven.motion = [](Expr t) { return std::array<Expr, 2>{50 * kPi / 180 + t, Expr(1.0)}; };
  const System system = driven.make();
  EXPECT_FALSE(explain_loop_failure(system, 0.0, find_start(system, 0.0, {}).x, {}));
}

TEST(Start, ReactionsThatAreOpenAreToldByWhatIsTheSameOfThem) {
  EXPECT_EQ(list_by_part({"A.reaction.force.y", "A.reaction.torque.x", "B.reaction.force.y",
                          "B.reaction.torque.x", "rod.tension"}),
            "force.y, torque.x of A, B; tension of rod");
  std::vector<std::string> many;
  for (int k = 0; k < 9; ++k) many.push_back(fmt::format("pin[{}].reaction.force", k));
  EXPECT_EQ(list_by_part(many),
            "force of pin[0], pin[1], pin[2], pin[3], pin[4], pin[5] and 3 more parts");
}

}  // namespace
}  // namespace holon
