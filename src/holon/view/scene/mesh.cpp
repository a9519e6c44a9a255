// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/mesh.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "holon/base/input_files.h"
#include "holon/base/read_file.h"

namespace holon {
namespace {

using Vertex = std::array<float, 3>;
using Triangle = std::array<std::uint32_t, 3>;

/// Replaces all points with the same key by one; the first one, or their mean.
template <class KeyOf>
Surface gather(const Surface& from, const KeyOf& key_of, bool mean) {
  Surface to;
  to.color = from.color;
  std::map<std::array<std::int64_t, 3>, std::uint32_t> index;
  std::vector<std::uint32_t> place;
  std::vector<std::array<double, 3>> sums;
  std::vector<double> counts;
  for (const Vertex& p : from.points) {
    const auto [it, is_new] =
        index.try_emplace(key_of(p), static_cast<std::uint32_t>(to.points.size()));
    if (is_new) {
      to.points.push_back(p);
      sums.push_back({0, 0, 0});
      counts.push_back(0);
    }
    place.push_back(it->second);
    for (std::size_t i = 0; i < 3; ++i) sums[it->second][i] += p[i];
    counts[it->second] += 1;
  }
  if (mean) {
    for (std::size_t k = 0; k < to.points.size(); ++k) {
      for (std::size_t i = 0; i < 3; ++i)
        to.points[k][i] = static_cast<float>(sums[k][i] / counts[k]);
    }
  }
  std::set<Triangle> seen;
  for (const Triangle& t : from.triangles) {
    Triangle n{place[t[0]], place[t[1]], place[t[2]]};
    if (n[0] == n[1] || n[1] == n[2] || n[2] == n[0]) continue;
    std::rotate(n.begin(), std::min_element(n.begin(), n.end()), n.end());
    if (seen.insert(n).second) to.triangles.push_back(n);
  }
  return to;
}

}  // namespace

std::array<std::array<float, 3>, 2> find_bounds(const std::vector<Surface>& surfaces) {
  constexpr float kFar = std::numeric_limits<float>::max();
  std::array<Vertex, 2> bounds{Vertex{kFar, kFar, kFar}, Vertex{-kFar, -kFar, -kFar}};
  for (const Surface& s : surfaces) {
    for (const Vertex& p : s.points) {
      for (std::size_t i = 0; i < 3; ++i) {
        bounds[0][i] = std::min(bounds[0][i], p[i]);
        bounds[1][i] = std::max(bounds[1][i], p[i]);
      }
    }
  }
  return bounds;
}

Surface weld(const Surface& surface) {
  // Points within a millionth of its size coincide.
  const auto [low, high] = find_bounds({surface});
  double size = 0;
  for (std::size_t i = 0; i < 3; ++i) size = std::max(size, double{high[i]} - double{low[i]});
  const double cell = size > 0 ? 1e-6 * size : 1;
  // From a corner of the box: far from the origin the cell numbers would be too large.
  return gather(
      surface,
      [cell, from = low](const Vertex& p) {
        std::array<std::int64_t, 3> key{};
        for (std::size_t i = 0; i < 3; ++i)
          key[i] = std::llround((double{p[i]} - double{from[i]}) / cell);
        return key;
      },
      false);
}

Surface decimate(const Surface& surface, std::size_t most) {
  Surface welded = weld(surface);
  if (welded.triangles.size() <= most) return welded;
  const auto [low, high] = find_bounds({welded});
  const Vertex from = low;
  double size = 0;
  for (std::size_t i = 0; i < 3; ++i) size = std::max(size, double{high[i]} - double{low[i]});
  const auto with_cells = [&](int cells) {
    const double cell = size / cells;
    return gather(
        welded,
        [&](const Vertex& p) {
          std::array<std::int64_t, 3> key{};
          for (std::size_t i = 0; i < 3; ++i)
            key[i] = static_cast<std::int64_t>(std::floor((double{p[i]} - double{from[i]}) / cell));
          return key;
        },
        true);
  };
  // The finest grid with few enough triangles; their number increases with that of cells.
  int enough = 1, too_many = 2;
  while (with_cells(too_many).triangles.size() <= most && too_many < (1 << 14)) {
    enough = too_many;
    too_many *= 2;
  }
  while (too_many - enough > 1 + enough / 32) {
    const int middle = (enough + too_many) / 2;
    (with_cells(middle).triangles.size() <= most ? enough : too_many) = middle;
  }
  return with_cells(enough);
}

std::vector<Surface> read_mesh_file(const std::string& path) {
  std::string reason;
  const auto read = read_file(path, file_limits::kMesh, FileSource::regular, reason);
  if (!read) throw std::runtime_error(reason);
  note_input_file(path, "a mesh");
  const std::string& bytes = *read;
  std::vector<Surface> surfaces;
  if (bytes.starts_with("glTF")) {
    surfaces = read_glb(bytes);
  } else if (std::filesystem::path(path).extension() == ".glb") {
    throw std::runtime_error("it is not a GLB file, which begins with the letters 'glTF'");
  } else {
    surfaces.push_back(read_stl(bytes));
  }
  std::erase_if(surfaces, [](const Surface& s) { return s.triangles.empty(); });
  if (surfaces.empty()) throw std::runtime_error("it holds no triangles");
  for (const Surface& s : surfaces) {
    for (const Vertex& p : s.points) {
      if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) {
        throw std::runtime_error("a point in it is not finite");
      }
    }
  }
  return surfaces;
}

}  // namespace holon
