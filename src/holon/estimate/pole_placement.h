// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <complex>
#include <string>
#include <vector>

#include "holon/estimate/riccati.h"

namespace holon {

/// K so that A − B K has the poles given (closed under conjugation), with eigenvectors as
/// orthogonal as several inputs permit: the robust pole placement of J. Kautsky, N. K. Nichols, P.
/// Van Dooren (Int. J. Control 41 (1985) 1129, method 0), of pairs in complex arithmetic. Throws
/// InputError for poles that cannot be, ModelError where modes are not controllable.
struct PlacedPoles {
  Eigen::MatrixXd K;
  std::vector<std::complex<double>> poles;  ///< reached
  double condition = 0;                     ///< of the eigenvectors
};
PlacedPoles place_poles(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                        const std::vector<std::complex<double>>& poles);

}  // namespace holon
