// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/estimate/observability.h"

#include <algorithm>
#include <cmath>

#include "holon/analyse/linear/poles.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/estimate/triangular.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Times [s] from a fraction of the fastest mode to some of the slowest, spaced evenly in their
/// logarithm; growth is limited, so that unstable modes do not hide the others.
std::vector<double> choose_times(const std::vector<Pole>& poles) {
  constexpr double kPerDecade = 8, kGrowth = 5, kLongest = 4, kShortest = 0.1, kMostDecades = 12;
  double fastest = 0, slowest = INFINITY, growth = 0;
  for (const Pole& pole : poles) {
    const double size = std::abs(pole.value);
    growth = std::max(growth, pole.growth());
    if (size == 0) continue;
    fastest = std::max(fastest, size);
    slowest = std::min(slowest, size);
  }
  if (fastest == 0) fastest = slowest = 1;
  slowest = std::max(slowest, fastest * std::pow(10, -kMostDecades));
  double last = kLongest / slowest;
  if (growth > 0) last = std::min(last, kGrowth / growth);
  const double first = std::min(kShortest / fastest, last / 10);
  const int count = static_cast<int>(std::ceil(kPerDecade * std::log10(last / first))) + 1;
  std::vector<double> times{0};
  for (int k = 0; k < count; ++k)
    times.push_back(first * std::pow(last / first, static_cast<double>(k) / (count - 1)));
  return times;
}

/// The directions by the triangular factor of all rows, its columns scaled.
template <class Name>
ObservabilityAnalysis find_directions(MatrixXd rows, const Name& name,
                                      const ObservabilityOptions& options) {
  constexpr double kShown = 0.05;  // of a unit vector
  const Index n = rows.cols();
  ObservabilityAnalysis a;
  a.states = static_cast<int>(n);
  if (n == 0) return a;
  if (rows.rows() < n) {
    const Index had = rows.rows();
    rows.conservativeResize(n, Eigen::NoChange);
    rows.bottomRows(n - had).setZero();
  }
  detail::triangularise(rows);
  const LeftSingular singular = calc_left_singular(rows.topRows(n).transpose());
  const double largest = singular.values[0];
  for (Index k = n; k-- > 0;) {
    ObservedDirection d;
    d.singular_value = singular.values[k];
    if (!(d.singular_value > options.rank_tolerance * largest)) {
      d.singular_value = 0;
    } else {
      ++a.rank;
      if (d.singular_value < options.weak * largest) ++a.weak_count;
    }
    for (Index i = 0; i < n; ++i)
      if (std::abs(singular.vectors(i, k)) > kShown)
        d.shares.push_back({name(static_cast<int>(i)), singular.vectors(i, k)});
    std::stable_sort(d.shares.begin(), d.shares.end(), [](const auto& x, const auto& y) {
      return std::abs(x.share) > std::abs(y.share) + 1e-12;
    });
    // The sign of a direction says nothing.
    if (!d.shares.empty() && d.shares.front().share < 0)
      for (ObservedDirection::Share& s : d.shares) s.share = -s.share;
    a.directions.push_back(std::move(d));
  }
  return a;
}

}  // namespace

ObservabilityAnalysis analyse_observability(const LinearModel& model,
                                            const ObservabilityOptions& options) {
  const Index n = model.order(), m = model.outputs();
  std::vector<double> scales = options.scales;
  scales.resize(static_cast<std::size_t>(n), 1);
  const VectorXd scale = Eigen::Map<const VectorXd>(scales.data(), n);
  std::vector<MatrixXd> blocks;
  double horizon = 0;
  if (model.period > 0) {
    MatrixXd rows = model.C * scale.asDiagonal();
    const MatrixXd step = scale.cwiseInverse().asDiagonal() * model.A * scale.asDiagonal();
    for (Index k = 0; k < 2 * n; ++k) {
      blocks.push_back(rows);
      rows = MatrixXd(rows * step);
    }
    horizon = static_cast<double>(2 * n) * model.period;
  } else {
    const std::vector<double> times = choose_times(find_poles(model.A));
    const MatrixXd A = scale.cwiseInverse().asDiagonal() * model.A * scale.asDiagonal();
    for (const double t : times)
      blocks.push_back(model.C * scale.asDiagonal() * calc_exponential(A * t));
    horizon = times.back();
  }
  VectorXd largest = VectorXd::Zero(m);
  for (const MatrixXd& block : blocks)
    if (n > 0) largest = largest.cwiseMax(block.rowwise().norm());
  MatrixXd rows(static_cast<Index>(blocks.size()) * m, n);
  for (std::size_t k = 0; k < blocks.size(); ++k)
    for (Index i = 0; i < m; ++i)
      rows.row(static_cast<Index>(k) * m + i) =
          blocks[k].row(i) / (largest[i] > 0 ? largest[i] : 1.0);
  ObservabilityAnalysis a = find_directions(
      std::move(rows), [&](int i) { return model.x[static_cast<std::size_t>(i)].name; }, options);
  a.horizon = horizon;
  a.scales = std::move(scales);
  return a;
}

TrajectoryObservability::TrajectoryObservability(Manifold manifold, std::vector<double> scales)
    : manifold_(std::move(manifold)), scales_(std::move(scales)) {
  const Index n = manifold_.tangent_size();
  HOLON_CHECK(static_cast<Index>(scales_.size()) == n, "one scale per tangent coordinate");
  phi_.setIdentity(n, n);
  rows_.setZero(n, n);
}

void TrajectoryObservability::add(const MatrixXd& H, const VectorXd& sigma) {
  const Index n = manifold_.tangent_size(), m = H.rows();
  HOLON_CHECK(H.cols() == n && sigma.size() == m, "H and sigma fit the state and the measurement");
  MatrixXd all(n + m, n);
  all.topRows(n) = rows_;
  all.bottomRows(m) = sigma.cwiseInverse().asDiagonal() * (H * phi_) *
                      Eigen::Map<const VectorXd>(scales_.data(), n).asDiagonal();
  detail::triangularise(all);
  rows_ = all.topRows(n);
}

void TrajectoryObservability::advance(const MatrixXd& F, double h) {
  phi_ = F * phi_;
  horizon_ += h;
}

ObservabilityAnalysis TrajectoryObservability::analyse(const ObservabilityOptions& options) const {
  ObservabilityAnalysis a = find_directions(
      rows_, [&](int i) { return manifold_.tangent_name(i); }, options);
  a.horizon = horizon_;
  a.scales = scales_;
  return a;
}

}  // namespace holon
