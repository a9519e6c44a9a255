// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/tree/link_axes.h"

#include <cmath>

#include "holon/mechanics/tree/tidy.h"

namespace holon {

FramePlace compose(const FramePlace& X_AB, const FramePlace& X_BC) {
  const Matrix3<Expr> R = detail::tidy(X_AB.rotation.to_matrix());
  return {detail::tidy(Vector3<Expr>(X_AB.position + multiply(R, X_BC.position))),
          detail::tidy(X_AB.rotation * X_BC.rotation)};
}

FramePlace inverse(const FramePlace& X_AB) {
  const Matrix3<Expr> R = detail::tidy(X_AB.rotation.to_matrix());
  return {Vector3<Expr>(-multiply_transposed(R, X_AB.position)), X_AB.rotation.inverse()};
}

namespace detail {

Rotation<Expr> align(Link& link, const Vector3<Expr>& a) {
  for (int k = 0; k < 3; ++k) {
    for (int sign : {1, -1}) {
      if (!a[k].is_constant(sign)) continue;
      link.axis = k;
      link.sign *= sign;
      return {};
    }
  }
  link.axis = 2;
  const bool constant = a[0].is_constant() && a[1].is_constant() && a[2].is_constant();
  if (!constant) {
    const Rotation<Expr> R = Rotation<Expr>::from_to(Vector3<Expr>(0.0, 0.0, 1.0), a);
    link.rotation.factored = FactoredRotation<Expr>(R.to_matrix());
    return R;
  }
  const double x = a[0].value(), y = a[1].value(), z = a[2].value();
  if (z == 0.0) {  // e_x -> a about z
    link.axis = 0;
    link.rotation.factored = FactoredRotation<Expr>(AxisRotation<Expr>(2, x, y));
    return Rotation<Expr>::about_z(std::atan2(y, x));
  }
  if (x == 0.0) {  // e_z -> a about x
    link.rotation.factored = FactoredRotation<Expr>(AxisRotation<Expr>(0, z, -y));
    return Rotation<Expr>::about_x(std::atan2(-y, z));
  }
  if (y == 0.0) {  // e_z -> a about y
    link.rotation.factored = FactoredRotation<Expr>(AxisRotation<Expr>(1, z, x));
    return Rotation<Expr>::about_y(std::atan2(x, z));
  }
  const double across = std::hypot(x, y);
  link.rotation.factored = FactoredRotation<Expr>(std::vector{
      AxisRotation<Expr>(2, -y / across, x / across), AxisRotation<Expr>(0, z, across)});
  return Rotation<Expr>::about_z(std::atan2(x, -y)) *
         Rotation<Expr>::about_x(std::atan2(across, z));
}

// Θ_o = R Θ_c Rᵀ + m (c·c 1 − c cᵀ).
void add_mass(Link& link, const Mechanism::Body& body, const FramePlace& place) {
  const auto& I = body.inertia;
  Matrix3<Expr> inertia;
  inertia << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  const Matrix3<Expr> R = detail::tidy(place.rotation.to_matrix());
  const Matrix3<Expr> rotated = multiply(multiply(R, inertia), transpose(R));
  const Vector3<Expr> c = place.position + multiply(R, body.center_of_mass);
  const Expr m = body.mass;
  SymmetricMatrix3<Expr> theta;
  for (int i = 0; i < 3; ++i) {
    for (int k = i; k < 3; ++k) {
      Expr steiner = -(c[i] * c[k]);
      if (i == k) steiner = c[(i + 1) % 3] * c[(i + 1) % 3] + c[(i + 2) % 3] * c[(i + 2) % 3];
      theta(i, k) = rotated(i, k) + m * steiner;
    }
  }
  link.inertia = link.inertia + InertiaDyad<Expr>(m, m * c, theta);
  if (body.moves_center) {
    const InertiaDyad<Expr> shift(0.0, multiply(R, body.calc_modal_moment()), {});
    link.inertia = link.inertia + shift.shift_back(place.position);
  }
  for (const Mechanism::Mode& mode : body.modes) add_mode(link, mode, place);
}

// u: the mode's participations as a force motor about the link's origin.
void add_mode(Link& link, const Mechanism::Mode& mode, const FramePlace& place) {
  if (mode.acceleration) return;  // its inertia force is a load
  const ForceMotor<Expr> u = calc_participation(mode, place);
  if (!link.modal) link.modal.emplace();
  for (int i = 0; i < 6; ++i) {
    const Expr weight = coordinate(u, i) / mode.mass;
    for (int k = i; k < 6; ++k) {
      const Expr more = weight * coordinate(u, k);
      link.modal->at(i, k) -= more;
    }
  }
}

ForceMotor<Expr> calc_participation(const Mechanism::Mode& mode, const FramePlace& place) {
  const Matrix3<Expr> R = detail::tidy(place.rotation.to_matrix());
  return ForceMotor<Expr>(multiply(R, mode.translation), multiply(R, mode.rotation))
      .shift_back(place.position);
}

}  // namespace detail

}  // namespace holon
