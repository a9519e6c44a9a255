// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/test/dense_reference.h"

#include <algorithm>
#include <cmath>

#include "holon/base/matrices.h"

namespace holon::test {
namespace {

Vector6 twist(const Vector3d& rotation, const Vector3d& translation) {
  Vector6 t;
  t << rotation, translation;
  return t;
}

/// (SᵀS)⁻¹
MatrixXd invert_gram(const MatrixXd& S) {
  const MatrixXd gram = S.transpose() * S;
  return solve_by_lu(gram, MatrixXd(MatrixXd::Identity(gram.rows(), gram.cols())));
}

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
    RelativeMotion rel;
    Vector3d slip;  // relative velocity of the child point, world axes
    Vector3d spin;  // relative angular velocity, world axes
    Matrix3d R_WJ;
    Matrix6X S, held, driven;  // in world axes: all, their complement, those prescribed
    VectorXd driven_vdot;
    Vector6 bias;
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
    const RelativeMotion rel = relative_motion(joint, state);
    const Matrix3d& R_JC = rel.R_JC;
    const Vector3d& offset = rel.offset;
    Vector6 rate = Vector6::Zero();
    for (Eigen::Index k = 0; k < rel.S.cols(); ++k) {
      rate += rel.S.col(k) * state.v[static_cast<std::size_t>(k)];
    }
    const Vector3d spin = rate.head<3>(), slip = rate.tail<3>();  // in joint axes
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
    Eigen::Matrix<double, 6, 6> turn = Eigen::Matrix<double, 6, 6>::Zero();
    turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = R_WJ;
    Kinematics kin{rel, R_WJ * slip, R_WJ * spin, R_WJ, turn * rel.S, {}, {}, {}, turn * rel.bias};
    const Eigen::Index n = kin.S.cols();
    if (n == 0) {
      kin.held = Eigen::Matrix<double, 6, 6>::Identity();
      kin.driven.resize(6, 0);
      kinematics_.push_back(kin);
      return;
    }
    // What the joint constrains: all that is orthogonal to its freedoms.
    kin.held = PivotedQr(kin.S).Q().rightCols(6 - n);
    const auto given = std::count(rel.prescribed.begin(), rel.prescribed.end(), true);
    // The dual basis, so that each row gives one rate.
    const MatrixXd dual = kin.S * invert_gram(kin.S);
    kin.driven.resize(6, given);
    kin.driven_vdot.resize(given);
    for (Eigen::Index c = 0, at = 0; c < n; ++c) {
      if (!rel.prescribed[static_cast<std::size_t>(c)]) continue;
      kin.driven.col(at) = dual.col(c);
      kin.driven_vdot[at++] = state.vdot.at(static_cast<std::size_t>(c));
    }
    kinematics_.push_back(kin);
  }

  /// Rows of a joint: relative acceleration of rotation and of the child point along directions.
  void solve() {
    const auto n = static_cast<Eigen::Index>(mechanism_.bodies.size());
    struct Row {
      std::size_t joint;
      Vector6 direction;
      double right;  // wanted relative acceleration along it
    };
    std::vector<Row> rows;
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      const Kinematics& kin = kinematics_[j];
      for (Eigen::Index c = 0; c < kin.held.cols(); ++c) {
        rows.push_back({j, kin.held.col(c), kin.held.col(c).dot(kin.bias)});
      }
      for (Eigen::Index c = 0; c < kin.driven.cols(); ++c) {
        rows.push_back(
            {j, kin.driven.col(c), kin.driven_vdot[c] + kin.driven.col(c).dot(kin.bias)});
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
        const Vector3d turn = sign * row.direction.head<3>(), d = sign * row.direction.tail<3>();
        K.block<1, 3>(at_row, at_column) += d.transpose();
        K.block<1, 3>(at_row, at_column + 3) += (turn + arm.cross(d)).transpose();
      };
      fill(C, 1.0, rc);
      fill(P, -1.0, rp);
      // Of the relative acceleration, in axes that turn with the parent.
      const Vector6 bias = twist(-parent.w.cross(kin.spin), child.w.cross(child.w.cross(rc)) -
                                                                parent.w.cross(parent.w.cross(rp)) -
                                                                2 * parent.w.cross(kin.slip));
      right[6 * n + r] = row.right - row.direction.dot(bias);
      K.block(0, 6 * n + r, 6 * n, 1) = K.block(6 * n + r, 0, 1, 6 * n).transpose();
    }
    constexpr double kRank = 1e-14;
    VectorXd x = solve_least_squares(K, right, kRank);
    // The rounding error of the solution, which grows with the condition of the linkage, is taken
    // away by its residual in extended precision (iterative refinement).
    using Extended = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
    for (int k = 0; k < 2; ++k) {
      const Eigen::Matrix<long double, Eigen::Dynamic, 1> residual =
          right.cast<long double>() - Extended(K.cast<long double>()) * x.cast<long double>();
      x += solve_least_squares(K, VectorXd(residual.cast<double>()), kRank);
    }
    read(x, n);
    result_.force.assign(mechanism_.joints.size(), Vector3d::Zero());
    result_.torque = result_.force;
    for (Eigen::Index r = 0; r < m; ++r) {
      const Row& row = rows[static_cast<std::size_t>(r)];
      result_.torque[row.joint] -= x[6 * n + r] * row.direction.head<3>();
      result_.force[row.joint] -= x[6 * n + r] * row.direction.tail<3>();
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {  // the whole wrench
      result_.torque[j] += effort_[j].head<3>();
      result_.force[j] += effort_[j].tail<3>();
    }
  }

