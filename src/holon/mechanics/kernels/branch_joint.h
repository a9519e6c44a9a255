// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "holon/mechanics/kernels/branch_kernels.h"
#include "holon/mechanics/mechanism/joint_model.h"
#include "holon/spatial/articulated_body.h"

/// The joint that holds a body of a flat tree, as the kernels of branch_kernels.h describe it.
namespace holon::detail {

/// One side of a joint, in world axes.
struct BranchSide {
  Matrix3<Expr> R;
  Vector3<Expr> p, omega, velocity;   // of the origin
  Vector3<Expr> alpha, acceleration;  // of the joint's place on what is driven
  Vector3<Expr> place;                // of the joint, from the origin
  std::array<Vector3<Expr>, 3> axes;
  bool moves = false;

  void read_state(Reader& in) {
    moves = true;
    R = in.next_matrix();
    p = in.next3();
    const Vector3<Expr> omega_own = in.next3();
    velocity = multiply(R, in.next3());
    omega = multiply(R, omega_own);
    alpha = multiply(R, in.next3());
    acceleration = multiply(R, in.next3());
  }
  void read_joint(Reader& in) {
    const Vector3<Expr> at = in.next3();
    const Matrix3<Expr> Q = in.next_matrix();
    place = moves ? multiply(R, at) : at;
    for (int k = 0; k < 3; ++k) {
      const Vector3<Expr> own = Q.col(k);
      axes[static_cast<std::size_t>(k)] = moves ? multiply(R, own) : own;
    }
  }
  Vector3<Expr> point() const { return moves ? Vector3<Expr>(p + place) : place; }
  Vector3<Expr> point_velocity() const { return velocity + cross(omega, place); }
};

/// The joint of a branch: H, g, and what rows and multipliers need.
class BranchJoint {
 public:
  BranchJoint(const BranchShape& shape, Reader& in) : shape_(shape) {
    BranchSide own, other;
    own.read_state(in);
    const bool other_moves = shape.is_reversed ? shape.joint.child_moves : shape.joint.parent_moves;
    if (other_moves) other.read_state(in);
    parent_ = shape.is_reversed ? own : other;
    child_ = shape.is_reversed ? other : own;
    parent_.read_joint(in);
    child_.read_joint(in);
    gravity_ = in.next3();
    pitch_ = in.next();
    c_ = in.next();
    const Vector3<Expr> at = child_.point();
    own_place_ = shape.is_point ? Vector3<Expr>() : Vector3<Expr>(at - own.p);
    const Vector3<Expr> own_point = shape.is_point ? at : own.p;
    distance_ = own_point - (shape.parent_is_point ? at : other.p);
    R_ = own.R;
    read_forms();
  }

  const Matrix3<Expr>& R() const { return R_; }
  /// From the parent's reference point to the body's.
  const Vector3<Expr>& distance() const { return distance_; }

  /// H, about the body's reference point.
  std::vector<AccelerationMotor<Expr>> screws() const {
    std::vector<AccelerationMotor<Expr>> all;
    const Vector3<Expr> zero;
    for (int k = 0; k < 3; ++k) {
      if (!is_held_[static_cast<std::size_t>(k)]) all.push_back({zero, axis(k)});
    }
    if (!shape_.is_point) {
      for (const Vector3<Expr>& n : free_turns())
        all.push_back({n, calc_advance(n) + cross(own_place_, n)});
    }
    return all;
  }

  /// g of J_c g = c, for these c or those of the motion, about the body's reference point.
  AccelerationMotor<Expr> calc_particular(const std::vector<Expr>& c) const {
    Vector3<Expr> a, alpha;
    if (shape_.follows_motion) {
      a = follow_shifts();
      alpha = follow_turns();
    } else {
      for (std::size_t k = 0; k < shift_rows_.size(); ++k)
        a += c[shift_rows_[k].first] * axis(shift_rows_[k].second);
      std::vector<Expr> of_turns;
      for (const Turn& turn : turns_) of_turns.push_back(c[turn.row]);
      alpha = solve_turns(of_turns);
      a += calc_advance(alpha);
    }
    if (shape_.is_reversed) {
      a = -a;
      alpha = -alpha;
    }
    if (shape_.is_point) return {Vector3<Expr>(), a};
    return {alpha, a + cross(own_place_, alpha)};
  }

