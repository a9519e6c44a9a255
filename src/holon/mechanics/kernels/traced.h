// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "holon/mechanics/kernels/kinds.h"
#include "holon/mechanics/tree/link_shape.h"

/// What the kernels of all formulations have in common: how they see a joint and a constant turn.
namespace holon::detail {

/// Reads the constants of a kernel one after the other.
class Reader {
 public:
  explicit Reader(std::vector<Expr> values) : values_(std::move(values)) {}
  Expr next() { return values_[at_++]; }
  Triple<Expr> next3() {
    const Expr x = next(), y = next(), z = next();
    return {x, y, z};
  }

 private:
  std::vector<Expr> values_;
  std::size_t at_ = 0;
};

using Rows = std::array<Triple<Expr>, 3>;

inline Triple<Expr> times(const Rows& R, const Triple<Expr>& v) {
  Triple<Expr> result;
  for (int i = 0; i < 3; ++i) result[i] = R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2];
  return result;
}

inline Triple<Expr> transposed_times(const Rows& R, const Triple<Expr>& v) {
  Triple<Expr> result;
  for (int i = 0; i < 3; ++i) result[i] = R[0][i] * v[0] + R[1][i] * v[1] + R[2][i] * v[2];
  return result;
}

inline Triple<Expr> plus(const Triple<Expr>& a, const Triple<Expr>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

inline Triple<Expr> minus(const Triple<Expr>& a, const Triple<Expr>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline Triple<Expr> scaled(Expr s, const Triple<Expr>& v) { return {s * v[0], s * v[1], s * v[2]}; }

inline Symmetric<Expr> turned_by(const Rows& R, Symmetric<Expr>& S) {
  Rows product;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      product[i][j] = R[i][0] * S(0, j) + R[i][1] * S(1, j) + R[i][2] * S(2, j);
    }
  }
  Symmetric<Expr> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      result(i, j) = product[i][0] * R[j][0] + product[i][1] * R[j][1] + product[i][2] * R[j][2];
    }
  }
  return result;
}

/// The same in the axes that R turns to.
inline void turn_back(Articulated<Expr>& a, const Rows& R) {
  a.M = turned_by(R, a.M);
  a.J = turned_by(R, a.J);
  Rows product;
  for (int i = 0; i < 3; ++i) product[i] = times(R, a.H[i]);  // row i of H Rᵀ
  for (int j = 0; j < 3; ++j) {
    const Triple<Expr> column = times(R, {product[0][j], product[1][j], product[2][j]});
    for (int i = 0; i < 3; ++i) a.H[i][j] = column[i];
  }
  a.f = times(R, a.f);
  a.n = times(R, a.n);
}

/// The constant turn of a joint, as a kernel sees it.
class TracedTurn {
 public:
  TracedTurn(const LinkShape& shape, Reader& constants) : has_matrix_(shape.turn_matrix) {
    for (int axis : shape.turn_axes) {
      const Expr c = constants.next(), s = constants.next();
      steps_.emplace_back(axis, c, s);
    }
    if (has_matrix_) {
      for (Triple<Expr>& row : rows_) row = constants.next3();
    }
  }

  /// Parent's axes -> axes in which the joint moves.
  void into(Triple<Expr>& v) const {
    for (const Turn<Expr>& step : steps_) turn_into(v, step);
    if (has_matrix_) v = transposed_times(rows_, v);
  }

  void back(Triple<Expr>& v) const {
    for (std::size_t k = steps_.size(); k-- > 0;) turn_back(v, steps_[k]);
    if (has_matrix_) v = times(rows_, v);
  }
  void back(Symmetric<Expr>& S) const {
    for (std::size_t k = steps_.size(); k-- > 0;) turn_back(S, steps_[k]);
    if (has_matrix_) S = turned_by(rows_, S);
  }
  void back(Articulated<Expr>& a) const {
    for (std::size_t k = steps_.size(); k-- > 0;) turn_back(a, steps_[k]);
    if (has_matrix_) turn_back(a, rows_);
  }

 private:
  bool has_matrix_;
  std::vector<Turn<Expr>> steps_;
  Rows rows_;
};

/// The joint's own motion, as a kernel sees it: attitude and place of the child.
struct TracedJoint {
  const LinkShape& shape;
  Expr c = 1.0, s = 0.0;                                        // revolute, screw
  Rows R{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};  // with a quaternion
  Expr q = 0.0;          // prismatic and screw, and revolute with a spring
  Expr pitch = 0.0;      // screw
  Triple<Expr> place{};  // free, driven, translation

  TracedJoint(const LinkShape& shape_, KernelBuilder& k) : shape(shape_) {
    k.input_group("attitude");
    if (shape.is_hinged()) {
      c = k.input("c");
      s = k.input("s");
      if (shape.sign < 0) s = -s;
    } else if (shape.has_quaternion()) {
      for (int i = 0; i < 3; ++i) R[i] = k.input3("R" + std::to_string(i));
    }
    k.input_group("q");
    if (shape.is_straight()) q = k.input("q");
    if (shape.has_place()) place = k.input3("p");
  }

  /// After the turn, see append_turn.
  void read_pitch(Reader& constants) {
    if (shape.type == JointType::screw) pitch = constants.next();
  }

  Expr signed_by(Expr e) const { return shape.sign < 0 ? -e : e; }
  Turn<Expr> turn() const { return {shape.axis, c, s}; }

