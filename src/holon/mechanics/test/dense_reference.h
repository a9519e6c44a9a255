// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "holon/mechanics/mechanism.h"

/// An independent way to the accelerations of a mechanism: absolute accelerations of every body and
/// a multiplier for every direction in which a joint holds, in one dense system
///   [M Gᵀ; G 0] [a; λ] = [forces; −bias]
/// in world axes. Shares nothing with the formulations but the description of the mechanism.
namespace holon::test {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Coordinates and rates of one joint, as JointType says.
struct JointState {
  std::vector<double> q, v;
  double effort = 0.0;
  double vdot = 0.0;  ///< of a prescribed joint
};

struct DenseResult {
  std::vector<std::vector<double>> vdot;  ///< by joint
  std::vector<Vector3d> force, torque;    ///< by joint: parent on child at the child's frame
  std::vector<Vector3d> position, velocity, acceleration;  ///< of body frames
  std::vector<Vector3d> angular_velocity, angular_acceleration;
  std::vector<Matrix3d> attitude;
  double kinetic = 0.0, potential = 0.0;
  Vector3d momentum = Vector3d::Zero(), angular_momentum = Vector3d::Zero();
};

inline Vector3d number(const Vector3<Expr>& v) {
  return {v[0].value(), v[1].value(), v[2].value()};
}
inline Matrix3d matrix_of(double w, double x, double y, double z) {
  return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
}
inline Matrix3d number(const Rotation<Expr>& R) {
  return matrix_of(R.w().value(), R.x().value(), R.y().value(), R.z().value());
}
inline Matrix3d skew(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return m;
}

/// Joints must be listed such that, going through them in order, one of their bodies is placed
/// already (the world is from the start).
class DenseReference {
 public:
  DenseReference(const Mechanism& mechanism, const std::vector<JointState>& joints)
      : mechanism_(mechanism), joints_(joints), bodies_(mechanism.bodies.size() + 1) {}

  DenseResult run() {
    bodies_[0].placed = true;
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) place(j);
    solve();
    return result_;
  }

 private:
  struct Body {
    bool placed = false;
    Vector3d p = Vector3d::Zero(), v = Vector3d::Zero(), w = Vector3d::Zero();
    Matrix3d R = Matrix3d::Identity();
  };
  struct End {
    std::size_t body;
    Vector3d p;  // in the body
    Matrix3d R;
  };
  struct Kinematics {
    Vector3d e;       // joint axis in the world
    Vector3d offset;  // child point from the parent's joint frame, world axes
    Vector3d slip;    // relative velocity of the child point, world axes
    Vector3d spin;    // relative angular velocity, world axes
    Matrix3d R_WJ;
  };

  End end_of(const std::string& name) const {
    const int index = mechanism_.find_frame(name);
    if (index < 0) return {0, Vector3d::Zero(), Matrix3d::Identity()};
    const Mechanism::Frame& f = mechanism_.frames[static_cast<std::size_t>(index)];
    return {static_cast<std::size_t>(f.body + 1), number(f.place.position),
            number(f.place.rotation)};
  }

  End parent_end(const Mechanism::Joint& joint) const {
    End end = end_of(joint.parent);
    end.p += end.R * number(joint.origin.position);
    end.R = (end.R * number(joint.origin.rotation)).eval();
    return end;
  }

