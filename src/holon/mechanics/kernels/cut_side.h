// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "holon/mechanics/kernels/traced.h"

/// What closures know of the frames between which they stand, and how these move.
namespace holon::detail {

inline Expr dot(const Triple<Expr>& a, const Triple<Expr>& b) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

inline Triple<Expr> negated(const Triple<Expr>& a) { return {-a[0], -a[1], -a[2]}; }

/// A vector with its first two time derivatives.
struct Moving {
  Triple<Expr> value, rate, acceleration;
};

inline Moving difference(const Moving& a, const Moving& b) {
  return {minus(a.value, b.value), minus(a.rate, b.rate), minus(a.acceleration, b.acceleration)};
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
    R_ = input_rows(k, "R");
    p_ = k.input3("p");
    w_ = k.input3("omega");
    v_ = k.input3("v");
    alpha_ = k.input3("alpha");
    a_ = k.input3("a");
  }

  void read_place(Reader& constants) { r_ = constants.next3(); }
  void read(Reader& constants) {
    read_place(constants);
    for (Triple<Expr>& row : Q_) row = constants.next3();
  }
  void stand(const Triple<Expr>& gravity) {
    if (moves_) {
      W_ = times(R_, w_);
      A_ = times(R_, alpha_);
      const Triple<Expr> speed = plus(v_, cross(w_, r_));
      point_ = {plus(p_, times(R_, r_)), times(R_, speed), times(R_, a_)};
    } else {
      point_ = {r_, {}, negated(gravity)};
    }
  }

  bool moves() const { return moves_; }
  const Moving& point() const { return point_; }
  const Triple<Expr>& angular_velocity() const { return W_; }
  const Triple<Expr>& angular_acceleration() const { return A_; }

  Moving axis(int k) const {
    const Triple<Expr> own{Q_[0][k], Q_[1][k], Q_[2][k]};
    if (!moves_) return {own, {}, {}};
    const Triple<Expr> e = times(R_, own);
    const Triple<Expr> rate = cross(W_, e);
    return {e, rate, plus(cross(A_, e), cross(W_, rate))};
  }

  /// A force through a point and a torque, in world axes -> about the link's origin, in link axes.
  std::array<Triple<Expr>, 2> load(const Triple<Expr>& force, const Triple<Expr>& torque,
                                   const Triple<Expr>& at) const {
    const Triple<Expr> moment = plus(cross(minus(at, p_), force), torque);
    return {transposed_times(R_, force), transposed_times(R_, moment)};
  }

 private:
  bool moves_;
  Rows R_, Q_;
  Triple<Expr> p_{}, w_{}, v_{}, alpha_{}, a_{}, r_{};
  Triple<Expr> W_{}, A_{};
  Moving point_;
};

}  // namespace holon::detail
