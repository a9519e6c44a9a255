// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/export/arrow_lengths.h"

#include <algorithm>
#include <cmath>

#include "holon/view/machine/link_glyphs.h"
#include "holon/view/machine/solids.h"

namespace holon {
namespace {

constexpr double kUsual = 0.3, kMost = 1.5 * kUsual;  // of the machine's size

bool is_torque(SceneArrow::Kind kind) {
  return kind == SceneArrow::Kind::torque || kind == SceneArrow::Kind::reaction_torque;
}

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

/// The projection of the sphere's centre onto the plane.
Vector3<double> find_touch(const ContactView& contact, const Motion& motion, std::size_t time) {
  const Vector3<double> center = find_place(contact.sphere, motion, time);
  const Vector3<double> normal =
      contact.ground.body < 0
          ? contact.normal
          : Vector3<double>(
                motion.poses[time][static_cast<std::size_t>(contact.ground.body)].apply_to_vector(
                    contact.normal));
  return center - (center - find_place(contact.ground, motion, time)).dot(normal) * normal;
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
  constexpr double kBelow = 0.95;
  std::vector<double> magnitudes[2];  // forces, torques
  for (const std::size_t a : find_drawn_arrows(scene, motion)) {
    for (const auto& vectors : motion.arrows) {
      const double magnitude = vectors[a].norm();
      if (magnitude > 0) magnitudes[is_torque(scene.arrows[a].kind)].push_back(magnitude);
    }
  }
  const double size = find_size(scene, motion);
  const auto scale = [&](std::vector<double>& list) {
    if (list.empty()) return 0.0;
    const auto at = static_cast<std::ptrdiff_t>(kBelow * static_cast<double>(list.size() - 1));
    std::nth_element(list.begin(), list.begin() + at, list.end());
    return kUsual * size / list[static_cast<std::size_t>(at)];
  };
  return {scale(magnitudes[0]), scale(magnitudes[1]), kMost * size};
}

PlacedArrow place_arrow(const Scene& scene, const Motion& motion, const ArrowScales& scales,
                        std::size_t arrow, std::size_t time) {
  const ArrowView& view = scene.arrows[arrow];
  const Vector3<double>& vector = motion.arrows[time][arrow];
  PlacedArrow placed{{0, 0, 0}, {0, 0, 1}};
  placed.from =
      view.contact >= 0
          ? find_touch(scene.contacts[static_cast<std::size_t>(view.contact)], motion, time)
          : find_place(view.at, motion, time);
  const double magnitude = vector.norm();
  if (!(magnitude > 0)) return placed;
  placed.along = vector / magnitude;
  placed.length =
      std::min(scales.most, magnitude * (is_torque(view.kind) ? scales.torque : scales.force));
  return placed;
}

}  // namespace holon
