// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "holon/estimate/gaussian_filter.h"

namespace holon::detail {

/// The images of sigma points about their mean: D, e, a₀ of sigma_points.cpp, in columns.
struct SigmaImages {
  Eigen::MatrixXd D, e;
  Eigen::VectorXd a0;
};

/// γ for n tangent coordinates.
double find_sigma_radius(const UnscentedOptions& o, int n);

/// `images`: of the centre, then of each pair. The mean is found in place. Second differences of
/// rounding-error size are set to zero: the weights 1/γ² would make noise of them.
SigmaImages find_sigma_images(const Manifold& manifold, const std::vector<Eigen::VectorXd>& images,
                              double radius, Eigen::VectorXd& mean);

/// Appends rows whose squares are Ω.
void append_curvature(const SigmaImages& s, const UnscentedOptions& o, double radius,
                      Eigen::MatrixXd& rows);

}  // namespace holon::detail
