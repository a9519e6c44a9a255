// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The rest of a body (M, c, I about c) without a share of it (m, p, J about p):
//
//   M' = M − m,   M' c' = M c − m p,   I' = I − J + M S(c) − m S(p) − M' S(c'),
//   S(r) = r·r 1 − r rᵀ                                              (Steiner's theorem)
#include "holon/mechanics/machine/body_share.h"

#include <fmt/format.h>

#include <cmath>

#include "holon/base/matrices.h"
#include "holon/mechanics/tree/checks.h"
#include "holon/model/describe/validate.h"
#include "holon/spatial/vector.h"

namespace holon::detail {

namespace {

using Matrix = Eigen::Matrix<Expr, 3, 3>;

// Of the body's own numbers: what is less than nothing by this is a rounding error.
constexpr double kNegative = 1e-12;

Matrix symmetric_matrix(const std::array<Expr, 6>& I) {
  Matrix m;
  m << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  return m;
}

Matrix steiner_terms(const Vector3<Expr>& r) {
  Matrix m;
  const Expr square = dot(r, r);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m(i, j) = (i == j ? square : Expr(0.0)) - r[i] * r[j];
  }
  return m;
}

Matrix rotated(const Rotation<Expr>& R, const Matrix& m) {
  Matrix half, result;
  for (int j = 0; j < 3; ++j) half.col(j) = R * Vector3<Expr>(m.col(j));
  for (int i = 0; i < 3; ++i) {
    result.row(i) = (R * Vector3<Expr>(half.row(i).transpose())).transpose();
  }
  return result;
}

Eigen::Matrix3d numbers_of(const Matrix& m, const Symbols& symbols) {
  Eigen::Matrix3d numbers;
  for (int i = 0; i < 9; ++i) numbers(i / 3, i % 3) = value_at_parameters(m(i / 3, i % 3), symbols);
  return numbers;
}

}  // namespace

void take_off_body(Mechanism& mechanism, const std::string& on, int share, const Symbols& symbols,
                   const ReportError& report) {
  const int index = mechanism.find_body(on);
  if (index == kWorld || mechanism.bodies[static_cast<std::size_t>(index)].is_frame) {
    report("included", "'" + on + "' is not a frame of a body, which would include the wheel",
           "leave out 'included', or name a frame of a RigidBody");
    return;
  }
  Mechanism::Body& body = mechanism.bodies[static_cast<std::size_t>(index)];
  const Mechanism::Body& part = mechanism.bodies[static_cast<std::size_t>(share)];
  std::vector<std::string> errors;
  if (!body.is_share) check_inertia(body, errors);
  if (!errors.empty()) return;
  const FramePlace place =
      mechanism.frames[static_cast<std::size_t>(mechanism.find_frame(on))].place;
  const Expr mass = body.mass - part.mass;
  const double before = value_at_parameters(body.mass, symbols);
  if (std::isnan(before)) {
    report("included", "the mass of '" + body.name + "' varies, and the wheel's does not",
           "leave out 'included', and give the mass without the wheel");
    return;
  }
  const bool has_mass = !part.mass.is_constant(0.0);
  if (has_mass && !(value_at_parameters(mass, symbols) > kNegative * before)) {
    report(
        "included",
        fmt::format("'{}' has a mass of {:.6g} kg, which cannot include the {:.6g} kg of the wheel",
                    body.name, before, value_at_parameters(part.mass, symbols)),
        "give the mass of both together, or leave out 'included'");
    return;
  }
  const Matrix own = symmetric_matrix(body.inertia);
  Matrix inertia = own - rotated(place.rotation, symmetric_matrix(part.inertia));
  if (has_mass) {
    const Vector3<Expr> center = (1.0 / mass) * (body.mass * body.center_of_mass -
                                                 part.mass * Vector3<Expr>(place.position));
    inertia += body.mass * steiner_terms(body.center_of_mass) -
               part.mass * steiner_terms(place.position) - mass * steiner_terms(center);
    body.center_of_mass = center;
  }
  const Eigen::Vector3d moments = calc_symmetric_eigenvalues3(numbers_of(inertia, symbols));
  if (moments[0] < -kNegative * numbers_of(own, symbols).trace()) {
    report("included",
           fmt::format("the inertia of '{}' does not include that of the wheel: without it, a "
                       "principal moment is {:.6g} kg m^2",
                       body.name, moments[0]),
           "give the inertia of both together, or leave out 'included'");
    return;
  }
  body.is_share = true;
  body.mass = mass;
  body.inertia = {inertia(0, 0), inertia(1, 1), inertia(2, 2),
                  inertia(0, 1), inertia(0, 2), inertia(1, 2)};
}

}  // namespace holon::detail
