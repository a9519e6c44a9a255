// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/export/arrow_lengths.h"

#include <algorithm>
#include <cmath>

#include "holon/view/machine/arrows.h"
#include "holon/view/machine/solids.h"

namespace holon {
namespace {

constexpr double kUsual = 0.3, kMost = 1.5 * kUsual;  // of the machine's size

/// [m] the diagonal of the bounding box of the machine in its first pose.
double find_size(const Scene& scene, const Motion& motion) {
  Vector3<double> low(HUGE_VAL, HUGE_VAL, HUGE_VAL), high = -low;
  const auto take = [&](const Vector3<double>& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Pose& pose = motion.poses[0][b];
    take(pose.translation());
    for (const Vector3<double>& tip : scene.bodies[b].tips) take(pose.apply_to_point(tip));
    for (const Solid& solid : scene.bodies[b].solids)
      for (const Vector3<double>& p : find_extremes(solid, pose)) take(p);
  }
  const double size = (high - low).norm();
  return size > 0 && std::isfinite(size) ? size : 1;
}

}  // namespace

std::vector<std::size_t> find_drawn_arrows(const Scene& scene, const Motion& motion) {
  std::vector<std::size_t> drawn;
  for (std::size_t a = 0; a < scene.arrows.size(); ++a) {
    if (scene.arrows[a].kind == SceneArrow::Kind::reaction_torque) continue;
    const bool is_there = std::any_of(motion.arrows.begin(), motion.arrows.end(),
                                      [a](const auto& vectors) { return vectors[a].norm() > 0; });
    if (is_there) drawn.push_back(a);
  }
  return drawn;
}

ArrowScales find_arrow_scales(const Scene& scene, const Motion& motion) {
  std::vector<double> magnitudes[2];  // forces, torques
  for (const std::size_t a : find_drawn_arrows(scene, motion))
    for (const auto& vectors : motion.arrows)
      magnitudes[is_torque(scene.arrows[a].kind)].push_back(vectors[a].norm());
  const double size = find_size(scene, motion);
  const auto scale = [&](std::vector<double>& list) {
    const double usual = find_usual_magnitude(std::move(list));
    return usual > 0 ? kUsual * size / usual : 0.0;
  };
  return {scale(magnitudes[0]), scale(magnitudes[1]), kMost * size};
}

PlacedArrow place_arrow(const Scene& scene, const Motion& motion, const ArrowScales& scales,
                        std::size_t arrow, std::size_t time) {
  const ArrowView& view = scene.arrows[arrow];
  const Vector3<double>& vector = motion.arrows[time][arrow];
  PlacedArrow placed{{0, 0, 0}, {0, 0, 1}};
  placed.from = find_arrow_tail(scene, motion, view, time);
  const double magnitude = vector.norm();
  if (!(magnitude > 0)) return placed;
  placed.along = vector / magnitude;
  placed.length =
      std::min(scales.most, magnitude * (is_torque(view.kind) ? scales.torque : scales.force));
  return placed;
}

}  // namespace holon
