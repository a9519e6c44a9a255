// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "holon/mechanics/kernels/traced.h"

/// The two frames of a closure, and how these move.
namespace holon::detail {

/// A vector with its first two time derivatives.
struct Moving {
  Vector3<Expr> value, rate, acceleration;
};

inline Moving difference(const Moving& a, const Moving& b) {
  return {a.value - b.value, a.rate - b.rate, a.acceleration - b.acceleration};
}

/// A number with its first two time derivatives.
struct MovingNumber {
  Expr value, rate, acceleration;
};

inline MovingNumber dot(const Moving& a, const Moving& b) {
  return {
      dot(a.value, b.value), dot(a.rate, b.value) + dot(a.value, b.rate),
      (dot(a.acceleration, b.value) + dot(a.value, b.acceleration)) + 2.0 * dot(a.rate, b.rate)};
}

/// One side of a cut, in world axes.
class CutSide {
 public:
  CutSide(KernelBuilder& k, const std::string& name, bool moves) : moves_(moves) {
    if (!moves) return;
    k.input_group(name);
    R_ = k.input_matrix("R");
    p_ = k.input3("p");
    V_ = k.input_velocity();
    alpha_ = k.input3("alpha");
    a_ = k.input3("a");
  }

  void read_place(Reader& constants) { r_ = constants.next3(); }
  void read(Reader& constants) {
    read_place(constants);
    Q_ = constants.next_matrix();
  }
  void stand(const Vector3<Expr>& gravity) {
    if (moves_) {
      omega_W_ = multiply(R_, V_.omega());
      alpha_W_ = multiply(R_, alpha_);
      point_ = {p_ + multiply(R_, r_), multiply(R_, V_.moment_at(r_)), multiply(R_, a_)};
    } else {
      point_ = {r_, {}, -gravity};
    }
  }

  bool moves() const { return moves_; }
  const Moving& point() const { return point_; }
  const Vector3<Expr>& angular_velocity() const { return omega_W_; }
  const Vector3<Expr>& angular_acceleration() const { return alpha_W_; }

  Moving axis(int k) const {
    const Vector3<Expr> own = Q_.col(k);
    if (!moves_) return {own, {}, {}};
    const Vector3<Expr> e = multiply(R_, own);
    const Vector3<Expr> rate = cross(omega_W_, e);
    return {e, rate, cross(alpha_W_, e) + cross(omega_W_, rate)};
  }

  /// A force motor at a point, in world axes -> about the link's origin, in link axes.
  ForceMotor<Expr> load(const ForceMotor<Expr>& F, const Vector3<Expr>& at) const {
    return F.shift_back(at - p_).rotate_back(R_);
  }

 private:
  bool moves_;
  Matrix3<Expr> R_, Q_;
  Vector3<Expr> p_, alpha_, a_, r_;
  VelocityMotor<Expr> V_;
  Vector3<Expr> omega_W_, alpha_W_;
  Moving point_;
};

}  // namespace holon::detail
