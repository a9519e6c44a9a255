// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "holon/mechanics/kernels/kinds.h"
#include "holon/mechanics/tree/link_shape.h"

/// What the kernels of all formulations have in common: how they describe a joint, and how motors
/// stand in lists of numbers. With frames P of the parent link, J of the joint (where it is at
/// rest) and C of the child link, a motor, field, inertia or articulated body goes across a joint
/// by
///
///   inward    child  -> parent   R_PJ (R_JC x, shifted back by p_JC), about the joint's position
///   outward   parent -> child    R_CJ (R_JP x, shifted by p_JC)
///
/// and the joint adds its motion: a translation in J, a rotation in C.
namespace holon::detail {

/// Reads the constants of a kernel one after the other.
class Reader {
 public:
  explicit Reader(std::vector<Expr> values) : values_(std::move(values)) {}
  Expr next() { return values_[at_++]; }
  Vector3<Expr> next3() {
    const Expr x = next(), y = next(), z = next();
    return {x, y, z};
  }
  /// By rows.
  Matrix3<Expr> next_matrix() {
    Matrix3<Expr> A;
    for (int i = 0; i < 3; ++i) A.row(i) = next3().transpose();
    return A;
  }
  /// Mass, first moment and, where it matters, inertia.
  InertiaDyad<Expr> next_inertia(bool has_theta = true) {
    const Expr mass = next();
    const Vector3<Expr> first_moment = next3();
    SymmetricMatrix3<Expr> theta;
    if (has_theta) {
      for (Expr& e : theta.entries()) e = next();
    }
    return {mass, first_moment, theta};
  }
  ArticulatedInertia<Expr> next_articulated() {
    ArticulatedInertia<Expr> I;
    for (Expr& e : I.M.entries()) e = next();
    I.H = next_matrix();
    for (Expr& e : I.J.entries()) e = next();
    return I;
  }

 private:
  std::vector<Expr> values_;
  std::size_t at_ = 0;
};

/// Three, nine (by rows), six (resultant, moment) numbers of a list.
inline Vector3<Expr> vector_of(std::span<const Expr> v) { return {v[0], v[1], v[2]}; }
inline Matrix3<Expr> matrix_by_rows(std::span<const Expr> R) {
  Matrix3<Expr> A;
  for (int i = 0; i < 3; ++i)
    A.row(i) = vector_of(R.subspan(3 * static_cast<std::size_t>(i), 3)).transpose();
  return A;
}
template <class M>
M motor_of(std::span<const Expr> v) {
  return {vector_of(v.first(3)), vector_of(v.subspan(3, 3))};
}
/// The same back.
inline std::vector<Expr> list_of(const Vector3<Expr>& v) { return {v[0], v[1], v[2]}; }
template <MotorKind K>
std::vector<Expr> list_of(const Motor<Expr, K>& a) {
  const Vector3<Expr>&g = a.resultant(), &h = a.moment();
  return {g[0], g[1], g[2], h[0], h[1], h[2]};
}
/// Resultant and moment apart.
template <MotorKind K>
std::array<std::vector<Expr>, 2> lists_of(const Motor<Expr, K>& a) {
  return {list_of(a.resultant()), list_of(a.moment())};
}

/// What a joint's freedoms do at given rates (or one of them alone, at unit rate): the motion of
/// the child against the parent.
struct RelativeMotion {
  Vector3<Expr> rotation;     ///< in the child's axes
  Vector3<Expr> translation;  ///< in the joint's axes
};

/// A joint as kernels describe it.
struct TracedJoint {
  const LinkShape& shape;
  FactoredRotation<Expr> R_PJ, R_JC;
  Expr q = 0.0;            // prismatic and screw, and revolute with a spring
  Expr pitch = 0.0;        // screw
  Vector3<Expr> position;  // free, driven, translation

  TracedJoint(const LinkShape& shape_, KernelBuilder& k) : shape(shape_) {
    k.input_group("attitude");
    if (shape.is_hinged()) {
      const Expr c = k.input("c"), s = k.input("s");
      R_JC = FactoredRotation<Expr>(AxisRotation<Expr>(shape.axis, c, signed_by(s)));
    } else if (shape.has_quaternion()) {
      R_JC = FactoredRotation<Expr>(k.input_matrix("R"));
    }
    k.input_group("q");
    if (shape.is_straight()) q = k.input("q");
    if (shape.has_place()) position = k.input3("p");
  }