  void place(std::size_t j) {
    const Mechanism::Joint& joint = mechanism_.joints[j];
    const JointState& state = joints_[j];
    const End P = parent_end(joint), C = end_of(joint.child);
    const Vector3d axis = joint.axis;
    Matrix3d R_JC = Matrix3d::Identity();
    Vector3d offset = Vector3d::Zero(), slip = offset, spin = offset;  // in joint axes
    switch (joint.type) {
      case JointType::revolute:
        R_JC = Eigen::AngleAxisd(state.q[0], axis).toRotationMatrix();
        spin = axis * state.v[0];
        break;
      case JointType::prismatic:
        offset = axis * state.q[0];
        slip = axis * state.v[0];
        break;
      case JointType::free:
        R_JC = matrix_of(state.q[0], state.q[1], state.q[2], state.q[3]);
        offset = {state.q[4], state.q[5], state.q[6]};
        spin = R_JC * Vector3d(state.v[0], state.v[1], state.v[2]);
        slip = {state.v[3], state.v[4], state.v[5]};
        break;
      case JointType::translation:
        offset = {state.q[0], state.q[1], state.q[2]};
        slip = {state.v[0], state.v[1], state.v[2]};
        break;
      case JointType::fixed: break;
    }
    Body& parent = bodies_[P.body];
    Body& child = bodies_[C.body];
    if (parent.placed) {
      const Matrix3d R_WJ = parent.R * P.R;
      child.R = R_WJ * R_JC * C.R.transpose();
      const Vector3d at = parent.p + parent.R * P.p + R_WJ * offset;
      child.p = at - child.R * C.p;
      child.w = parent.w + R_WJ * spin;
      const Vector3d v_at = parent.v + parent.w.cross(at - parent.p) + R_WJ * slip;
      child.v = v_at + child.w.cross(child.p - at);
      child.placed = true;
    } else {
      const Matrix3d R_WJ = child.R * C.R * R_JC.transpose();
      parent.R = R_WJ * P.R.transpose();
      const Vector3d at = child.p + child.R * C.p;
      parent.p = at - R_WJ * offset - parent.R * P.p;
      parent.w = child.w - R_WJ * spin;
      const Vector3d v_at = child.v + child.w.cross(at - child.p) - R_WJ * slip;
      parent.v = v_at + parent.w.cross(parent.p - at);
      parent.placed = true;
    }
    const Matrix3d R_WJ = parent.R * P.R;
    kinematics_.push_back({R_WJ * axis, R_WJ * offset, R_WJ * slip, R_WJ * spin, R_WJ});
  }

