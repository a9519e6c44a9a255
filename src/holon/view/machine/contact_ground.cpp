// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/machine/contact_ground.h"

#include <algorithm>
#include <cmath>

#include "holon/view/machine/link_glyphs.h"
#include "holon/view/machine/machine_marks.h"

namespace holon {
namespace {

/// A plane of the world, with the range of its coordinates over which spheres move.
struct GroundPlane {
  Vector3<double> origin, normal;
  Rotation<double> turn;  // z onto the normal
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  double radius = 0;
};

bool is_same(const GroundPlane& plane, const ContactView& contact) {
  constexpr double kSame = 1e-9;
  return (plane.normal - contact.normal).norm() < kSame &&
         std::abs((plane.origin - contact.ground.at).dot(plane.normal)) < kSame;
}

}  // namespace

std::vector<GroundPatch> find_ground(const Scene& scene, const Motion& motion) {
  std::vector<GroundPlane> planes;
  for (const ContactView& contact : scene.contacts) {
    if (contact.ground.body >= 0) continue;
    auto plane = std::find_if(planes.begin(), planes.end(),
                              [&](const GroundPlane& one) { return is_same(one, contact); });
    if (plane == planes.end()) {
      planes.push_back({contact.ground.at, contact.normal,
                        Rotation<double>::from_to({0, 0, 1}, contact.normal)});
      plane = planes.end() - 1;
    }
    plane->radius = std::max(plane->radius, contact.radius);
    for (std::size_t k = 0; k < motion.times.size(); ++k) {
      const Vector3<double> p =
          plane->turn.inverse() * (find_place(contact.sphere, motion, k) - plane->origin);
      for (int i = 0; i < 2; ++i) {
        plane->low[i] = std::min(plane->low[i], p[i]);
        plane->high[i] = std::max(plane->high[i], p[i]);
      }
    }
  }
  std::vector<GroundPatch> patches;
  for (const GroundPlane& plane : planes) {
    constexpr double kRoom = 0.12, kRadii = 1.5;
    const double span = std::max(plane.high[0] - plane.low[0], plane.high[1] - plane.low[1]);
    const double room = std::max(kRoom * span, kRadii * plane.radius);
    const auto corner = [&](bool right, bool far) -> Vector3<double> {
      return plane.origin +
             plane.turn * Vector3<double>(right ? plane.high[0] + room : plane.low[0] - room,
                                          far ? plane.high[1] + room : plane.low[1] - room, 0.0);
    };
    patches.push_back(
        {corner(false, false), corner(true, false), corner(true, true), corner(false, true)});
  }
  return patches;
}

void draw_ground(SvgWriter& svg, const Scene& scene, const Motion& motion, const Camera& camera) {
  constexpr double kEdge = 3;  // [px] a flatter surface is drawn as a line
  for (const GroundPatch& patch : find_ground(scene, motion)) {
    std::vector<Projected> corners;
    for (const Vector3<double>& corner : patch) corners.push_back(camera.project(corner));
    const auto [left, right] =
        std::minmax_element(corners.begin(), corners.end(),
                            [](const Projected& a, const Projected& b) { return a.x < b.x; });
    double off = 0;  // the line from the leftmost corner to the rightmost
    const double dx = right->x - left->x, dy = right->y - left->y, length = std::hypot(dx, dy);
    for (const Projected& c : corners)
      off = std::max(
          off, std::abs((c.x - left->x) * dy - (c.y - left->y) * dx) / std::max(length, 1e-9));
    if (off < kEdge) {
      draw_hatched(svg, left->x, left->y, right->x, right->y);
      continue;
    }
    SvgPath outline;
    outline.move(corners[0].x, corners[0].y);
    for (std::size_t k = 1; k < corners.size(); ++k) outline.line(corners[k].x, corners[k].y);
    outline.close();
    svg.element(
        "path",
        "fill=\"#f1f1ef\" stroke=\"#a6a6a6\" stroke-width=\"0.9\" stroke-linejoin=\"round\"" +
            svg_attribute("d", outline.data()));
  }
}

}  // namespace holon