  void add_effort(std::size_t j, VectorXd& right) {
    const Mechanism::Joint& joint = mechanism_.joints[j];
    const JointState& state = joints_[j];
    const std::size_t count = joint_info(joint.type).freedoms.size();
    VectorXd efforts = VectorXd::Zero(kinematics_[j].S.cols());
    for (std::size_t k = 0; k < count; ++k) {
      const Mechanism::Freedom& f = joint.freedoms[k];
      if (f.motion) continue;
      efforts[static_cast<Eigen::Index>(k)] = state.effort[k] -
                                              f.stiffness.value() * (state.q[k] - f.rest.value()) -
                                              f.damping.value() * state.v[k];
    }
    // A wrench that does what the efforts do on every motion that the joint allows.
    const Matrix6X& S = kinematics_[j].S;
    effort_.emplace_back(Vector6::Zero());
    if (S.cols() > 0) effort_.back() = S * (S.transpose() * S).inverse() * efforts;
    const End P = parent_end(joint), C = end_of(joint.child);
    const Vector3d at = bodies_[C.body].p + bodies_[C.body].R * C.p;
    const Vector3d torque = effort_[j].head<3>(), force = effort_[j].tail<3>();
    apply(C.body, at, force, torque, right);
    apply(P.body, at, -force, -torque, right);
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
      // The dual basis of S takes each rate out.
      std::vector<double> vdot(static_cast<std::size_t>(kin.S.cols()));
      if (!vdot.empty()) {
        Eigen::Map<VectorXd>(vdot.data(), kin.S.cols()) =
            invert_gram(kin.S) * kin.S.transpose() * (twist(turn, shift) - kin.bias);
      }
      result_.vdot.push_back(vdot);
    }
  }

  const Mechanism& mechanism_;
  const std::vector<JointState>& joints_;
  std::vector<Body> bodies_;  // 0: the world
  std::vector<Kinematics> kinematics_;
  std::vector<Vector6> effort_;  // torque and force on the child, in world axes
  DenseResult result_;
};

}  // namespace

RelativeMotion relative_motion(const Mechanism::Joint& joint, const JointState& state) {
  RelativeMotion r;
  r.S = Matrix6X::Zero(6, static_cast<Eigen::Index>(state.v.size()));
  r.prescribed.assign(state.v.size(), joint.type == JointType::driven);
  for (std::size_t k = 0; k < joint_info(joint.type).freedoms.size(); ++k) {
    r.prescribed[k] = joint.freedoms[k].motion.has_value();
  }
  const Vector3d e = joint.axis, zero = Vector3d::Zero();
  const auto& q = state.q;
  const auto& v = state.v;
  switch (joint.type) {
    case JointType::revolute:
      r.R_JC = Eigen::AngleAxisd(q[0], e);
      r.S.col(0) = twist(e, zero);
      break;
    case JointType::prismatic:
      r.offset = q[0] * e;
      r.S.col(0) = twist(zero, e);
      break;
    case JointType::screw:
      r.R_JC = Eigen::AngleAxisd(q[0], e);
      r.offset = joint.pitch.value() * q[0] * e;
      r.S.col(0) = twist(e, joint.pitch.value() * e);
      break;
    case JointType::cylindrical:
      r.R_JC = Eigen::AngleAxisd(q[0], e);
      r.offset = q[1] * e;
      r.S.col(0) = twist(e, zero);
      r.S.col(1) = twist(zero, e);
      break;
    case JointType::universal: {
      const Matrix3d first = Eigen::AngleAxisd(q[0], e).toRotationMatrix();
      const Vector3d e2 = first * joint.axis2;
      r.R_JC = first * Eigen::AngleAxisd(q[1], joint.axis2).toRotationMatrix();
      r.S.col(0) = twist(e, zero);
      r.S.col(1) = twist(e2, zero);
      r.bias = twist(e.cross(e2) * v[0] * v[1], zero);
      break;
    }
    case JointType::planar: {
      const auto [x, y] = planar_directions(e);
      r.R_JC = Eigen::AngleAxisd(q[2], e);
      r.offset = q[0] * x + q[1] * y;
      r.S.col(0) = twist(zero, x);
      r.S.col(1) = twist(zero, y);
      r.S.col(2) = twist(e, zero);
      break;
    }
    case JointType::pin_in_slot: {
      const Vector3d x = planar_directions(e)[0];
      r.R_JC = Eigen::AngleAxisd(q[0], e);
      r.offset = q[1] * x;
      r.S.col(0) = twist(e, zero);
      r.S.col(1) = twist(zero, x);
      break;
    }
    case JointType::spherical:
    case JointType::free:
    case JointType::driven:
      r.R_JC = matrix_of(q[0], q[1], q[2], q[3]);
      r.S.block<3, 3>(0, 0) = r.R_JC;
      if (joint.type == JointType::spherical) break;
      r.offset = {q[4], q[5], q[6]};
      r.S.block<3, 3>(3, 3).setIdentity();
      break;
    case JointType::translation:
      r.offset = {q[0], q[1], q[2]};
      r.S.block<3, 3>(3, 0).setIdentity();
      break;
    case JointType::constant_velocity:  // has no coordinates that move it
    case JointType::fixed: break;
  }
  return r;
}

DenseResult solve_dense(const Mechanism& mechanism, const std::vector<JointState>& joints) {
  return DenseReference(mechanism, joints).run();
}

}  // namespace holon::test
