// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Eigen's decompositions and functions of numerical matrices, for code that is not time-critical.
// They are wrapped in functions because each of them costs about five seconds of compile time in
// every file that uses it.

#include <Eigen/Core>
#include <complex>
#include <memory>

namespace holon {

/// Singular values, decreasing, by one-sided rotations (accurate also for small ones).
Eigen::VectorXd calc_singular_values(const Eigen::MatrixXd& A);
Eigen::VectorXd calc_singular_values(const Eigen::MatrixXcd& A);

struct LeftSingular {
  Eigen::VectorXd values;   ///< decreasing (min(m, n))
  Eigen::MatrixXd vectors;  ///< U, all of it (m x m), columns in the order of the values
};
LeftSingular calc_left_singular(const Eigen::MatrixXd& A);

/// A P = Q R with column pivoting by the largest remainder: reveals the rank.
class PivotedQr {
 public:
  explicit PivotedQr(const Eigen::MatrixXd& A);
  /// By rank: |R(k, k)| (min(m, n)).
  const Eigen::VectorXd& pivots() const { return pivots_; }
  double largest_pivot() const { return pivots_.size() > 0 ? pivots_.maxCoeff() : 0.0; }
  /// Pivots above `threshold` of the largest.
  Eigen::Index rank(double threshold) const;
  const Eigen::VectorXi& columns() const { return columns_; }  ///< of A, in the order chosen
  const Eigen::MatrixXd& Q() const { return Q_; }              ///< (m x m)

 private:
  Eigen::VectorXd pivots_;
  Eigen::VectorXi columns_;
  Eigen::MatrixXd Q_;
};

/// As PivotedQr, of a complex matrix.
struct ComplexQr {
  Eigen::VectorXd pivots;
  Eigen::MatrixXcd Q;
};
ComplexQr calc_pivoted_qr(const Eigen::MatrixXcd& A);

/// The Q (m x m) of A = Q R, without pivoting.
Eigen::MatrixXd calc_orthogonal_factor(const Eigen::MatrixXd& A);

/// P A = L U with row pivoting, for several right sides.
class Lu {
 public:
  explicit Lu(const Eigen::MatrixXd& A);
  ~Lu();
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;
  double rcond() const;  ///< estimate of 1 / (|A| |A⁻¹|)

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

/// P A Pᵀ = L D Lᵀ of a semidefinite A, for several right sides.
class Ldlt {
 public:
  explicit Ldlt(const Eigen::MatrixXd& A);
  ~Ldlt();
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;

 private:
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

/// X with A X = B for a regular square A, by QR with column pivoting.
/// A P Aᵀ.
Eigen::MatrixXd calc_congruence(const Eigen::MatrixXd& A, const Eigen::MatrixXd& P);
Eigen::MatrixXd solve_by_qr(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// X with A X = B for a regular square A, by LU with row pivoting.
Eigen::MatrixXd solve_by_lu(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXcd solve_by_lu(const Eigen::MatrixXcd& A, const Eigen::MatrixXcd& B);
/// The least-squares solution x of minimum norm; pivots below `threshold` times the largest count
/// as zero.
Eigen::VectorXd solve_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                    double threshold);
/// A⁺; pivots below the rounding error of the largest count as zero.
Eigen::MatrixXd calc_pseudo_inverse(const Eigen::MatrixXd& A);
/// Columns that are orthonormal and span the kernel of A, whose columns are all of one size.
Eigen::MatrixXd calc_kernel(const Eigen::MatrixXd& A);

struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  ///< columns of length 1
};
Eigenpairs calc_eigenpairs(const Eigen::MatrixXd& A);

struct SymmetricEigenpairs {
  Eigen::VectorXd values;   ///< increasing
  Eigen::MatrixXd vectors;  ///< orthonormal columns
};
SymmetricEigenpairs calc_symmetric_eigenpairs(const Eigen::MatrixXd& A);
struct SymmetricEigenpairs3 {
  Eigen::Vector3d values;
  Eigen::Matrix3d vectors;
};
SymmetricEigenpairs3 calc_symmetric_eigenpairs3(const Eigen::Matrix3d& A);
/// Increasing.
Eigen::VectorXd calc_symmetric_eigenvalues(const Eigen::MatrixXd& A);
Eigen::Vector3d calc_symmetric_eigenvalues3(const Eigen::Matrix3d& A);

struct Inverse {
  Eigen::MatrixXcd matrix;
  double rcond = 0;  ///< estimate of 1 / (|A| |A⁻¹|)
};
Inverse calc_inverse(const Eigen::MatrixXcd& A);

/// A = Q H Qᵀ with zeros below the first subdiagonal of H.
struct Hessenberg {
  Eigen::MatrixXd H, Q;
};
Hessenberg calc_hessenberg(const Eigen::MatrixXd& A);

Eigen::MatrixXd calc_exponential(const Eigen::MatrixXd& A);

}  // namespace holon
