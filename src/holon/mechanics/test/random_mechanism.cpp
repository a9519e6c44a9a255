// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/test/random_mechanism.h"

namespace holon::test {

Vector3d RandomMechanism::vector(double size) {
  return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
}

Rotation<Expr> RandomMechanism::rotation(bool quarter_turns) {
  if (quarter_turns) {
    const double h = std::sqrt(0.5);
    switch (pick(4)) {
      case 0: return {};
      case 1: return {h, h, 0.0, 0.0};
      case 2: return {h, 0.0, -h, 0.0};
      default: return {h, 0.0, 0.0, h};
    }
  }
  const Eigen::Quaterniond q =
      Eigen::Quaterniond(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))
          .normalized();
  return {q.w(), q.x(), q.y(), q.z()};
}

Mechanism::Body RandomMechanism::body(const std::string& name) {
  Mechanism::Body b;
  b.name = name;
  b.mass = uniform(0.2, 3.0);
  b.center_of_mass = expr(vector(0.5));
  Matrix3d S = Matrix3d::Zero();
  for (int k = 0; k < 4; ++k) {
    const Vector3d r = vector(0.4);
    S += 0.25 * b.mass.value() * r * r.transpose();
  }
  const Matrix3d I = S.trace() * Matrix3d::Identity() - S;
  b.inertia = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  return b;
}

Mechanism RandomMechanism::make(const RandomOptions& options) {
  Mechanism m;
  m.gravity = expr(vector(10.0));
  for (int b = 0; b < options.bodies; ++b) {
    const std::string name = "body" + std::to_string(b);
    const int index = m.add_body(body(name));
    for (const char* frame : {"in", "out"}) {
      m.add_frame({name + "." + frame, index, {expr(vector(0.7)), rotation(options.aligned_only)}});
    }
    Mechanism::Joint joint;
    joint.name = "joint" + std::to_string(b);
    int parent = options.chain ? b - 1 : pick(b + 1) - 1;
    if (options.chain || pick(4) > 0) parent = std::max(parent, b > 2 ? b - 3 + pick(3) : parent);
    if (options.chain) parent = b - 1;
    joint.parent = parent < 0 ? "world" : "body" + std::to_string(parent) + ".out";
    joint.child = name + ".in";
    joint.type = joint_type(options, parent >= 0);
    joint.axis = axis(options.aligned_only);
    if (joint.type == JointType::universal) {
      do {
        joint.axis2 = axis(options.aligned_only);
      } while (std::abs(joint.axis.dot(joint.axis2)) > 0.9);
    }
    if (joint.type == JointType::screw) joint.pitch = uniform(-0.3, 0.3);
    if (pick(2)) joint.origin = {expr(vector(0.5)), rotation(options.aligned_only)};
    for (std::size_t k = 0; k < joint_info(joint.type).freedoms.size(); ++k) {
      Mechanism::Freedom& f = joint.freedoms[k];
      if (options.with_springs && pick(2)) {
        f.stiffness = uniform(0.0, 5.0);
        f.rest = uniform(-1.0, 1.0);
      }
      if (options.with_springs && pick(2)) f.damping = uniform(0.0, 2.0);
      if (options.with_motion && pick(8) == 0) f.motion.emplace();
    }
    if (options.with_frames && pick(8) == 0) {
      joint.parent = drive(m, "frame" + std::to_string(b), joint.parent);
    }
    if (pick(4) == 0) std::swap(joint.parent, joint.child);
    m.joints.push_back(joint);
  }
  if (options.with_wrenches) {
    for (int k = 0; k < options.bodies / 3; ++k) {
      Mechanism::Wrench w;
      w.name = "wrench" + std::to_string(k);
      w.on = "body" + std::to_string(pick(options.bodies)) + (pick(2) ? ".out" : "");
      if (pick(2)) w.axes = "body" + std::to_string(pick(options.bodies)) + ".in";
      w.force = expr(vector(3.0));
      w.torque = expr(vector(1.0));
      m.wrenches.push_back(w);
    }
  }
  return m;
}

JointType RandomMechanism::joint_type(const RandomOptions& options, bool inside) {
  const int kind = pick(options.simple_only ? 10 : 16);
  if (kind == 8 && options.with_fixed) return JointType::fixed;
  if (kind == 9 && (!inside || options.with_free_inside)) return JointType::free;
  if (kind < 5) return JointType::revolute;
  constexpr JointType kOthers[6] = {JointType::screw,     JointType::cylindrical,
                                    JointType::universal, JointType::planar,
                                    JointType::spherical, JointType::pin_in_slot};
  return kind < 10 ? JointType::prismatic : kOthers[kind - 10];
}

Vector3d RandomMechanism::axis(bool aligned_only) {
  const int kind = pick(aligned_only ? 6 : 9);
  Vector3d a = kind < 3   ? Vector3d(Vector3d::Unit(kind))
               : kind < 6 ? Vector3d(-Vector3d::Unit(kind - 3))
                          : vector(1.0).normalized();
  if (kind == 8) {  // in a coordinate plane
    a[pick(3)] = 0.0;
    a.normalize();
  }
  return a;
}

std::string RandomMechanism::drive(Mechanism& m, const std::string& name, const std::string& in) {
  m.add_driven_frame(name, in, Mechanism::Drive{});
  if (pick(2)) std::swap(m.joints.back().parent, m.joints.back().child);
  m.joints.back().origin = {expr(vector(0.5)), rotation(false)};
  return name;
}

std::vector<JointState> RandomMechanism::state(const Mechanism& m) {
  std::vector<JointState> states;
  for (const Mechanism::Joint& joint : m.joints) {
    JointState s;
    const JointInfo& info = joint_info(joint.type);
    for (int k = 0; k < info.q; ++k) s.q.push_back(uniform(-2.0, 2.0));
    for (int k = 0; k < info.v; ++k) s.v.push_back(uniform(-2.0, 2.0));
    if (has_quaternion(joint.type)) Eigen::Map<Eigen::Vector4d>(s.q.data()).normalize();
    s.vdot.resize(s.v.size());
    for (double& change : s.vdot) change = uniform(-3.0, 3.0);
    for (std::size_t k = 0; k < info.freedoms.size(); ++k) {
      if (!joint.freedoms[k].motion) s.effort[k] = uniform(-2.0, 2.0);
    }
    states.push_back(s);
  }
  return states;
}

}  // namespace holon::test
