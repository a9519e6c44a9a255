// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/page/mesh_json.h"

#include <bit>
#include <cmath>

#include "holon/base/base64.h"
#include "holon/base/errors.h"
#include "holon/report/page/messages.h"

namespace holon {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers of reports are little-endian");

std::string encode(const std::vector<std::uint16_t>& numbers) {
  return encode_base64(
      {reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size() * 2});
}

}  // namespace

std::size_t SceneMeshes::index_of(const std::shared_ptr<const Surface>& surface) {
  const auto [it, is_new] = index_.try_emplace(surface.get(), index_.size());
  if (!is_new) return it->second;
  constexpr double kMost = 65535;
  HOLON_CHECK(surface->points.size() <= kMost, "a mesh has too many points for a report");
  const auto [low, high] = find_bounds({*surface});
  std::vector<std::uint16_t> points, triangles;
  for (const auto& p : surface->points) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double size = static_cast<double>(high[k]) - low[k];
      points.push_back(static_cast<std::uint16_t>(
          size > 0 ? std::lround(kMost * (static_cast<double>(p[k]) - low[k]) / size) : 0));
    }
  }
  for (const auto& t : surface->triangles) {
    for (const std::uint32_t corner : t) triangles.push_back(static_cast<std::uint16_t>(corner));
  }
  list.push_back({{"points", encode(points)}, {"triangles", encode(triangles)}});
  return it->second;
}

}  // namespace holon
