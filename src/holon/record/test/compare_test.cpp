// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "holon/base/errors.h"
#include "holon/record/compare.h"

namespace holon {
namespace {

/// A table in memory, as read from a file.
class Table final : public ResultsReader {
 public:
  Table(std::vector<Column> columns, std::vector<std::vector<double>> values)
      : columns_(std::move(columns)), values_(std::move(values)) {}
  const std::vector<Column>& columns() const override { return columns_; }
  std::size_t row_count() const override { return values_.empty() ? 0 : values_[0].size(); }
  std::vector<double> read(std::size_t column) override { return values_[column]; }
  const std::map<std::string, std::string>& provenance() const override { return provenance_; }

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<double>> values_;
  std::map<std::string, std::string> provenance_;
};

Table table(const std::vector<double>& times, const std::function<double(double)>& f,
            const std::string& name = "x", const Dimension& dimension = {}) {
  std::vector<double> values;
  for (double t : times) values.push_back(f(t));
  return Table({{"time", dimensions::kTime, ""}, {name, dimension, ""}}, {times, values});
}

std::vector<double> steps(int count, double length) {
  std::vector<double> times;
  for (int i = 0; i <= count; ++i) times.push_back(length * i / count);
  return times;
}

double wave(double t) { return 3 * std::sin(t); }

TEST(Compare, FindsTheLargestDifferenceAndWhereItIs) {
  const std::vector<double> times = steps(100, 10);
  Table a = table(times, wave);
  Table b = table(times, [](double t) { return wave(t) + (t == 4 ? 0.002 : 0.001); });
  const Comparison c = compare(a, b);
  ASSERT_EQ(c.columns.size(), 1u);
  EXPECT_NEAR(c.columns[0].difference, 0.002, 1e-15);  // rounding of the sum
  EXPECT_EQ(c.columns[0].time, 4);
  EXPECT_FALSE(c.columns[0].agrees);
  EXPECT_FALSE(c.agrees);
  EXPECT_TRUE(compare(a, b, {.tolerance = 0.001}).agrees);  // of a range of 6
  EXPECT_TRUE(compare(a, b, {.tolerance = 0, .absolute = 0.0021}).agrees);
}

TEST(Compare, AResultAgreesWithItself) {
  Table a = table(steps(100, 10), wave);
  const Comparison c = compare(a, a);
  EXPECT_TRUE(c.agrees);
  EXPECT_EQ(c.columns[0].difference, 0);
  EXPECT_EQ(c.columns[0].relative(), 0);
  EXPECT_EQ(c.interpolated, 0u);
}

TEST(Compare, TakesCubicsOfBetweenTimesExactly) {
  const auto cubic = [](double t) { return 1 + t * (2 - t * (3 - 0.5 * t)); };
  Table a = table({0, 0.3, 1.7, 2.2, 4.9, 5}, cubic);
  Table b = table({0, 1, 1.5, 3, 4, 5}, cubic);
  const Comparison c = compare(a, b, {.tolerance = 1e-14});
  EXPECT_EQ(c.interpolated, 4u);
  EXPECT_TRUE(c.agrees) << c.columns[0].relative();
}

// The error of the cubic through four points at a distance h is at most 3/128 h^4 |f''''| between
// the middle two; near the ends, between the first two, 1/24 h^4.
TEST(Compare, InterpolatesSmoothCurvesToFourthOrder) {
  for (int count : {50, 100, 200}) {
    const double h = 10.0 / count;
    Table a = table(steps(977, 10), wave), b = table(steps(count, 10), wave);
    const double most = std::pow(h, 4) / 24 * 3;
    EXPECT_LE(compare(a, b).columns[0].difference, most) << count;
  }
}

TEST(Compare, NoCubicCrossesAJump) {
  const auto jump = [](double t) { return t < 2 ? 0.0 : 1.0; };
  Table a = table({0, 0.5, 1.5, 2.5, 3.5}, jump);
  Table b({{"time", dimensions::kTime, ""}, {"x", {}, ""}},
          {{0, 1, 2, 2, 3, 4}, {0, 0, 0, 1, 1, 1}});
  EXPECT_EQ(compare(a, b).columns[0].difference, 0);
  // Both rows at the time of a jump are matched in their order.
  Table twice({{"time", dimensions::kTime, ""}, {"x", {}, ""}}, {{0, 2, 2, 4}, {0, 0, 1, 1}});
  EXPECT_TRUE(compare(twice, b).agrees);
}

TEST(Compare, MeasuresWhatHardlyChangesByItsSize) {
  Table a = table({0, 1}, [](double) { return 9.81; });
  Table near = table({0, 1}, [](double t) { return 9.81 + 1e-10 * t; });
  Table far = table({0, 1}, [](double t) { return 9.81 + 1e-7 * t; });
  EXPECT_TRUE(compare(a, near, {.absolute = 0}).agrees);
  EXPECT_FALSE(compare(a, far, {.absolute = 0}).agrees);
  // Rounding errors about zero are no disagreement.
  Table zero = table({0, 1}, [](double) { return 0.0; });
  Table noise = table({0, 1}, [](double t) { return 1e-16 * (t - 0.3); });
  EXPECT_TRUE(compare(zero, noise).agrees);
  EXPECT_FALSE(compare(zero, noise, {.absolute = 0}).agrees);
}

TEST(Compare, ComponentsOfAVectorShareItsScale) {
  const auto vector = [](double noise) {
    return Table({{"time", {}, ""}, {"p.x", {}, ""}, {"p.y", {}, ""}, {"p.z", {}, ""}},
                 {{0, 1}, {0, 100}, {noise, 0}, {0, 0}});
  };
  Table a = vector(0), b = vector(1e-5);
  const Comparison c = compare(a, b, {.tolerance = 1e-6, .absolute = 0});
  EXPECT_TRUE(c.agrees);
  EXPECT_EQ(c.columns[1].scale, 100);
}

TEST(Compare, NumbersAndWhatIsNoneDiffer) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  Table a({{"time", {}, ""}, {"x", {}, ""}}, {{0, 1, 2}, {nan, infinity, 1}});
  EXPECT_TRUE(compare(a, a).agrees);
  Table b({{"time", {}, ""}, {"x", {}, ""}}, {{0, 1, 2}, {nan, infinity, nan}});
  const Comparison c = compare(a, b);
  EXPECT_FALSE(c.agrees);
  EXPECT_EQ(c.columns[0].difference, infinity);
  EXPECT_EQ(c.columns[0].time, 2);
}

TEST(Compare, NamesColumnsThatOneHasAlone) {
  Table a({{"time", {}, ""}, {"x", {}, ""}, {"gone", {}, ""}}, {{0}, {1}, {1}});
  Table b({{"time", {}, ""}, {"x", {}, ""}, {"new", {}, ""}}, {{0}, {1}, {1}});
  const Comparison c = compare(a, b);
  EXPECT_EQ(c.only_in_a, std::vector<std::string>{"gone"});
  EXPECT_EQ(c.only_in_b, std::vector<std::string>{"new"});
  EXPECT_FALSE(c.agrees);
  EXPECT_TRUE(compare(a, b, {.only_common = true}).agrees);
}

TEST(Compare, TimesThatBLacksAreDisagreement) {
  Table a = table(steps(10, 10), wave), b = table(steps(6, 6), wave);
  const Comparison c = compare(a, b);
  EXPECT_EQ(c.times, 7u);
  EXPECT_EQ(c.times_outside, 4u);
  EXPECT_FALSE(c.agrees);
  EXPECT_TRUE(compare(a, b, {.only_common = true}).agrees);
  EXPECT_TRUE(compare(b, a).agrees);
}

TEST(Compare, UnitsMustBeTheSameWhereBothAreKnown) {
  Table a = table({0, 1}, wave, "x", dimensions::kLength);
  Table b = table({0, 1}, wave, "x", dimensions::kAngle);
  Table unknown = table({0, 1}, wave);
  EXPECT_EQ(compare(a, b).columns[0].fault, "in m in A, in rad in B");
  EXPECT_FALSE(compare(a, b).agrees);
  EXPECT_TRUE(compare(unknown, b).agrees);
  EXPECT_EQ(compare(unknown, b).columns[0].unit, "rad");
}

TEST(Compare, FindsAColumnByItsAlias) {
  Table a = table({0, 1}, wave, "body.com.x");
  Table b({{"time", {}, ""}, {"body.x", {}, "", {"body.com.x"}}}, {{0, 1}, {wave(0), wave(1)}});
  EXPECT_TRUE(compare(a, b).agrees);
  EXPECT_EQ(compare(a, b).columns.size(), 1u);
}

TEST(Compare, RefusesTablesWithoutTimeOrRows) {
  Table a = table({0, 1}, wave), empty = table({}, wave);
  Table back = table({0, 2, 1}, wave);
  Table none({{"x", {}, ""}}, {{1, 2}});
  for (Table* wrong : {&empty, &back, &none}) {
    EXPECT_THROW(compare(a, *wrong), InputError);
    EXPECT_THROW(compare(*wrong, a), InputError);
  }
}

}  // namespace
}  // namespace holon
