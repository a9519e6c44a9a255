// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/mesh_solids.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "holon/view/scene/camera.h"
#include "holon/view/svg/svg.h"

namespace holon {
namespace {

/// Moves the points so that the centre of their bounding box is the origin; returns its previous
/// position.
Vector3<double> centre(Surface& surface, Vector3<double>& size) {
  const auto [low, high] = find_bounds({surface});
  Vector3<double> middle;
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    middle[i] = 0.5 * (static_cast<double>(low[k]) + high[k]);
    size[i] = static_cast<double>(high[k]) - low[k];
    for (auto& p : surface.points) p[k] = static_cast<float>(p[k] - middle[i]);
  }
  return middle;
}

Surface join(const std::vector<Surface>& surfaces) {
  Surface all;
  for (const Surface& s : surfaces) {
    const auto first = static_cast<std::uint32_t>(all.points.size());
    all.points.insert(all.points.end(), s.points.begin(), s.points.end());
    for (const auto& t : s.triangles)
      all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return all;
}

}  // namespace

const std::vector<Solid>& MeshSolids::solids_of(const std::string& path, bool in_one,
                                                std::vector<std::string>& notes) {
  const auto [it, is_new] = known_.try_emplace({path, in_one});
  if (!is_new) return it->second;
  try {
    std::vector<Surface> surfaces = read_mesh_file(path);
    if (in_one) surfaces = {join(surfaces)};
    std::size_t given = 0, drawn = 0;
    for (const Surface& s : surfaces) given += s.triangles.size();
    const double share = static_cast<double>(kMostTriangles) / static_cast<double>(given);
    for (const Surface& s : surfaces) {
      const auto count = static_cast<double>(s.triangles.size());
      Surface surface = decimate(
          s, share < 1 ? static_cast<std::size_t>(std::ceil(share * count)) : s.triangles.size());
      drawn += surface.triangles.size();
      if (surface.triangles.empty()) continue;
      Solid solid;
      solid.kind = Solid::Kind::mesh;
      solid.color = surface.color;
      solid.X_BS = Pose(centre(surface, solid.size));
      solid.silhouette = std::make_shared<Surface>(decimate(surface, kMostOfSilhouette));
      solid.surface = std::make_shared<Surface>(std::move(surface));
      it->second.push_back(std::move(solid));
    }
    if (share < 1) {
      notes.push_back(std::filesystem::path(path).filename().string() + ": its " +
                      std::to_string(given) + " triangles are drawn as " + std::to_string(drawn));
    }
  } catch (...) {
    known_.erase(it);
    throw;
  }
  return it->second;
}

std::vector<Solid> MeshSolids::make(const std::string& path, double scale, const std::string& color,
                                    double opacity, const Pose& X_BM,
                                    std::vector<std::string>& notes) {
  std::vector<Solid> solids = solids_of(path, !color.empty(), notes);
  for (Solid& solid : solids) {
    if (!color.empty()) solid.color = color;
    solid.opacity = opacity;
    solid.size *= scale;
    solid.scale = scale;
    solid.X_BS = X_BM * Pose(Vector3<double>(scale * solid.X_BS.translation()));
  }
  return solids;
}

// An edge between two front-facing triangles occurs once in each direction and is cancelled; closed
// loops remain.
std::string draw_silhouette(const Solid& solid, const Pose& X_WS, const Camera& camera) {
  constexpr int kDecimals = 1;
  const Surface& surface = *solid.silhouette;
  std::vector<Projected> places;
  for (const auto& p : surface.points) {
    places.push_back(
        camera.project(X_WS.apply_to_point(solid.scale * Vector3<double>(p[0], p[1], p[2]))));
  }
  std::map<std::uint32_t, std::vector<std::uint32_t>> ways;  // edges from a point to others
  for (const auto& t : surface.triangles) {
    const Projected &a = places[t[0]], &b = places[t[1]], &c = places[t[2]];
    // Counter-clockwise with y up is clockwise in an image.
    if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) >= 0) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      std::vector<std::uint32_t>& back = ways[to];
      const auto same = std::find(back.begin(), back.end(), from);
      if (same != back.end()) {
        back.erase(same);
      } else {
        ways[from].push_back(to);
      }
    }
  }
  SvgPath path(kDecimals);
  for (auto& [start, to] : ways) {
    while (!to.empty()) {
      path.move(places[start].x, places[start].y);
      for (std::uint32_t at = start;;) {
        std::vector<std::uint32_t>& next = ways[at];
        if (next.empty()) break;
        at = next.back();
        next.pop_back();
        if (at == start) break;
        path.line(places[at].x, places[at].y);
      }
      path.close();
    }
  }
  return path.data();
}

}  // namespace holon
