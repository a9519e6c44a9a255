// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Sigma points: x ⊞ ±γ s_i with the columns s_i of S, γ² = α² (n + κ), weights w = 1/(2γ²). For
// their images a± and a₀ about the weighted mean, put
//   D_i = (a₊ − a₋)/(2γ),  e_i = a₊ + a₋ − 2 a₀.
// Then the weighted mean is a₀ + w Σ e_i = 0, the cross covariance Σ s_i D_iᵀ, and the covariance
//   D Dᵀ + Ω,   Ω = w/2 Σ e_i e_iᵀ + (β − α²) a₀ a₀ᵀ,
// the same as the usual weighted sums (with W₀ᶜ = 1 − n/γ² + 1 − α² + β), without the cancellation
// in a large negative W₀ᶜ: positive semidefinite for β ≥ α², and Ω = 0 for a linear model. So D
// takes the place of H S, and Ω is the noise that represents the curvature.
#include "holon/estimate/sigma_points.h"

#include <cmath>
#include <limits>

namespace holon::detail {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// By tangent coordinate: differences below are rounding errors of the images.
VectorXd find_rounding_errors(const Manifold& manifold, const std::vector<VectorXd>& images) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  VectorXd size = VectorXd::Zero(manifold.size());
  for (const VectorXd& image : images) size = size.cwiseMax(image.cwiseAbs());
  VectorXd errors(manifold.tangent_size());
  for (const Manifold::Block& b : manifold.blocks())
    for (int k = 0; k < b.tangent_size(); ++k)
      errors[b.tangent + k] =
          kRounding * (b.kind == Manifold::Kind::quaternion ? 1 : size[b.offset + k]);
  return errors;
}

}  // namespace

double find_sigma_radius(const UnscentedOptions& o, int n) {
  return o.alpha * std::sqrt(n + o.kappa);
}

SigmaImages find_sigma_images(const Manifold& manifold, const std::vector<VectorXd>& images,
                              double radius, VectorXd& mean) {
  constexpr int kMostRounds = 20;
  constexpr double kConverged = 1e-15;
  const Index n = manifold.tangent_size(), pairs = static_cast<Index>(images.size() / 2);
  const double w = 0.5 / (radius * radius);
  SigmaImages s{MatrixXd(n, pairs), MatrixXd(n, pairs), VectorXd(n)};
  VectorXd plus(n), minus(n);
  const VectorXd rounding = find_rounding_errors(manifold, images);
  mean = images[0];
  for (int round = 0; round < kMostRounds; ++round) {
    manifold.local(mean.data(), images[0].data(), s.a0.data());
    VectorXd sum = VectorXd::Zero(n);
    for (Index i = 0; i < pairs; ++i) {
      manifold.local(mean.data(), images[static_cast<std::size_t>(1 + 2 * i)].data(), plus.data());
      manifold.local(mean.data(), images[static_cast<std::size_t>(2 + 2 * i)].data(), minus.data());
      s.D.col(i) = (plus - minus) / (2 * radius);
      s.e.col(i) = plus + minus - 2 * s.a0;
      for (Index k = 0; k < n; ++k)
        if (std::abs(s.e(k, i)) <= rounding[k]) s.e(k, i) = 0;
      sum += s.e.col(i);
    }
    const VectorXd step = s.a0 + w * sum;
    // Differences of numbers have their mean after one step.
    if (round > 0 && (manifold.is_flat() || step.norm() <= kConverged * (1 + s.D.norm()))) break;
    manifold.retract(mean.data(), step.data());
  }
  return s;
}

void append_curvature(const SigmaImages& s, const UnscentedOptions& o, double radius,
                      MatrixXd& rows) {
  const Index at = rows.rows(), pairs = s.e.cols();
  rows.conservativeResize(at + pairs + 1, Eigen::NoChange);
  rows.middleRows(at, pairs) = 0.5 / radius * s.e.transpose();
  rows.row(at + pairs) = std::sqrt(o.beta - o.alpha * o.alpha) * s.a0.transpose();
}

}  // namespace holon::detail
