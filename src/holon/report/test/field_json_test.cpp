// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/field_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "holon/base/base64.h"

namespace holon {
namespace {

template <class T>
std::string base64_of(const std::vector<T>& numbers) {
  return encode_base64(
      {reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size() * sizeof(T)});
}

TEST(FieldJson, HasTheHeightsAtTheStartAndWhatChanges) {
  auto film = std::make_shared<HeightFilm>();
  film->name = "ground";
  film->x0 = 1, film->y0 = 2, film->cell = 0.5;
  film->nx = 2, film->ny = 2;
  film->start = {0, 0, 0, 1};
  film->design = {0, std::numeric_limits<double>::quiet_NaN(), 0, -1};
  film->frames = {{0.1, {3}, {0.5}}, {0.2, {1, 3}, {1, -1}}};
  const auto json = write_fields({film}).at(0);
  EXPECT_EQ(json["columns"], 2);
  EXPECT_EQ(json["lowest"], -1.0);
  EXPECT_EQ(json["step"], 2.0 / 65534);
  EXPECT_EQ(json["start"], base64_of<std::uint16_t>({32767, 32767, 32767, 65534}));
  EXPECT_EQ(json["design"], base64_of<std::uint16_t>({32767, 65535, 32767, 0}));
  EXPECT_EQ(json["counts"], (std::vector<int>{1, 2}));
  EXPECT_EQ(json["cells"], base64_of<std::uint32_t>({3, 1, 3}));
  EXPECT_EQ(json["times"], (std::vector<double>{0.1, 0.2}));
  // Cell 3 was 2 m too high and is right, cell 1 has no design; they change by 2 and 1 m.
  EXPECT_EQ(json["error_scale"]["span"], 2.0);
  EXPECT_EQ(json["change_scale"]["span"], 2.0);
}

TEST(FieldJson, MergesFramesThatAreTooMany) {
  auto film = std::make_shared<HeightFilm>();
  film->nx = 2, film->ny = 1;
  film->start = {0, 0};
  for (int k = 0; k < 1'600'000; ++k) film->frames.push_back({0.1 * k, {0}, {k * 1e-6}});
  const auto json = write_fields({film}).at(0);
  // Every second one, and the last one's height.
  EXPECT_EQ(json["counts"].size(), 800'000u);
  EXPECT_EQ(json["times"].back(), 0.1 * 1'599'999);
}

}  // namespace
}  // namespace holon
