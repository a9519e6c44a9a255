// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/system/break_times.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/base/errors.h"
#include "holon/base/test/rounding.h"
#include "holon/system/system_builder.h"

namespace holon {
namespace {

using test::kEps;

std::shared_ptr<TableData> make_table(std::vector<double> x, std::vector<double> values) {
  auto data = std::make_shared<TableData>();
  data->name = "profile";
  data->x = std::move(x);
  data->values = std::move(values);
  return data;
}

/// x' = `make_rate` of the symbols.
template <class MakeRate>
std::vector<BreakTime> breaks_of(const MakeRate& make_rate) {
  auto symbols = std::make_shared<Symbols>();
  SystemBuilder builder(symbols);
  const Expr x = builder.add_state({.name = "x"}, {0.0})[0];
  builder.set_derivative(x, make_rate(*symbols, x));
  const System system = builder.build("profile");
  std::vector<double> parameters;
  for (const SystemParameter& p : system.parameters) parameters.push_back(p.value);
  return list_break_times(system, parameters);
}

std::vector<double> ends_of(const std::vector<BreakTime>& breaks) {
  std::vector<double> times;
  for (const BreakTime& time : breaks) times.push_back(time.before);
  return times;
}

using Times = std::vector<double>;

TEST(BreakTimes, AreThePointsAtWhichAnInterpolationTurns) {
  // 1, 2, 3 are on a straight line, also as decimals; at its ends the value is held.
  const auto data = make_table({0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, {0.1, 0.2, 0.3, 0.2, 0.2, 0.2});
  const auto breaks = breaks_of([&](Symbols& s, Expr x) { return table(data, s.time()) - x; });
  EXPECT_EQ(ends_of(breaks), (Times{0.1, 0.3, 0.4}));
  for (const BreakTime& time : breaks) EXPECT_FALSE(time.jumps());
  // An extrapolated straight line has none at its ends.
  const auto line = make_table({1, 2, 3}, {5, 6, 7});
  line->extrapolation = Extrapolation::linear;
  EXPECT_TRUE(breaks_of([&](Symbols& s, Expr) { return table(line, s.time()); }).empty());
}

TEST(BreakTimes, AreNoneOfAConstantValue) {
  std::vector<double> x, level(1000, 3.5);
  for (int k = 0; k < 1000; ++k) x.push_back(0.01 * k);
  const auto data = make_table(x, level);
  EXPECT_TRUE(breaks_of([&](Symbols& s, Expr) { return table(data, s.time()); }).empty());
  data->interpolation = Interpolation::monotone_cubic;
  EXPECT_TRUE(breaks_of([&](Symbols& s, Expr) { return table(data, s.time()); }).empty());
}

TEST(BreakTimes, FollowAnArgumentThatIsAffineInTime) {
  const auto data = make_table({0, 1, 2}, {0, 1, 0});
  const auto shifted = breaks_of([&](Symbols& s, Expr) {
    const Expr period = s.parameter("period", 4.0);
    return table(data, (s.time() - 3.0) / sqrt(period));
  });
  EXPECT_EQ(ends_of(shifted), (Times{3, 5, 7}));
  const auto back = breaks_of([&](Symbols& s, Expr) { return table(data, 6.0 - 2.0 * s.time()); });
  EXPECT_EQ(ends_of(back), (Times{2, 2.5, 3}));
  // If the time at which a point is passed is not known in advance, there are none.
  EXPECT_TRUE(breaks_of([&](Symbols&, Expr x) { return table(data, x + 1.0); }).empty());
  EXPECT_TRUE(breaks_of([&](Symbols& s, Expr) { return table(data, sin(s.time())); }).empty());
}

TEST(BreakTimes, OfACubicAreAllItsPointsButThoseOnALevel) {
  const auto data = make_table({1, 2, 3, 4, 5, 6}, {0, 1, 4, 9, 9, 9});
  data->interpolation = Interpolation::monotone_cubic;
  const auto breaks = breaks_of([&](Symbols& s, Expr) { return table(data, s.time()); });
  EXPECT_EQ(ends_of(breaks), (Times{1, 2, 3, 4}));
  for (const BreakTime& time : breaks) EXPECT_FALSE(time.jumps());
}

TEST(BreakTimes, OfTwoVariablesAreThoseOfTheAxisThatIsTime) {
  auto data = std::make_shared<TableData>();
  data->name = "map";
  data->x = {1, 2, 3};
  data->y = {10, 20, 40};
  data->values = {0, 0, 0, 0, 1, 2, 0, 2, 4};  // straight along x in every row, not along y
  data->extrapolation = Extrapolation::linear;
  EXPECT_TRUE(breaks_of([&](Symbols& s, Expr x) { return table(data, s.time(), x); }).empty());
  EXPECT_EQ(ends_of(breaks_of([&](Symbols& s, Expr x) { return table(data, x, s.time()); })),
            (Times{20}));
}

TEST(BreakTimes, AreJumpsOfADerivative) {
  const auto data = make_table({1, 2, 3}, {0, 1, 0});
  const auto breaks =
      breaks_of([&](Symbols& s, Expr) { return derivative(table(data, s.time()), s.time()); });
  ASSERT_EQ(breaks.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    // Steps end at the preceding number, and continue at the point.
    EXPECT_EQ(breaks[k].after, data->x[k]);
    EXPECT_EQ(breaks[k].before, just_before(data->x[k]));
  }
  const auto scaled = breaks_of([&](Symbols& s, Expr) {
    const Expr at = 0.3 * s.time();
    return derivative(table(data, at), s.time());
  });
  ASSERT_EQ(scaled.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    // On its own side of the point, independent of the rounding of 0.3 t.
    EXPECT_LT(0.3 * scaled[k].before, data->x[k]);
    EXPECT_GE(0.3 * scaled[k].after, data->x[k]);
    EXPECT_NEAR(scaled[k].after, data->x[k] / 0.3, 16 * kEps * data->x[k] / 0.3);
  }
}

TEST(BreakTimes, TwoPointsAtOneTimeAreAJump) {
  const auto data = make_table({0, just_before(2), 2, 3}, {1, 1, 5, 5});
  const auto breaks = breaks_of([&](Symbols& s, Expr) { return table(data, s.time()); });
  ASSERT_EQ(breaks.size(), 1u);
  EXPECT_EQ(breaks[0].before, just_before(2));
  EXPECT_EQ(breaks[0].after, 2);
  try {
    breaks_of([&](Symbols& s, Expr) { return derivative(table(data, s.time()), s.time()); });
    FAIL() << "a jump has no derivative";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("'profile' jumps at 2 s, and its rate of change"),
              std::string::npos)
        << e.what();
  }
}

TEST(BreakTimes, AreFoundInFunctionsAndRoots) {
  const auto data = make_table({1, 2, 3}, {0, 1, 0});
  auto graph = std::make_shared<Graph>();
  const Expr a = graph->symbol("a"), b = graph->symbol("b");
  const FunctionRef f =
      Function::make("f", graph, {{"a", {a}}, {"b", {b}}}, {{"y", {b * table(data, a)}}});
  const auto called = breaks_of([&](Symbols& s, Expr x) {
    return call(f, std::vector<Expr>{s.time() - 1.0, x})[0];
  });
  EXPECT_EQ(ends_of(called), (Times{2, 3, 4}));
  // a - t = 0 instead of b, a table of the parameter.
  auto other = std::make_shared<Graph>();
  const Expr z = other->symbol("z"), p = other->symbol("p");
  const FunctionRef residual = Function::make("residual", other, {{"z", {z}}, {"p", {p}}},
                                              {{"r", {z * z * z + z - table(data, p)}}});
  const auto root = breaks_of([&](Symbols& s, Expr) {
    return newton(residual, std::vector<Expr>{0.0}, std::vector<Expr>{s.time()})[0];
  });
  EXPECT_EQ(ends_of(root), (Times{1, 2, 3}));
}

TEST(BreakTimes, WithinRoundingOfEachOtherAreOne) {
  const auto one = make_table({0.1, 0.3, 0.7}, {0, 1, 0});
  const auto other = make_table({1, 3, 8}, {0, 1, 0});  // at ten times the time
  const auto breaks = breaks_of(
      [&](Symbols& s, Expr) { return table(one, s.time()) + table(other, 10.0 * s.time()); });
  EXPECT_EQ(breaks.size(), 4u);
}

}  // namespace
}  // namespace holon