  /// A rate or acceleration of a one-dimensional freedom, signed: of what slides along the axis …
  Triple<Expr> slide_of(Expr rate) const {
    Triple<Expr> slide{};
    if (shape.type == JointType::prismatic) slide[shape.axis] = rate;
    if (shape.type == JointType::screw) slide[shape.axis] = pitch * rate;
    return slide;
  }
  /// … and what turns about it.
  Triple<Expr> spin_of(Expr rate) const {
    Triple<Expr> spin{};
    if (shape.is_hinged()) spin[shape.axis] = rate;
    return spin;
  }
  /// Where the child's origin is, from the joint's place, in the joint's axes.
  Triple<Expr> offset() const { return shape.is_straight() ? slide_of(signed_by(q)) : place; }
  void turn_child(Triple<Expr>& v) const {
    if (shape.is_hinged()) turn_into(v, turn());
    if (shape.has_quaternion()) v = transposed_times(R, v);
  }
  /// Child's axes -> joint's axes.
  void turn_parent(Articulated<Expr>& a) const {
    if (shape.is_hinged()) turn_back(a, turn());
    if (shape.has_quaternion()) turn_back(a, R);
  }
};

/// Rates of a joint, or their changes, as inputs of a kernel: of the one freedom, or angular
/// velocity and velocity.
class TracedRates {
 public:
  TracedRates(const TracedJoint& joint, KernelBuilder& k) : joint_(joint) {
    const LinkShape& shape = joint.shape;
    if (shape.is_straight()) rate_ = joint.signed_by(k.input("v"));
    if (shape.has_quaternion()) spin_ = k.input3("omega");
    if (shape.has_place()) slide_ = k.input3("v");
  }
  /// In the child's axes.
  Triple<Expr> spin() const { return joint_.shape.is_straight() ? joint_.spin_of(rate_) : spin_; }
  /// In the joint's axes; of a screw once its pitch is read.
  Triple<Expr> slide() const {
    return joint_.shape.is_straight() ? joint_.slide_of(rate_) : slide_;
  }

 private:
  const TracedJoint& joint_;
  Expr rate_ = 0.0;
  Triple<Expr> spin_{}, slide_{};
};

/// A of equation (5), from omega and alpha.
inline Rows make_gradient(const Triple<Expr>& w, const Triple<Expr>& alpha) {
  Rows A;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    A[i][i] = -(w[j] * w[j] + w[k] * w[k]);
    A[i][j] = w[i] * w[j] - alpha[k];
    A[j][i] = w[i] * w[j] + alpha[k];
  }
  return A;
}

/// Theta alpha + omega × Theta omega + mc × a; theta: xx, yy, zz, xy, xz, yz, then zz − yy, xx −
/// zz, yy − xx.
inline Triple<Expr> calc_moment(const Triple<Expr>& w, const Triple<Expr>& alpha,
                                const Triple<Expr>& a, const Triple<Expr>& mc,
                                const std::array<Expr, 9>& theta) {
  constexpr int kProduct[3] = {5, 4, 3};  // yz, xz, xy: opposite to x, y, z
  const Triple<Expr> lever = cross(mc, a);
  Triple<Expr> n;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Expr jk = theta[kProduct[i]], ij = theta[kProduct[k]], ik = theta[kProduct[j]];
    const Expr spin = theta[6 + i] * (w[j] * w[k]) + jk * (w[j] * w[j] - w[k] * w[k]) +
                      ik * (w[i] * w[j]) - ij * (w[i] * w[k]);
    n[i] = (theta[i] * alpha[i] + spin) + (ij * alpha[j] + ik * alpha[k]) + lever[i];
  }
  return n;
}

/// Nine inputs: a matrix by rows.
inline Rows input_rows(KernelBuilder& k, const std::string& name) {
  Rows R;
  for (int i = 0; i < 3; ++i) R[i] = k.input3(name + std::to_string(i));
  return R;
}

/// The attitude that a joint's coordinates give: revolute angle -> (cos, sin); quaternion ->
/// matrix by rows (9).
const FunctionRef& turn_function();
const FunctionRef& attitude_function();
/// Quaternion and angular velocity in the child's axes -> q' = ½ q (0, omega).
const FunctionRef& quaternion_rate_function();
/// Two unit quaternions -> the second as seen from the first.
const FunctionRef& relative_orientation_function();

void append(std::vector<Expr>& list, const Vector3<Expr>& v);
inline void append(std::vector<Expr>& list, std::span<const Expr> more) {
  list.insert(list.end(), more.begin(), more.end());
}
/// Whether every element is the constant zero.
inline bool is_all_zero(const std::vector<Expr>& list) {
  return std::all_of(list.begin(), list.end(), [](const Expr& e) { return e.is_constant(0.0); });
}
/// The constants that TracedTurn reads, then the one that TracedJoint::read_pitch reads.
void append_turn(std::vector<Expr>& list, const Link& link);
/// The arguments that TracedJoint stands for: attitude, then coordinates.
void append_joint(std::vector<Expr>& list, const LinkShape& shape, const LinkState& state,
                  const std::vector<Expr>& attitude);
/// The attitude of a link's joint by turn_function or attitude_function; empty where it has none.
std::vector<Expr> calc_attitude(const LinkShape& shape, const LinkState& state);

}  // namespace holon::detail
