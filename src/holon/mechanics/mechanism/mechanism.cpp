// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/mechanism.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "holon/base/errors.h"

namespace holon {

std::array<Vector3<double>, 2> planar_directions(const Vector3<double>& normal) {
  // Closer to x than any drawing means anything but x.
  constexpr double kAlongX = 1e-9;
  Vector3<double> x = Vector3<double>::UnitX() - normal[0] * normal;
  if (x.norm() < kAlongX) x = Vector3<double>::UnitY() - normal[1] * normal;
  x.normalize();
  return {x, normal.cross(x)};
}

Vector3<Expr> Mechanism::Body::calc_modal_moment() const {
  Vector3<Expr> S{0.0, 0.0, 0.0};
  for (const Mode& mode : modes) S += mode.displacement * mode.translation;
  return S;
}

bool Mechanism::Body::has_eliminated_modes() const {
  return std::any_of(modes.begin(), modes.end(),
                     [](const Mode& mode) { return !mode.acceleration; });
}

int Mechanism::add_body(Body body) {
  const int index = static_cast<int>(bodies.size());
  add_frame({body.name, index, {}});
  add_frame({body.name + ".com", index, {body.center_of_mass, {}}});
  bodies.push_back(std::move(body));
  return index;
}

int Mechanism::add_driven_frame(std::string name, std::string in, Drive drive, ReportError report) {
  Body body;
  body.name = name;
  body.is_frame = true;
  body.report = report;
  Joint joint;
  joint.name = name;
  joint.type = JointType::driven;
  joint.parent = std::move(in);
  joint.child = std::move(name);
  joint.drive = std::move(drive);
  joint.report = std::move(report);
  joints.push_back(std::move(joint));
  return add_body(std::move(body));
}

void Mechanism::add_frame(Frame frame) {
  const bool is_new = frame_index_.emplace(frame.name, static_cast<int>(frames.size())).second;
  HOLON_CHECK(is_new, "frame '" + frame.name + "' appears twice");
  frames.push_back(std::move(frame));
}

int Mechanism::find_frame(const std::string& name) const {
  if (name == "world") return kWorld;
  const auto it = frame_index_.find(name);
  return it == frame_index_.end() ? kNoFrame : it->second;
}

int Mechanism::find_body(const std::string& frame) const {
  const int index = find_frame(frame);
  return index < 0 ? kWorld : frames[static_cast<std::size_t>(index)].body;
}

int Mechanism::find_drive(const std::string& frame) const {
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j].name == frame && joints[j].drive) return static_cast<int>(j);
  return -1;
}

}  // namespace holon
