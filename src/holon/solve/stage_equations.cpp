// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/stage_equations.h"

#include <Eigen/Sparse>
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/solve/square_pattern.h"

namespace holon::detail {

/// Factors of ∂r/∂z.
struct StageEquations::Condensed {
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  bool is_regular = false;
};

StageEquations::StageEquations(Rhs& rhs, bool keeps_unknowns)
    : rhs_(rhs), n_(static_cast<std::size_t>(rhs.size())), x_(n_), slope_(n_) {
  if (n_ == 0) return;
  if (keeps_unknowns && rhs.has_nonlinear_unknowns()) {
    ImplicitShape shape = rhs.implicit_shape(KeptEquations::nonlinear);
    unknowns_ = static_cast<std::size_t>(shape.unknowns);
    pattern_ = std::move(shape.pattern);
    operations_ = shape.operations;
    jacobian_operations_ = shape.jacobian_operations;
  } else if (const Sparsity* pattern = rhs.jacobian_pattern()) {
    pattern_ = *pattern;
  }
  entries_.resize(pattern_ ? static_cast<std::size_t>(pattern_->count()) : n_ * n_);
}

StageEquations::~StageEquations() = default;

void StageEquations::run(double t, const double* y, double* F) {
  if (unknowns_ > 0) {
    rhs_.run_implicit(t, y, y + n_, F);
  } else {
    rhs_.run(&t, y, F);
  }
}

void StageEquations::find_unknowns(double t, double* y) {
  if (unknowns_ > 0) rhs_.find_unknowns(t, y, y + n_);
}

bool StageEquations::calc_jacobian(double t, const double* y, const double* F,
                                   std::span<const double> scale, std::int64_t& evaluations) {
  condensed_.reset();
  if (unknowns_ > 0) {
    rhs_.run_implicit_jacobian(t, y, y + n_, entries_.data());
  } else if (pattern_) {
    rhs_.run_jacobian(t, y, entries_.data());
  } else {
    calc_differences(t, y, F, scale);
    evaluations += static_cast<std::int64_t>(n_);
  }
  return std::all_of(entries_.begin(), entries_.end(), [](double e) { return std::isfinite(e); });
}

void StageEquations::calc_differences(double t, const double* x, const double* slope,
                                      std::span<const double> scale) {
  static const double kRelative = std::sqrt(std::numeric_limits<double>::epsilon());
  std::copy_n(x, n_, x_.begin());
  for (std::size_t j = 0; j < n_; ++j) {
    x_[j] = x[j] + kRelative * std::max(std::abs(x[j]), scale[j]);
    const double change = x_[j] - x[j];
    rhs_.run(&t, x_.data(), slope_.data());
    x_[j] = x[j];
    for (std::size_t i = 0; i < n_; ++i) entries_[j * n_ + i] = (slope_[i] - slope[i]) / change;
  }
}

bool StageEquations::multiply(const double* v, double* image) {
  if (!pattern_) {
    std::fill_n(image, n_, 0.0);
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < n_; ++i) image[i] += entries_[j * n_ + i] * v[j];
    return true;
  }
  if (unknowns_ == 0) {
    holon::detail::multiply(*pattern_, entries_, v, image);
    return true;
  }
  std::vector<double> y(v, v + n_), sum(size());
  y.resize(size());
  holon::detail::multiply(*pattern_, entries_, y.data(), sum.data());
  const auto m = static_cast<int>(unknowns_);
  if (!condensed_) {
    condensed_ = std::make_unique<Condensed>();
    std::vector<Eigen::Triplet<double>> triplets;
    for (std::size_t j = n_; j < size(); ++j) {
      for (int k = pattern_->start[j]; k < pattern_->start[j + 1]; ++k) {
        const int row = pattern_->row[static_cast<std::size_t>(k)] - static_cast<int>(n_);
        if (row < 0) continue;
        triplets.emplace_back(row, static_cast<int>(j - n_), entries_[static_cast<std::size_t>(k)]);
      }
    }
    Eigen::SparseMatrix<double> slopes(m, m);
    slopes.setFromTriplets(triplets.begin(), triplets.end());
    condensed_->lu.compute(slopes);
    condensed_->is_regular = condensed_->lu.info() == Eigen::Success;
  }
  if (!condensed_->is_regular) return false;
  const Eigen::Map<const Eigen::VectorXd> right(sum.data() + n_, m);
  const Eigen::VectorXd z = condensed_->lu.solve(right);
  for (std::size_t i = 0; i < unknowns_; ++i) y[n_ + i] = -z[static_cast<Eigen::Index>(i)];
  holon::detail::multiply(*pattern_, entries_, y.data(), sum.data());
  std::copy_n(sum.begin(), n_, image);
  return true;
}

double StageEquations::operation_count() const {
  return unknowns_ > 0 ? operations_ : rhs_.operation_count();
}

double StageEquations::jacobian_operation_count() const {
  if (unknowns_ > 0) return jacobian_operations_;
  return pattern_ ? rhs_.jacobian_operation_count()
                  : static_cast<double>(n_) * rhs_.operation_count();
}

}  // namespace holon::detail
