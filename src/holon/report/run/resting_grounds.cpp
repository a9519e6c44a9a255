// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/report/run/resting_grounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "holon/model/assembly/ground.h"

namespace holon {
namespace {

constexpr double kCellsAcross = 160;  // of the longer side

/// What is drawn of the plan: low and high, x and y.
using PlanBox = std::array<std::array<double, 2>, 2>;

/// Around all origins of bodies, with room beside them.
PlanBox find_plan(const Motion& motion) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  PlanBox box{{{kFar, kFar}, {-kFar, -kFar}}};
  double machine = 0;  // [m] size, by the distances between bodies at the start
  for (const std::vector<Pose>& poses : motion.poses) {
    for (const Pose& pose : poses) {
      const Vector3<double>& p = pose.translation();
      for (std::size_t k = 0; k < 2; ++k) {
        const double at = p[static_cast<Eigen::Index>(k)];
        if (!std::isfinite(at)) continue;
        box[0][k] = std::min(box[0][k], at);
        box[1][k] = std::max(box[1][k], at);
      }
    }
  }
  for (const Pose& pose : motion.poses.front()) {
    const Vector3<double> from = pose.translation() - motion.poses.front().front().translation();
    machine = std::max(machine, from.norm());
  }
  const double extent = std::max(box[1][0] - box[0][0], box[1][1] - box[0][1]);
  const double room = std::max({0.15 * extent, 1.5 * machine, 1e-3});
  for (std::size_t k = 0; k < 2; ++k) {
    box[0][k] -= room;
    box[1][k] += room;
  }
  return box;
}

}  // namespace

std::vector<std::shared_ptr<const HeightFilm>> draw_resting_grounds(
    Assembly& assembly, const Motion& motion,
    const std::vector<std::shared_ptr<const HeightFilm>>& films) {
  std::vector<std::shared_ptr<const HeightFilm>> drawn;
  if (motion.poses.empty() || motion.poses.front().empty()) return drawn;
  const GroundSurfaces& surfaces = assembly.domain<GroundSurfaces>();
  for (const std::string& name : surfaces.list_with_soil()) {
    const bool is_drawn = std::any_of(films.begin(), films.end(),
                                      [&](const auto& film) { return film->name == name; });
    if (is_drawn) continue;
    const PlanBox box = find_plan(motion);
    auto film = std::make_shared<HeightFilm>();
    film->name = name;
    film->cell = std::max(box[1][0] - box[0][0], box[1][1] - box[0][1]) / kCellsAcross;
    film->x0 = box[0][0];
    film->y0 = box[0][1];
    film->nx = static_cast<int>((box[1][0] - box[0][0]) / film->cell) + 1;
    film->ny = static_cast<int>((box[1][1] - box[0][1]) / film->cell) + 1;
    std::vector<double> x, y;
    for (int j = 0; j < film->ny; ++j) {
      for (int i = 0; i < film->nx; ++i) {
        x.push_back(film->x0 + i * film->cell);
        y.push_back(film->y0 + j * film->cell);
      }
    }
    film->start = surfaces.calc_heights(name, x, y);
    drawn.push_back(std::move(film));
  }
  return drawn;
}

}  // namespace holon