  /// The constants of append_rotation: R_PJ and the pitch …
  void read(Reader& constants) {
    std::vector<AxisRotation<Expr>> factors;
    for (int axis : shape.factor_axes) {
      const Expr c = constants.next(), s = constants.next();
      factors.emplace_back(axis, c, s);
    }
    R_PJ = shape.has_matrix ? FactoredRotation<Expr>(constants.next_matrix())
                            : FactoredRotation<Expr>(std::move(factors));
    read_pitch(constants);
  }
  /// … or the latter alone.
  void read_pitch(Reader& constants) {
    if (shape.type == JointType::screw) pitch = constants.next();
  }

  Expr signed_by(Expr e) const { return shape.sign < 0 ? -e : e; }

  /// p_JC, in the joint's axes.
  Vector3<Expr> offset() const {
    return shape.is_straight() ? motion_at(signed_by(q)).translation : position;
  }

  /// In C -> in the parent's axes, about the joint's position.
  template <class X>
  X to_parent(const X& x) const {
    return R_PJ.apply(R_JC.apply(x).shift_back(offset()));
  }
  /// In the parent's axes, about the joint's position -> in the joint's, about the child's origin
  template <class X>
  X to_joint(const X& x) const {
    return R_PJ.apply_inverse(x).shift(offset());
  }
  /// … -> in C.
  template <class X>
  X to_child(const X& x) const {
    return R_JC.apply_inverse(x);
  }

  /// The motion of a one-dimensional freedom at a signed rate, or rate of the rate.
  RelativeMotion motion_at(Expr rate) const {
    RelativeMotion motion;
    if (shape.is_hinged()) motion.rotation[shape.axis] = rate;
    if (shape.type == JointType::prismatic) motion.translation[shape.axis] = rate;
    if (shape.type == JointType::screw) motion.translation[shape.axis] = pitch * rate;
    return motion;
  }
  /// S: the motion of every freedom alone at unit rate, in C. As many as the joint has rates.
  std::vector<ScrewMotor<Expr>> screws() const;
};

/// Rates of a joint, or their rates, as inputs of a kernel: of the one freedom, or angular velocity
/// and velocity.
class TracedRates {
 public:
  TracedRates(const TracedJoint& joint, KernelBuilder& k) : joint_(joint) {
    const LinkShape& shape = joint.shape;
    if (shape.is_straight()) rate_ = joint.signed_by(k.input("v"));
    if (shape.has_quaternion()) motion_.rotation = k.input3("omega");
    if (shape.has_place()) motion_.translation = k.input3("v");
  }
  /// Of a screw once its pitch is read.
  RelativeMotion motion() const {
    return joint_.shape.is_straight() ? joint_.motion_at(rate_) : motion_;
  }

 private:
  const TracedJoint& joint_;
  Expr rate_ = 0.0;
  RelativeMotion motion_;
};

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
/// Mass, first moment and, where `has_theta`, the inertia.
void append(std::vector<Expr>& list, const InertiaDyad<Expr>& M, bool has_theta = true);
/// Of a link with modes, what Reader::next_articulated reads.
void append_modal(std::vector<Expr>& list, const Link& link);
/// The force motor that a link needs for a motion, with that of its modes.
ForceMotor<Expr> calc_need(const InertiaDyad<Expr>& M,
                           const std::optional<ArticulatedInertia<Expr>>& modal,
                           const AccelerationField<Expr>& field, const Vector3<Expr>& differences);
/// The constants that TracedJoint::read reads.
void append_rotation(std::vector<Expr>& list, const Link& link);
/// The arguments that TracedJoint stands for: attitude, then coordinates.
void append_joint(std::vector<Expr>& list, const LinkShape& shape, const LinkState& state,
                  const std::vector<Expr>& attitude);
/// The attitude of a link's joint by turn_function or attitude_function; empty where it has none.
std::vector<Expr> calc_attitude(const LinkShape& shape, const LinkState& state);

}  // namespace holon::detail
