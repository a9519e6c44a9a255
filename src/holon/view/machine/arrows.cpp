// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/arrows.h"

#include <algorithm>

#include "holon/view/machine/link_glyphs.h"

namespace holon {

using Kind = SceneArrow::Kind;

bool is_torque(Kind kind) { return kind == Kind::torque || kind == Kind::reaction_torque; }

const char* arrow_color(Kind kind) {
  switch (kind) {
    case Kind::force: return "#c95400";
    case Kind::torque: return "#a63a80";
    case Kind::reaction_force: return "#00845f";
    case Kind::reaction_torque: return "#1f7bb8";
  }
  return "#333333";
}

Vector3<double> find_arrow_tail(const Scene& scene, const Motion& motion, const ArrowView& arrow,
                                std::size_t time) {
  if (arrow.contact < 0) return find_place(arrow.at, motion, time);
  const ContactView& contact = scene.contacts[static_cast<std::size_t>(arrow.contact)];
  const Vector3<double> center = find_place(contact.sphere, motion, time);
  const Vector3<double> normal =
      contact.ground.body < 0
          ? contact.normal
          : Vector3<double>(
                motion.poses[time][static_cast<std::size_t>(contact.ground.body)].apply_to_vector(
                    contact.normal));
  return center - (center - find_place(contact.ground, motion, time)).dot(normal) * normal;
}

double find_usual_magnitude(std::vector<double> magnitudes) {
  constexpr double kBelow = 0.95;
  std::erase_if(magnitudes, [](double m) { return !(m > 0); });
  if (magnitudes.empty()) return 0;
  const auto at = magnitudes.begin() +
                  static_cast<std::ptrdiff_t>(kBelow * static_cast<double>(magnitudes.size() - 1));
  std::nth_element(magnitudes.begin(), at, magnitudes.end());
  return *at;
}

}  // namespace holon
