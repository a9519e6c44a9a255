// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mechanics/machine/modal_inertia.h"

#include <fmt/format.h>

#include <Eigen/LU>

#include "holon/base/matrices.h"
#include "holon/mechanics/tree/link_axes.h"
#include "holon/model/describe/validate.h"

namespace holon::detail {

namespace {

// Of the body's own numbers: what is less than nothing by this is a rounding error.
constexpr double kModalRounding = 1e-12;

}  // namespace

void check_modal_inertia(const Mechanism::Body& body, const Symbols& symbols,
                         const ReportError& report) {
  Link link;
  add_mass(link, body, {});
  Eigen::Matrix<double, 6, 6> I, U = Eigen::Matrix<double, 6, 6>::Zero();
  InertiaDyad<Expr> rigid(link.inertia.mass(),
                          Vector3<Expr>(link.inertia.mass() * body.center_of_mass),
                          link.inertia.theta());
  ArticulatedInertia<Expr> own(rigid);
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) {
      I(i, k) = value_at_parameters(own.at(i, k), symbols);
      if (link.modal) U(i, k) = value_at_parameters(link.modal->at(i, k), symbols);
    }
  }
  if (!I.allFinite() || !U.allFinite()) return;
  const Eigen::Matrix3d M = (I + U).topLeftCorner<3, 3>();
  const double mass = I(0, 0);
  const double lightest = calc_symmetric_eigenvalues3(M)[0];
  if (!(lightest > kModalRounding * mass)) {
    report("modes",
           fmt::format("the modes' participations in translation exceed the mass of the "
                       "body: of {:.6g} kg, m - sum of p p'/A has the eigenvalue {:.6g} kg",
                       mass, lightest),
           "the effective masses p^2/A of modes along one direction add up to at most the mass");
    return;
  }
  // About the points where translation and rotation are apart (Schur's complement), with the modes
  // and without: a thin rod has no inertia about its axis, and modes take none of it.
  const auto rotational = [](const Eigen::Matrix<double, 6, 6>& A) -> Eigen::Matrix3d {
    const Eigen::Matrix3d H = A.topRightCorner<3, 3>();
    return A.bottomRightCorner<3, 3>() - H.transpose() * A.topLeftCorner<3, 3>().inverse() * H;
  };
  const Eigen::Matrix3d rigid_body = rotational(I);
  const SymmetricEigenpairs3 left = calc_symmetric_eigenpairs3(rotational(I + U));
  const double none = kModalRounding * I.bottomRightCorner<3, 3>().trace();
  int index = 0;
  while (index < 3 && (left.values[index] > none ||
                       (left.values[index] > -none &&
                        left.vectors.col(index).dot(rigid_body * left.vectors.col(index)) <= none)))
    ++index;
  if (index == 3) return;
  const double least = left.values[index];
  report("modes",
         fmt::format("the modes' participations in rotation exceed the inertia of the "
                     "body: J - sum of s s'/A has the eigenvalue {:.6g} kg m^2",
                     least),
         "the inertia is that of the whole undeflected body; reduce 'rotation', or check the "
         "modes' masses");
}

}  // namespace holon::detail
