// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/mechanism/mechanism.h"

#include <Eigen/Geometry>
#include <algorithm>
#include "holon/base/errors.h"

namespace holon {

namespace {

constexpr bool kRotates = true, kTranslates = false;

FreedomInfo turn() {
  return {"angle", "rate", "acceleration", "torque", "", "about the axis", kRotates};
}

}  // namespace

const JointInfo& joint_info(JointType type) {
  static const JointInfo kFixed{"Fixed", 0, 0};
  static const JointInfo kRevolute{"Revolute", 1, 1, {turn()}};
  static const JointInfo kPrismatic{
      "Prismatic",
      1,
      1,
      {{"position", "speed", "acceleration", "force", "", "along the axis", kTranslates}}};
  static const JointInfo kScrew{"Screw", 1, 1, {turn()}};
  static const JointInfo kCylindrical{
      "Cylindrical",
      2,
      2,
      {{"angle", "rate", "angle_acceleration", "torque", "_angle", "about the axis", kRotates},
       {"position", "speed", "position_acceleration", "force", "_position", "along the axis",
        kTranslates}}};
  static const JointInfo kUniversal{
      "Universal",
      2,
      2,
      {{"angle1", "rate1", "acceleration1", "torque1", "1", "about 'axis'", kRotates},
       {"angle2", "rate2", "acceleration2", "torque2", "2", "about 'axis2'", kRotates}}};
  static const JointInfo kPlanar{
      "Planar",
      3,
      3,
      {{"x", "speed_x", "acceleration_x", "force_x", "_x", "along x", kTranslates},
       {"y", "speed_y", "acceleration_y", "force_y", "_y", "along y", kTranslates},
       {"angle", "rate", "acceleration_angle", "torque", "_angle", "about the axis", kRotates}}};
  static const JointInfo kSpherical{"Spherical", 4, 3};
  static const JointInfo kTranslation{"Translation", 3, 3};
  static const JointInfo kFree{"Free", 7, 6};
  static const JointInfo kDriven{"Frame", 7, 6};
  switch (type) {
    case JointType::revolute: return kRevolute;
    case JointType::prismatic: return kPrismatic;
    case JointType::screw: return kScrew;
    case JointType::cylindrical: return kCylindrical;
    case JointType::universal: return kUniversal;
    case JointType::planar: return kPlanar;
    case JointType::spherical: return kSpherical;
    case JointType::translation: return kTranslation;
    case JointType::free: return kFree;
    case JointType::driven: return kDriven;
    case JointType::fixed: break;
  }
  return kFixed;
}

std::array<Vector3<double>, 2> planar_directions(const Vector3<double>& normal) {
  // Closer to x than any drawing means anything but x.
  constexpr double kAlongX = 1e-9;
  Vector3<double> x = Vector3<double>::UnitX() - normal[0] * normal;
  if (x.norm() < kAlongX) x = Vector3<double>::UnitY() - normal[1] * normal;
  x.normalize();
  return {x, normal.cross(x)};
}

std::vector<JointMotion> joint_motions(const Mechanism::Joint& joint) {
  switch (joint.type) {
    case JointType::cylindrical:
      return {{JointType::prismatic, joint.axis, 1}, {JointType::revolute, joint.axis, 0}};
    case JointType::universal:
      return {{JointType::revolute, joint.axis, 0}, {JointType::revolute, joint.axis2, 1}};
    case JointType::planar: {
      const auto [x, y] = planar_directions(joint.axis);
      return {{JointType::prismatic, x, 0},
              {JointType::prismatic, y, 1},
              {JointType::revolute, joint.axis, 2}};
    }
    default: return {{joint.type, joint.axis, 0}};
  }
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

}  // namespace holon
