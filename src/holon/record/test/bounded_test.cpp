// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/bounded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

const std::vector<Column> kColumns{{"time", dimensions::kTime, ""}, {"x", dimensions::kNumber, ""}};

TEST(Bounded, FewRowsAreAllKept) {
  BoundedSink sink(10'000);
  sink.begin(kColumns);
  for (int i = 0; i < 5000; ++i) {
    const double row[] = {0.01 * i, std::sin(0.1 * i)};
    sink.row(row);
  }
  sink.end();
  EXPECT_EQ(sink.results().row_count(), 5000u);
  EXPECT_EQ(sink.row_count(), 5000);
}

TEST(Bounded, ManyRowsAreThinnedWithoutLosingPeaksOrTheEnds) {
  constexpr std::size_t kMost = 20'000;
  constexpr int kRows = 1'000'000, kSpike = 654'321;
  BoundedSink sink(kMost);
  sink.begin(kColumns);
  for (int i = 0; i < kRows; ++i) {
    const double row[] = {1e-3 * i, i == kSpike ? 7.0 : std::sin(0.01 * i)};
    sink.row(row);
  }
  sink.end();
  const Results& kept = sink.results();
  EXPECT_EQ(sink.row_count(), kRows);
  EXPECT_LE(kept.row_count() * 2, kMost + 100);
  EXPECT_GE(kept.row_count() * 2, kMost / 8);  // bins at most double beyond what is needed
  const std::vector<double>&t = kept.values(0), &x = kept.values(1);
  EXPECT_EQ(t.front(), 0.0);
  EXPECT_EQ(t.back(), 1e-3 * (kRows - 1));
  EXPECT_TRUE(std::is_sorted(t.begin(), t.end()));
  const auto spike = std::max_element(x.begin(), x.end());
  EXPECT_EQ(*spike, 7.0);
  EXPECT_EQ(t[static_cast<std::size_t>(spike - x.begin())], 1e-3 * kSpike);
  const ColumnStatistics& all = sink.statistics()[1];
  EXPECT_EQ(all.max, 7.0);
  EXPECT_EQ(all.max_at, 1e-3 * kSpike);
  // Of sin(10 t) over 1000 s, and a triangle of 7 in two steps of 1 ms: its square has 49 * 2/3 ms.
  const double square = 0.5 - std::sin(2e4) / 4e4 + 49 * 2e-3 / 3 / 1000;
  EXPECT_NEAR(all.rms(), std::sqrt(square), 2e-5);  // straight lines have (10 h)^2/12 less
}

}  // namespace
}  // namespace holon
