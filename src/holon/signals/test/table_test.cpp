// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/parts/table.h"

#include <filesystem>
#include <fstream>

#include "run_block.h"

namespace holon {
namespace {

using namespace test;

TEST(Table, IsLinearBetweenItsPointsAndHoldsItsEnds) {
  Model model;
  model.add<Table>("t", {.x = {0.0, 1.0, 3.0}, .values = {0.0, 2.0, 0.0}, .input = model.time()});
  const Results r = run(model, 4, {"t.output"}, 0.25);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("t.output")[k], t < 1 ? 2 * t : std::max(0.0, 3 - t), kRounding);
  }
}

TEST(Table, OfTwoVariablesIsBilinear) {
  // Values of x y at the corners of [0, 2] x [0, 3]: bilinear, so exact.
  Model model;
  model.add<Table>("t", {.x = {0.0, 2.0},
                         .y = {0.0, 3.0},
                         .rows = {{{0.0, 0.0}}, {{0.0, 6.0}}},
                         .input = model.time(),
                         .input2 = 2.0 * model.time()});
  const Results r = run(model, 1.5, {"t.output"}, 0.25);
  for (std::size_t k = 0; k < r.row_count(); ++k) {
    const double t = r.values("time")[k];
    EXPECT_NEAR(r.values("t.output")[k], 2 * t * t, kRounding);
  }
}

TEST(Table, PchipIsFritschAndButlands) {
  // Slopes 5/2, 6/7, 0, 0, 0, 17/3 in exact fractions by the formulas of SciPy's PchipInterpolator
  // (weighted harmonic means; three-point formulas at the ends), and
  // values half way between the points.
  Model model;
  model.add<Table>("t", {.x = {0.0, 1.0, 3.0, 4.0, 6.0, 7.0},
                         .values = {0.0, 2.0, 3.0, 3.0, 1.0, 5.0},
                         .interpolation = Table::Between::pchip,
                         .input = model.time()});
  const Results r = run(model, 6.5, {"t.output"}, 0.5);
  const std::vector<std::pair<std::size_t, double>> expected{
      {1, 135.0 / 112}, {4, 19.0 / 7}, {7, 3}, {10, 2}, {13, 55.0 / 24}};
  for (const auto& [row, value] : expected)
    EXPECT_NEAR(r.values("t.output")[row], value, kRounding) << row;
}

TEST(Table, FailsTheRunOutsideWhereRequested) {
  Model model;
  model.add<Table>("t", {.x = {0.0, 1.0},
                         .values = {0.0, 1.0},
                         .outside = Table::Outside::error,
                         .input = model.time()});
  try {
    run(model, 2, {"t.output"}, 0.1);
    FAIL() << "no error";
  } catch (const RunError& error) {
    EXPECT_NE(
        std::string(error.what()).find("the input of table 't' left the range of its breakpoints"),
        std::string::npos)
        << error.what();
  }
}

TEST(Table, SaysWhatIsWrongWithItsPoints) {
  Model model;
  model.add<Table>("a", {.x = {0.0, 0.0}, .values = {0.0, 2.0}});
  model.add<Table>("b", {.x = {0.0, 1.0}, .values = {0.0}});
  const std::string errors = errors_of(model);
  EXPECT_NE(errors.find("the points in 'x' must increase"), std::string::npos) << errors;
  EXPECT_NE(errors.find("there are 1 values for 2 points x"), std::string::npos) << errors;
}

TEST(Table, OfAFileInDegreesCelsiusHasTheirZero) {
  // 40 degC between 20 degC (100 mm^2/s) and 60 degC (20 mm^2/s): 60 mm^2/s.
  const auto path = std::filesystem::temp_directory_path() / "holon_table_in_celsius.csv";
  std::ofstream(path) << "T [degC], nu [mm^2/s]\n20, 100\n60, 20\n";
  Model model;
  model.add<Table>("t", {.file = path.string(), .input = 313.15 + 0.0 * model.time()});
  const Results r = run(model, 1, {"t.output"}, 1);
  EXPECT_NEAR(r.values("t.output").back(), 60e-6, kRounding * 60e-6);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace holon
