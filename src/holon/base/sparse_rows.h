// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <vector>

namespace holon {

/// A large matrix with few entries per row, as of the constraints of many bodies.
struct SparseRows {
  struct Entry {
    int row = 0, column = 0;
    double value = 0;
  };
  Eigen::Index rows = 0, columns = 0;
  std::vector<Entry> entries;  ///< each place at most once

  /// These rows of it, in order.
  SparseRows pick(const std::vector<int>& chosen) const;
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const;             ///< J x
  Eigen::VectorXd multiply_transposed(const Eigen::VectorXd& y) const;  ///< Jᵀ y
  Eigen::MatrixXd to_dense() const;
  /// What is not zero of J.
  static SparseRows of(const Eigen::MatrixXd& J);
};

/// Rows of which all others are combinations, but for 1e-12 of the largest, in order: by a sparse
/// QR decomposition of Jᵀ. How independent they are a SparseRowFactor of them shows. None where an
/// entry is no number.
std::vector<int> find_independent_rows(const SparseRows& J);

/// J Jᵀ = L D Lᵀ of a matrix J whose rows are independent.
class SparseRowFactor {
 public:
  explicit SparseRowFactor(const SparseRows& J);
  ~SparseRowFactor();

  /// The least singular value of J relative to the largest, from below by a small factor (the
  /// latter is bounded by norms); 0 where it is beyond what J Jᵀ shows, some 1e-6. Pivots of a QR
  /// decomposition are no smaller, since no diagonal entry of R is smaller than its least singular
  /// value.
  double least_singular() const { return least_; }
  /// Of J dx = r the shortest solution. Only where rows are independent.
  Eigen::VectorXd solve_shortest(const Eigen::VectorXd& r) const;
  /// The combination c of the rows that comes nearest to a vector, Jᵀ c = v. Likewise.
  Eigen::VectorXd find_combination(const Eigen::VectorXd& v) const;

 private:
  struct Factor;
  void estimate_least();

  std::unique_ptr<Factor> factor_;
  double least_ = 0;
};

/// The shortest dx of the least |J dx − r| by rows of which some are independent and all others
/// combinations of these, which r may contradict: by conjugate gradients on
/// (1 + Cᵀ C) y = r_independent + Cᵀ r_others with y = J_independent dx, C the combinations. Ends
/// where no more digits are gained.
Eigen::VectorXd solve_contradicting(const SparseRows& J, const std::vector<int>& independent,
                                    const SparseRowFactor& factor, const Eigen::VectorXd& r);

/// Calls `use` with vectors w (rows) of length 1, Jᵀ w = 0, one for each row beyond the rank, which
/// together are a basis of all of them. False (after some of them, perhaps) where the rank is not
/// beyond doubt: pivots of a QR decomposition below `threshold` of the largest, or near it, would
/// decide it.
bool visit_left_null_space(const SparseRows& J, double threshold,
                           const std::function<void(const Eigen::VectorXd& w)>& use);

}  // namespace holon