  /// λ of J_cᵀ λ = F, the joint's force on the body about its reference point.
  std::vector<Expr> calc_multipliers(const ForceMotor<Expr>& F) const {
    std::vector<Expr> lambda(static_cast<std::size_t>(shape_.rows()), 0.0);
    const Vector3<Expr> f = shape_.is_reversed ? Vector3<Expr>(-F.force()) : F.force();
    for (const auto& [row, axis_of_row] : shift_rows_) lambda[row] = dot(axis(axis_of_row), f);
    if (turns_.empty()) return lambda;
    Vector3<Expr> torque = F.shift(own_place_).torque();
    if (shape_.is_reversed) torque = -torque;
    if (is_screw_) torque += pitch_ * dot(axis(2), f) * axis(2);
    const std::vector<Vector3<Expr>> duals = calc_duals();
    for (std::size_t k = 0; k < turns_.size(); ++k) lambda[turns_[k].row] = dot(duals[k], torque);
    return lambda;
  }

 private:
  struct Turn {
    std::size_t row = 0;
    int i = 0, j = -1;  // axis j of the child across axis i of the parent; −1: about axis i
    std::optional<JointMeasure> measure{};  // instead, of a joint with two axes: about one of them
  };

  const Vector3<Expr>& axis(int k) const { return parent_.axes[static_cast<std::size_t>(k)]; }
  const Vector3<Expr>& child_axis(int k) const { return child_.axes[static_cast<std::size_t>(k)]; }

  void read_forms() {
    const JointModel& model = joint_model(shape_.joint.type);
    std::size_t row = 0;
    for (const JointRow& form : model.rows) {
      if (form.kind == JointRow::Kind::screw) is_screw_ = true;
      if (form.kind != JointRow::Kind::turn) {
        hold(row++, form.i);
      } else {
        turns_.push_back({row++, form.i, form.j});
      }
    }
    for (const int f : shape_.joint.driven) {
      const JointMeasure measure = model.measures[static_cast<std::size_t>(f)];
      if (measure == JointMeasure::about_axis) {
        turns_.push_back({row++, 2, -1});
      } else if (measure == JointMeasure::about_first || measure == JointMeasure::about_second) {
        turns_.push_back({row++, 2, -1, measure});
      } else {
        hold(row++, measure == JointMeasure::along_x   ? 0
                    : measure == JointMeasure::along_y ? 1
                                                       : 2);
      }
    }
  }
  void hold(std::size_t row, int axis_of_row) {
    shift_rows_.emplace_back(row, axis_of_row);
    is_held_[static_cast<std::size_t>(axis_of_row)] = true;
  }

  /// What a screw moves along its axis with a turn.
  Vector3<Expr> calc_advance(const Vector3<Expr>& turn) const {
    if (!is_screw_) return {};
    return pitch_ * dot(axis(2), turn) * axis(2);
  }

  /// Two rows that hold the child's axis 2 across axes 0 and 1 of the parent, and no more.
  bool is_hinge() const {
    return turns_.size() == 2 && turns_[0].j == 2 && turns_[1].j == 2 && turns_[0].i == 0 &&
           turns_[1].i == 1;
  }
  /// What the row's wrench is on the child; of an angle about one of two axes its dual, see
  /// cut_kernels.cpp.
  Vector3<Expr> torque_of(const Turn& turn) const {
    if (turn.measure) {
      const bool first = turn.measure == JointMeasure::about_first;
      const Vector3<Expr>&own = first ? axis(2) : child_axis(2),
            &other = first ? child_axis(2) : axis(2);
      return 1.0 / (1.0 - c_ * c_) * (own - c_ * other);
    }
    return turn.j < 0 ? axis(turn.i) : cross(child_axis(turn.j), axis(turn.i));
  }