  /// Rows of a joint: relative acceleration of the point and of rotation along directions.
  void solve() {
    const auto n = static_cast<Eigen::Index>(mechanism_.bodies.size());
    struct Row {
      std::size_t joint;
      bool turns;
      Vector3d direction;
      double right;  // wanted relative acceleration along it
    };
    std::vector<Row> rows;
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      const Mechanism::Joint& joint = mechanism_.joints[j];
      if (joint.type == JointType::free || joint.type == JointType::translation) {
        if (joint.type == JointType::translation) {
          for (int k = 0; k < 3; ++k) rows.push_back({j, true, Vector3d::Unit(k), 0.0});
        }
        continue;
      }
      const Vector3d e = kinematics_[j].e;
      const Vector3d b = e.unitOrthogonal(), c = e.cross(b);
      const bool held = joint.type == JointType::fixed || joint.freedom.motion.has_value();
      for (const Vector3d& d : {b, c}) {
        rows.push_back({j, false, d, 0.0});
        rows.push_back({j, true, d, 0.0});
      }
      const bool motion = joint.freedom.motion.has_value();
      if (held || joint.type == JointType::revolute) {
        rows.push_back(
            {j, false, e, joint.type == JointType::prismatic && motion ? joints_[j].vdot : 0.0});
      }
      if (held || joint.type == JointType::prismatic) {
        rows.push_back(
            {j, true, e, joint.type == JointType::revolute && motion ? joints_[j].vdot : 0.0});
      }
    }
    const auto m = static_cast<Eigen::Index>(rows.size());
    MatrixXd K = MatrixXd::Zero(6 * n + m, 6 * n + m);
    VectorXd right = VectorXd::Zero(6 * n + m);
    const Vector3d gravity = number(mechanism_.gravity);
    for (Eigen::Index b = 0; b < n; ++b) {  // unknowns: acceleration of the body's origin, alpha
      const Mechanism::Body& data = mechanism_.bodies[static_cast<std::size_t>(b)];
      const Body& body = bodies_[static_cast<std::size_t>(b) + 1];
      const double mass = data.mass.value();
      const Vector3d c = body.R * number(data.center_of_mass);
      Matrix3d I;
      const auto& e = data.inertia;
      I << e[0].value(), e[3].value(), e[4].value(), e[3].value(), e[1].value(), e[5].value(),
          e[4].value(), e[5].value(), e[2].value();
      I = (body.R * I * body.R.transpose()).eval();
      const Vector3d centrifugal = mass * body.w.cross(body.w.cross(c));
      const Vector3d gyro = body.w.cross(I * body.w);
      K.block<3, 3>(6 * b, 6 * b) = mass * Matrix3d::Identity();
      K.block<3, 3>(6 * b, 6 * b + 3) = -mass * skew(c);
      K.block<3, 3>(6 * b + 3, 6 * b) = mass * skew(c);
      K.block<3, 3>(6 * b + 3, 6 * b + 3) = I - mass * skew(c) * skew(c);
      right.segment<3>(6 * b) = mass * gravity - centrifugal;
      right.segment<3>(6 * b + 3) = c.cross(mass * gravity - centrifugal) - gyro;
      const Vector3d v = body.v + body.w.cross(c);
      result_.kinetic += 0.5 * mass * v.squaredNorm() + 0.5 * body.w.dot(I * body.w);
      result_.potential -= mass * gravity.dot(body.p + c);
      result_.momentum += mass * v;
      result_.angular_momentum += (body.p + c).cross(mass * v) + I * body.w;
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) add_effort(j, right);
    for (const Mechanism::Wrench& w : mechanism_.wrenches) add_wrench(w, right);
    for (Eigen::Index r = 0; r < m; ++r) {
      const Row& row = rows[static_cast<std::size_t>(r)];
      const Mechanism::Joint& joint = mechanism_.joints[row.joint];
      const Kinematics& kin = kinematics_[row.joint];
      const std::size_t P = parent_end(joint).body, C = end_of(joint.child).body;
      const Body &parent = bodies_[P], &child = bodies_[C];
      const Vector3d at = child.p + child.R * end_of(joint.child).p;
      const Vector3d rp = at - parent.p, rc = at - child.p;
      const auto fill = [&](std::size_t body, double sign, const Vector3d& arm) {
        if (body == 0) return;
        const Eigen::Index at_row = 6 * n + r,
                           at_column = 6 * (static_cast<Eigen::Index>(body) - 1);
        const Vector3d d = sign * row.direction;
        if (!row.turns) {
          K.block<1, 3>(at_row, at_column) += d.transpose();
          K.block<1, 3>(at_row, at_column + 3) += arm.cross(d).transpose();
        } else {
          K.block<1, 3>(at_row, at_column + 3) += d.transpose();
        }
      };
      fill(C, 1.0, rc);
      fill(P, -1.0, rp);
      Vector3d bias;  // of the relative acceleration
      if (row.turns) {
        bias = -parent.w.cross(kin.spin);
      } else {
        bias = child.w.cross(child.w.cross(rc)) - parent.w.cross(parent.w.cross(rp)) -
               2 * parent.w.cross(kin.slip);
      }
      right[6 * n + r] = row.right - row.direction.dot(bias);
      K.block(0, 6 * n + r, 6 * n, 1) = K.block(6 * n + r, 0, 1, 6 * n).transpose();
    }
    const VectorXd x = K.fullPivLu().solve(right);
    read(x, n);
    result_.force.assign(mechanism_.joints.size(), Vector3d::Zero());
    result_.torque = result_.force;
    for (Eigen::Index r = 0; r < m; ++r) {
      const Row& row = rows[static_cast<std::size_t>(r)];
      (row.turns ? result_.torque : result_.force)[row.joint] -= x[6 * n + r] * row.direction;
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {  // the whole wrench
      const double u = effort_[j];
      if (mechanism_.joints[j].type == JointType::revolute)
        result_.torque[j] += u * kinematics_[j].e;
      if (mechanism_.joints[j].type == JointType::prismatic)
        result_.force[j] += u * kinematics_[j].e;
    }
  }

