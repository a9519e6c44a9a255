// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "holon/view/machine/machine.h"

namespace holon::test {

using Turn = Rotation<double>;
using Vec = Vector3<double>;

inline Solid make_box(const Vec& size) {
  Solid solid;
  solid.size = size;
  return solid;
}

inline Solid make_round(Solid::Kind kind, double radius, double length = 0) {
  Solid solid;
  solid.kind = kind;
  solid.size = {radius, length, 0};
  return solid;
}

inline Motion make_motion_of(const std::vector<std::pair<double, Pose>>& poses) {
  Motion motion;
  for (const auto& [t, pose] : poses) {
    motion.times.push_back(t);
    motion.poses.push_back({pose});
  }
  return motion;
}

// A bar from its pin to 1 m along x, which rotates about an axis through the pin.
inline Motion make_swing(const Vec& axis, double end = 6) {
  std::vector<std::pair<double, Pose>> poses;
  const int count = count_moments(end, 1);
  for (int k = 0; k <= count; ++k)
    poses.emplace_back(end * k / count,
                       Pose(Turn::from_axis_angle(axis, std::sin(0.0125 * k)), Vec(0, 0, 0)));
  return make_motion_of(poses);
}

inline Scene make_bar_scene() {
  Scene scene;
  BodyView body;
  body.name = "link";
  Solid bar = make_box({1, 0.05, 0.05});
  bar.X_BS = Pose(Vec(0.5, 0, 0));
  body.solids.push_back(bar);
  body.center_of_mass = {0.5, 0, 0};
  body.tips.push_back({1, 0, 0});
  scene.bodies.push_back(body);
  scene.joints.push_back({"pin", "Revolute", 0, {0, 0, 0}, {0, 1, 0}, true});
  return scene;
}

}  // namespace holon::test