  std::vector<Vector3<Expr>> free_turns() const {
    if (turns_.empty()) return {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    if (turns_.size() == 1) return {child_axis(turns_[0].j), axis(turns_[0].i)};
    if (is_hinge()) return {child_axis(2)};
    if (turns_.size() == 2) return {cross(torque_of(turns_[0]), torque_of(turns_[1]))};
    return {};
  }

  /// V of V_k · u_l = δ, in the plane of the u where they are fewer than three.
  std::vector<Vector3<Expr>> calc_duals() const {
    std::vector<Vector3<Expr>> u;
    for (const Turn& turn : turns_) u.push_back(torque_of(turn));
    if (u.size() == 1) return {(1.0 / dot(u[0], u[0])) * u[0]};
    const Vector3<Expr> n = cross(u[0], u[1]);
    const Vector3<Expr> third = u.size() == 3 ? u[2] : n;
    const Expr inverse = 1.0 / dot(n, third);
    std::vector<Vector3<Expr>> duals{inverse * cross(u[1], third), inverse * cross(third, u[0])};
    if (u.size() == 3) duals.push_back(inverse * n);
    return duals;
  }

  Vector3<Expr> solve_turns(const std::vector<Expr>& c) const {
    Vector3<Expr> alpha;
    if (c.empty()) return alpha;
    if (is_hinge()) return solve_hinge(c[0] * axis(0) + c[1] * axis(1));
    const std::vector<Vector3<Expr>> duals = calc_duals();
    for (std::size_t k = 0; k < c.size(); ++k) alpha += c[k] * duals[k];
    return alpha;
  }

  /// alpha with alpha × b = y but for y's part along axis 2 of the parent, which is what it must.
  Vector3<Expr> solve_hinge(const Vector3<Expr>& y) const {
    const Vector3<Expr>& b = child_axis(2);
    const Expr along = dot(y, b) / dot(axis(2), b);
    return (1.0 / dot(b, b)) * cross(b, Vector3<Expr>(y - along * axis(2)));
  }

  /// x'' as it is seen from the parent, of what has these derivatives in the world.
  Vector3<Expr> seen_from_parent(const Vector3<Expr>& x, const Vector3<Expr>& rate,
                                 const Vector3<Expr>& acceleration) const {
    const Vector3<Expr>& w = parent_.omega;
    return acceleration - cross(w, Vector3<Expr>(Expr(2.0) * rate - cross(w, x))) -
           cross(parent_.alpha, x);
  }

  Vector3<Expr> follow_shifts() const {
    const Vector3<Expr> d = child_.point() - parent_.point();
    const Vector3<Expr> rate = child_.point_velocity() - parent_.point_velocity();
    const auto acceleration = [&](const BranchSide& side) -> Vector3<Expr> {
      const bool is_own = &side == (shape_.is_reversed ? &parent_ : &child_);
      if (!is_own && shape_.follows_driven) return side.acceleration;
      return cross(side.omega, cross(side.omega, side.place)) - gravity_;
    };
    const Vector3<Expr> seen =
        seen_from_parent(d, rate, acceleration(child_) - acceleration(parent_));
    if (shift_rows_.size() == 3) return -seen;
    Vector3<Expr> a;
    for (const auto& [row, k] : shift_rows_) a -= dot(axis(k), seen) * axis(k);
    return a;
  }

  Vector3<Expr> follow_turns() const {
    if (turns_.empty()) return {};
    const auto seen = [&](int j) {
      const Vector3<Expr>& b = child_axis(j);
      const Vector3<Expr> rate = cross(child_.omega, b);
      return seen_from_parent(b, rate, cross(child_.alpha, b) + cross(child_.omega, rate));
    };
    if (is_hinge()) return solve_hinge(Vector3<Expr>(-seen(2)));
    std::vector<Expr> c;
    for (const Turn& turn : turns_) c.push_back(-dot(axis(turn.i), seen(turn.j)));
    return solve_turns(c);
  }

  const BranchShape& shape_;
  BranchSide parent_, child_;
  Vector3<Expr> gravity_, own_place_, distance_;  // own_place_: of the joint from the body's point
  Matrix3<Expr> R_;
  Expr pitch_ = 0.0, c_ = 0.0;  // of a screw; between two axes, see cut_constants
  bool is_screw_ = false;
  std::array<bool, 3> is_held_{};
  std::vector<std::pair<std::size_t, int>> shift_rows_;  // row, axis
  std::vector<Turn> turns_;
};

}  // namespace holon::detail