  void add_effort(std::size_t j, VectorXd& right) {
    const Mechanism::Joint& joint = mechanism_.joints[j];
    effort_.push_back(0.0);
    if (joint_info(joint.type).v != 1 || joint.freedom.motion) return;
    const Mechanism::Freedom& f = joint.freedom;
    effort_[j] = joints_[j].effort - f.stiffness.value() * (joints_[j].q[0] - f.rest.value()) -
                 f.damping.value() * joints_[j].v[0];
    const Vector3d along = effort_[j] * kinematics_[j].e;
    const End P = parent_end(joint), C = end_of(joint.child);
    const Vector3d at = bodies_[C.body].p + bodies_[C.body].R * C.p;
    const bool turns = joint.type == JointType::revolute;
    apply(C.body, at, turns ? Vector3d::Zero().eval() : along,
          turns ? along : Vector3d::Zero().eval(), right);
    apply(P.body, at, turns ? Vector3d::Zero().eval() : Vector3d(-along),
          turns ? Vector3d(-along) : Vector3d::Zero().eval(), right);
  }

  void add_wrench(const Mechanism::Wrench& w, VectorXd& right) {
    const End on = end_of(w.on), axes = end_of(w.axes);
    const Matrix3d R = bodies_[axes.body].R * axes.R;
    const Vector3d at = bodies_[on.body].p + bodies_[on.body].R * on.p;
    apply(on.body, at, R * number(w.force), R * number(w.torque), right);
  }

  void apply(std::size_t body, const Vector3d& at, const Vector3d& force, const Vector3d& torque,
             VectorXd& right) const {
    if (body == 0) return;
    const auto row = 6 * (static_cast<Eigen::Index>(body) - 1);
    right.segment<3>(row) += force;
    right.segment<3>(row + 3) += torque + (at - bodies_[body].p).cross(force);
  }

  void read(const VectorXd& x, Eigen::Index n) {
    std::vector<Vector3d> a(bodies_.size(), Vector3d::Zero()), alpha = a;
    for (Eigen::Index b = 0; b < n; ++b) {
      const auto k = static_cast<std::size_t>(b) + 1;
      a[k] = x.segment<3>(6 * b);
      alpha[k] = x.segment<3>(6 * b + 3);
      result_.position.push_back(bodies_[k].p);
      result_.velocity.push_back(bodies_[k].v);
      result_.acceleration.push_back(a[k]);
      result_.angular_velocity.push_back(bodies_[k].w);
      result_.angular_acceleration.push_back(alpha[k]);
      result_.attitude.push_back(bodies_[k].R);
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      const Mechanism::Joint& joint = mechanism_.joints[j];
      const Kinematics& kin = kinematics_[j];
      const std::size_t P = parent_end(joint).body, C = end_of(joint.child).body;
      const Body &parent = bodies_[P], &child = bodies_[C];
      const Vector3d at = child.p + child.R * end_of(joint.child).p;
      const Vector3d rp = at - parent.p, rc = at - child.p;
      const Vector3d turn = alpha[C] - alpha[P] - parent.w.cross(kin.spin);
      const Vector3d shift = a[C] + alpha[C].cross(rc) + child.w.cross(child.w.cross(rc)) - a[P] -
                             alpha[P].cross(rp) - parent.w.cross(parent.w.cross(rp)) -
                             2 * parent.w.cross(kin.slip);
      std::vector<double> vdot;
      if (joint.type == JointType::revolute) vdot = {kin.e.dot(turn)};
      if (joint.type == JointType::prismatic) vdot = {kin.e.dot(shift)};
      if (joint.type == JointType::translation || joint.type == JointType::free) {
        const Vector3d p = kin.R_WJ.transpose() * shift;
        if (joint.type == JointType::free) {
          const Matrix3d R_WC = child.R * end_of(joint.child).R;
          const Vector3d w = R_WC.transpose() * turn;
          vdot = {w[0], w[1], w[2]};
        }
        vdot.insert(vdot.end(), {p[0], p[1], p[2]});
      }
      result_.vdot.push_back(vdot);
    }
  }

  const Mechanism& mechanism_;
  const std::vector<JointState>& joints_;
  std::vector<Body> bodies_;  // 0: the world
  std::vector<Kinematics> kinematics_;
  std::vector<double> effort_;
  DenseResult result_;
};

inline DenseResult solve_dense(const Mechanism& mechanism, const std::vector<JointState>& joints) {
  return DenseReference(mechanism, joints).run();
}

}  // namespace holon::test
