// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/moments.h"

#include <gtest/gtest.h>

namespace holon {
namespace {

TEST(Moments, RowsOfAGrowingSpacingBecomeEquallySpaced) {
  MomentsSink sink(100);
  sink.begin({{"time", dimensions::kTime, ""}, {"x", dimensions::kTime, ""}});
  // As in a run: the spacing doubles after a hundred of them.
  double spacing = 0.125, t = 0;
  for (; t < 777; t += spacing) {
    const double row[] = {t, 2 * t};
    sink.row(row);
    if (t >= 100 * spacing) spacing *= 2;
    t = spacing * static_cast<double>(static_cast<long>(t / spacing));
  }
  const double end[] = {777, 1554};
  sink.row(end);
  sink.end();
  const std::vector<double>& times = sink.results().values(0);
  EXPECT_EQ(spacing, 8);
  ASSERT_EQ(times.size(), 777u / 8 + 2);  // multiples of 8 from 0, and the end
  for (std::size_t k = 0; k + 1 < times.size(); ++k) {
    EXPECT_EQ(times[k], 8.0 * static_cast<double>(k));
    EXPECT_EQ(sink.results().values(1)[k], 2 * times[k]);
  }
  EXPECT_EQ(times.back(), 777);
}

TEST(Moments, FewRowsStayAsTheyAre) {
  MomentsSink sink(100);
  sink.begin({{"time", dimensions::kTime, ""}});
  for (const double t : {0.0, 0.5, 0.7}) sink.row(&t);
  sink.end();
  EXPECT_EQ(sink.results().values(0), (std::vector<double>{0.0, 0.5, 0.7}));
}

}  // namespace
}  // namespace holon
