// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/test/closed_mechanism.h"

#include "holon/base/matrices.h"
#include "holon/mechanics/parts/bodies/rigid_body.h"
#include "holon/mechanics/parts/joints/cylindrical.h"
#include "holon/mechanics/parts/joints/fixed.h"
#include "holon/mechanics/parts/joints/free.h"
#include "holon/mechanics/parts/joints/pin_in_slot.h"
#include "holon/mechanics/parts/joints/planar.h"
#include "holon/mechanics/parts/joints/prismatic.h"
#include "holon/mechanics/parts/joints/revolute.h"
#include "holon/mechanics/parts/joints/screw.h"
#include "holon/mechanics/parts/joints/spherical.h"
#include "holon/mechanics/parts/joints/universal.h"

namespace holon::test {
namespace {

Vector3<Expr> expr(const Vector3d& v) { return {v[0], v[1], v[2]}; }
Rotation<Expr> expr(const Matrix3d& R) {
  const Eigen::Quaterniond q(R);
  return {q.w(), q.x(), q.y(), q.z()};
}

}  // namespace

ClosedMechanism close_loops(RandomMechanism& random, const RandomOptions& options,
                            const std::vector<JointType>& types) {
  ClosedMechanism c;
  Mechanism& m = c.mechanism;
  m = random.make(options);
  c.states = random.state(m);
  c.tree_joints = m.joints.size();
  const DenseResult at = solve_dense(m, c.states);
  struct Side {
    std::size_t body;
    Vector3d p;  // in the world
  };
  std::vector<std::array<Side, 2>> sides;
  std::vector<Matrix3d> axes;  // R_WJ
  std::vector<RelativeMotion> motions;
  for (std::size_t k = 0; k < types.size(); ++k) {
    Mechanism::Joint joint;
    joint.name = "close" + std::to_string(k);
    joint.type = types[k];
    joint.axis = random.axis(options.aligned_only);
    if (joint.type == JointType::universal) {
      do {
        joint.axis2 = random.axis(options.aligned_only);
      } while (std::abs(joint.axis.dot(joint.axis2)) > 0.9);
    }
    if (joint.type == JointType::screw) joint.pitch = random.uniform(-0.3, 0.3);
    const int first = random.pick(options.bodies);
    int second = random.pick(options.bodies - 1);
    if (second >= first) ++second;
    const auto A = static_cast<std::size_t>(first), B = static_cast<std::size_t>(second);
    JointState state;
    const JointInfo& info = joint_info(joint.type);
    for (int i = 0; i < info.q; ++i) state.q.push_back(random.uniform(-1.5, 1.5));
    if (has_quaternion(joint.type)) Eigen::Map<Eigen::Vector4d>(state.q.data()).normalize();
    state.v.assign(static_cast<std::size_t>(info.v), 0.0);
    state.vdot = state.v;
    const Vector3d p = random.vector(0.7);
    const Matrix3d Q = number(random.rotation(options.aligned_only));
    const RelativeMotion rel = relative_motion(joint, state);
    const Matrix3d R_WJ = at.attitude[A] * Q;
    const Vector3d p_W = at.position[A] + at.attitude[A] * p;
    const Vector3d child_W = p_W + R_WJ * rel.offset;
    joint.parent = "body" + std::to_string(first) + ".close" + std::to_string(k);
    joint.child = "body" + std::to_string(second) + ".close" + std::to_string(k);
    m.add_frame({joint.parent, first, {expr(p), expr(Q)}});
    m.add_frame({joint.child,
                 second,
                 {expr(Vector3d(at.attitude[B].transpose() * (child_W - at.position[B]))),
                  expr(Matrix3d(at.attitude[B].transpose() * R_WJ * rel.R_JC))}});
    for (std::size_t f = 0; f < info.freedoms.size(); ++f) {
      if (!options.with_springs) break;
      joint.freedoms[f].stiffness = random.uniform(0.0, 5.0);
      joint.freedoms[f].rest = random.uniform(-1.0, 1.0);
      joint.freedoms[f].damping = random.uniform(0.0, 2.0);
      state.effort[f] = random.uniform(-2.0, 2.0);
    }
    sides.push_back({Side{A, p_W}, Side{B, child_W}});
    axes.push_back(R_WJ);
    motions.push_back(rel);
    m.joints.push_back(joint);
    c.states.push_back(state);
  }

  // G v = 0 for the rates of all joints: the twist between the sides, less the joint's freedoms.
  std::vector<std::pair<std::size_t, std::size_t>> rates;  // joint, rate
  for (std::size_t j = 0; j < c.states.size(); ++j) {
    for (std::size_t k = 0; k < c.states[j].v.size(); ++k) rates.emplace_back(j, k);
  }
  MatrixXd G = MatrixXd::Zero(6 * static_cast<Eigen::Index>(types.size()),
                              static_cast<Eigen::Index>(rates.size()));
  VectorXd v(G.cols());
  std::vector<JointState> one(c.states.begin(),
                              c.states.begin() + static_cast<std::ptrdiff_t>(c.tree_joints));
  Mechanism tree = m;
  tree.joints.resize(c.tree_joints);
  for (JointState& state : one) std::fill(state.v.begin(), state.v.end(), 0.0);
  for (Eigen::Index column = 0; column < G.cols(); ++column) {
    const auto [j, k] = rates[static_cast<std::size_t>(column)];
    v[column] = random.uniform(-2.0, 2.0);
    if (j >= c.tree_joints) {
      const std::size_t own = j - c.tree_joints;
      G.block<6, 1>(6 * static_cast<Eigen::Index>(own), column) =
          -motions[own].S.col(static_cast<Eigen::Index>(k));
      continue;
    }
    one[j].v[k] = 1.0;
    const DenseResult moved = solve_dense(tree, one);
    one[j].v[k] = 0.0;
    for (std::size_t own = 0; own < types.size(); ++own) {
      const auto& [A, B] = sides[own];
      const Vector3d wA = moved.angular_velocity[A.body], wB = moved.angular_velocity[B.body];
      const auto speed = [&](const Side& s) {
        return Vector3d(moved.velocity[s.body] +
                        moved.angular_velocity[s.body].cross(s.p - moved.position[s.body]));
      };
      const Vector3d slip = speed(B) - speed(A) - wA.cross(B.p - A.p);
      Vector6 twist;
      twist << axes[own].transpose() * (wB - wA), axes[own].transpose() * slip;
      G.block<6, 1>(6 * static_cast<Eigen::Index>(own), column) = twist;
    }
  }
  constexpr double kRank = 1e-13;
  c.independent = PivotedQr(G).rank(kRank) == G.rows();
  for (int round = 0; round < 2; ++round) v -= solve_least_squares(G, G * v, kRank);
  for (Eigen::Index column = 0; column < G.cols(); ++column) {
    const auto [j, k] = rates[static_cast<std::size_t>(column)];
    c.states[j].v[k] = v[column];
  }
  return c;
}

namespace detail_of_closed {

namespace {

Placement placement(const FramePlace& place) {
  Placement p;
  p.at = place.position;
  const Rotation<Expr>& R = place.rotation;
  p.rotate = Orientation::from_quaternion(R.w(), R.x(), R.y(), R.z());
  return p;
}

Axis axis(const Vector3d& a) { return {a[0], a[1], a[2]}; }

}  // namespace

}  // namespace detail_of_closed

Model make_model(const ClosedMechanism& c,
                 const std::function<bool(std::size_t joint)>& with_start) {
  using detail_of_closed::axis;
  using detail_of_closed::placement;
  const Mechanism& m = c.mechanism;
  Model model;
  model.world.gravity = m.gravity;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Mechanism::Body& body = m.bodies[b];
    RigidBody part{.mass = body.mass, .center_of_mass = body.center_of_mass};
    part.inertia = InertiaMatrix{{body.inertia.begin(), body.inertia.end()}};
    for (const Mechanism::Frame& frame : m.frames) {
      if (frame.body != static_cast<int>(b) || frame.name.find('.') == std::string::npos) continue;
      const std::string own = frame.name.substr(frame.name.find('.') + 1);
      if (own != "com") part.frames.add(own, placement(frame.place));
    }
    model.add<RigidBody>(body.name, part);
  }
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Mechanism::Joint& joint = m.joints[j];
    const JointState& s = c.states[j];
    const bool start = with_start(j);
    const auto& f = joint.freedoms;
    const auto effort = [&](std::size_t k) { return Expr(s.effort[k]); };
    const auto begin = [&](auto& part) {
      part.between = {joint.parent, joint.child};
      part.origin = placement(joint.origin);
      if constexpr (requires { part.axis; }) part.axis = axis(joint.axis);
    };
    const auto plain = [&](auto& part, auto&& own_effort) {
      begin(part);
      own_effort = effort(0);
      part.stiffness = f[0].stiffness;
      part.rest = f[0].rest;
      part.damping = f[0].damping;
    };
    const auto two = [&](auto& part) {  // an angle and a position
      begin(part);
      part.torque = effort(0);
      part.force = effort(1);
      part.stiffness_angle = f[0].stiffness;
      part.rest_angle = f[0].rest;
      part.damping_angle = f[0].damping;
      part.stiffness_position = f[1].stiffness;
      part.rest_position = f[1].rest;
      part.damping_position = f[1].damping;
      if (start)
        part.initial = {.angle = s.q[0], .rate = s.v[0], .position = s.q[1], .speed = s.v[1]};
    };
    switch (joint.type) {
      case JointType::revolute: {
        Revolute part;
        plain(part, part.torque);
        if (start) part.initial = {.angle = s.q[0], .rate = s.v[0]};
        model.add<Revolute>(joint.name, part);
        break;
      }
      case JointType::prismatic: {
        Prismatic part;
        plain(part, part.force);
        if (start) part.initial = {.position = s.q[0], .speed = s.v[0]};
        model.add<Prismatic>(joint.name, part);
        break;
      }
      case JointType::screw: {
        Screw part;
        plain(part, part.torque);
        part.pitch = joint.pitch;
        if (start) part.initial = {.angle = s.q[0], .rate = s.v[0]};
        model.add<Screw>(joint.name, part);
        break;
      }
      case JointType::cylindrical: {
        Cylindrical part;
        two(part);
        model.add<Cylindrical>(joint.name, part);
        break;
      }
      case JointType::pin_in_slot: {
        PinInSlot part;
        two(part);
        model.add<PinInSlot>(joint.name, part);
        break;
      }
      case JointType::universal: {
        Universal part;
        begin(part);
        part.axis2 = axis(joint.axis2);
        part.torque1 = effort(0);
        part.torque2 = effort(1);
        part.stiffness1 = f[0].stiffness;
        part.rest1 = f[0].rest;
        part.damping1 = f[0].damping;
        part.stiffness2 = f[1].stiffness;
        part.rest2 = f[1].rest;
        part.damping2 = f[1].damping;
        if (start) {
          part.initial = {.angle1 = s.q[0], .angle2 = s.q[1], .rate1 = s.v[0], .rate2 = s.v[1]};
        }
        model.add<Universal>(joint.name, part);
        break;
      }
      case JointType::planar: {
        Planar part;
        begin(part);
        part.force_x = effort(0);
        part.force_y = effort(1);
        part.torque = effort(2);
        part.stiffness_x = f[0].stiffness;
        part.rest_x = f[0].rest;
        part.damping_x = f[0].damping;
        part.stiffness_y = f[1].stiffness;
        part.rest_y = f[1].rest;
        part.damping_y = f[1].damping;
        part.stiffness_angle = f[2].stiffness;
        part.rest_angle = f[2].rest;
        part.damping_angle = f[2].damping;
        if (start) {
          part.initial = {.x = s.q[0],
                          .y = s.q[1],
                          .angle = s.q[2],
                          .speed_x = s.v[0],
                          .speed_y = s.v[1],
                          .rate = s.v[2]};
        }
        model.add<Planar>(joint.name, part);
        break;
      }
      case JointType::spherical: {
        Spherical part;
        begin(part);
        if (start) {
          part.initial.orientation = Orientation::from_quaternion(s.q[0], s.q[1], s.q[2], s.q[3]);
          part.initial.angular_velocity = Vector3<Expr>(s.v[0], s.v[1], s.v[2]);
        }
        model.add<Spherical>(joint.name, part);
        break;
      }
      case JointType::free: {
        Free part;
        begin(part);
        part.initial.orientation = Orientation::from_quaternion(s.q[0], s.q[1], s.q[2], s.q[3]);
        part.initial.angular_velocity = Vector3<Expr>(s.v[0], s.v[1], s.v[2]);
        part.initial.position = Vector3<Expr>(s.q[4], s.q[5], s.q[6]);
        part.initial.velocity = Vector3<Expr>(s.v[3], s.v[4], s.v[5]);
        model.add<Free>(joint.name, part);
        break;
      }
      default: {
        Fixed part;
        begin(part);
        model.add<Fixed>(joint.name, part);
      }
    }
  }
  return model;
}

std::vector<std::string> acceleration_names(const Mechanism::Joint& joint) {
  std::vector<std::string> names;
  for (const FreedomInfo& f : joint_info(joint.type).freedoms) {
    names.push_back(joint.name + "." + f.acceleration);
  }
  if (has_quaternion(joint.type)) names.push_back(joint.name + ".angular_acceleration");
  if (joint.type == JointType::free) names.push_back(joint.name + ".acceleration");
  return names;
}

}  // namespace holon::test
