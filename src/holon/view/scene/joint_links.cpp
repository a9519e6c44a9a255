// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/scene/joint_links.h"

#include <algorithm>
#include <limits>

namespace holon {
namespace {

constexpr double kShortestPart = 0.25;  // of the machine

/// [m] of the machine at the beginning.
double calc_machine_size(const Scene& scene, const Motion& motion) {
  Vector3<double> low = Vector3<double>::Constant(std::numeric_limits<double>::infinity()),
                  high = -low;
  const auto take = [&](const Vector3<double>& p) {
    low = low.cwiseMin(p), high = high.cwiseMax(p);
  };
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Pose& pose = motion.poses[0][b];
    for (const Solid& solid : scene.bodies[b].solids) {
      const double reach =
          solid.kind == Solid::Kind::sphere ? solid.size[0] : 0.5 * solid.size.maxCoeff();
      const Vector3<double> middle = pose.apply_to_point(solid.X_BS.translation());
      take(middle - Vector3<double>::Constant(reach));
      take(middle + Vector3<double>::Constant(reach));
    }
    take(pose.translation());
  }
  return scene.bodies.empty() ? 1.0 : std::max((high - low).norm(), 1e-9);
}

/// Along a direction in the parent's axes.
LinkView make_link(const JointView& joint, const JointDrawings::Elements& elements,
                   const Vector3<double>& axis, const Motion& motion, double shortest) {
  const auto pose_of = [&](std::size_t time) {
    return joint.parent < 0 ? Pose() : motion.poses[time][static_cast<std::size_t>(joint.parent)];
  };
  const auto place_at = [&](std::size_t time) {  // in the parent's axes
    const Pose& body = motion.poses[time][static_cast<std::size_t>(joint.body)];
    return Vector3<double>(pose_of(time).inverse().apply_to_point(body.apply_to_point(joint.at)));
  };
  const Vector3<double> first = place_at(0);
  double nearest = 0;
  for (std::size_t k = 0; k < motion.times.size(); ++k)
    nearest = std::min(nearest, (place_at(k) - first).dot(axis));
  LinkView link;
  link.kind = elements.has_spring && elements.has_damper ? SceneLink::Kind::spring_damper
              : elements.has_spring                      ? SceneLink::Kind::spring
                                                         : SceneLink::Kind::damper;
  link.name = joint.name;
  link.ends = {BodyPoint{joint.parent, first + (nearest - shortest) * axis},
               BodyPoint{joint.body, joint.at}};
  return link;
}

}  // namespace

std::vector<LinkView> list_links(const Scene& scene, const Motion& motion) {
  std::vector<LinkView> links = scene.links;
  const bool is_any = std::any_of(
      scene.joints.begin(), scene.joints.end(),
      [](const JointView& joint) { return joint.along.any() || !joint.in_plane.empty(); });
  if (!is_any || motion.poses.empty()) return links;
  const double shortest = kShortestPart * calc_machine_size(scene, motion);
  for (const JointView& joint : scene.joints) {
    if (joint.along.any()) {
      const Pose parent =
          joint.parent < 0 ? Pose() : motion.poses[0][static_cast<std::size_t>(joint.parent)];
      const Vector3<double> axis = parent.inverse().apply_to_vector(find_axis(joint, motion, 0));
      links.push_back(make_link(joint, joint.along, axis, motion, shortest));
    }
    for (const auto& [elements, direction] : joint.in_plane)
      links.push_back(make_link(joint, elements, direction, motion, shortest));
  }
  return links;
}

}  // namespace holon
