// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/matrices.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <unsupported/Eigen/MatrixFunctions>
#include <utility>

#include "holon/base/balance.h"

namespace holon {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd calc_singular_values(const MatrixXd& A) {
  return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

VectorXd calc_singular_values(const MatrixXcd& A) {
  // Of [Re A, -Im A; Im A, Re A] each appears twice. Eigen's templates for complex matrices would
  // take ten seconds to compile.
  const Index m = A.rows(), n = A.cols();
  MatrixXd both(2 * m, 2 * n);
  both.topLeftCorner(m, n) = both.bottomRightCorner(m, n) = A.real();
  both.bottomLeftCorner(m, n) = A.imag();
  both.topRightCorner(m, n) = -A.imag();
  const VectorXd twice = calc_singular_values(both);
  VectorXd values(std::min(m, n));
  for (Index k = 0; k < values.size(); ++k) values[k] = twice[2 * k];
  return values;
}

LeftSingular calc_left_singular(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullU);
  return {svd.singularValues(), svd.matrixU()};
}

PivotedQr::PivotedQr(const MatrixXd& A) {
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  pivots_ = qr.matrixQR().diagonal().cwiseAbs();
  columns_ = qr.colsPermutation().indices();
  Q_ = qr.householderQ() * MatrixXd::Identity(A.rows(), A.rows());
}

Index PivotedQr::rank(double threshold) const {
  return (pivots_.array() > threshold * largest_pivot()).count();
}

namespace {

/// x minus its projections onto the first `count` columns of Q, twice for the rounding errors
/// (W. Hoffmann, Computing 41 (1989) 335).
void orthogonalise(const MatrixXcd& Q, Index count, Eigen::VectorXcd& x) {
  for (int round = 0; round < 2; ++round)
    for (Index k = 0; k < count; ++k) x -= Q.col(k) * Q.col(k).dot(x);
}

}  // namespace

// By Gram and Schmidt: the columns of A, the longest remainder first, then unit vectors.
ComplexQr calc_pivoted_qr(const MatrixXcd& A) {
  const Index m = A.rows(), n = A.cols();
  ComplexQr result{VectorXd::Zero(std::min(m, n)), MatrixXcd::Zero(m, m)};
  MatrixXcd candidates(m, n + m);
  candidates.leftCols(n) = A;
  candidates.rightCols(m).setIdentity();
  for (Index k = 0; k < m; ++k) {
    Index best = -1;
    double longest = 0;
    Eigen::VectorXcd direction;
    const bool is_of_A = k < n;
    for (Index j = is_of_A ? 0 : n; j < (is_of_A ? n : n + m); ++j) {
      Eigen::VectorXcd x = candidates.col(j);
      orthogonalise(result.Q, k, x);
      if (best >= 0 && !(x.norm() > longest)) continue;
      best = j, longest = x.norm(), direction = std::move(x);
    }
    if (is_of_A) result.pivots[k] = longest;
    // A's rank is exhausted, but for rounding error: any direction does.
    constexpr double kExhausted = 1e-14;
    if (is_of_A && longest <= kExhausted * result.pivots[0]) {
      longest = 0;
      for (Index j = n; j < n + m; ++j) {
        Eigen::VectorXcd x = candidates.col(j);
        orthogonalise(result.Q, k, x);
        if (x.norm() > longest) longest = x.norm(), direction = std::move(x);
      }
    }
    result.Q.col(k) = direction / longest;
  }
  return result;
}

MatrixXd calc_orthogonal_factor(const MatrixXd& A) {
  return Eigen::HouseholderQR<MatrixXd>(A).householderQ();
}

struct Lu::Factors {
  Eigen::PartialPivLU<MatrixXd> lu;
};

Lu::Lu(const MatrixXd& A) : factors_(new Factors{Eigen::PartialPivLU<MatrixXd>(A)}) {}
Lu::~Lu() = default;
// A vector is not solved as a matrix of one column, whose sums have another order.
VectorXd Lu::solve(const VectorXd& b) const { return factors_->lu.solve(b); }
MatrixXd Lu::solve(const MatrixXd& B) const { return factors_->lu.solve(B); }
double Lu::rcond() const { return factors_->lu.rcond(); }

struct Ldlt::Factors {
  Eigen::LDLT<MatrixXd> ldlt;
};

Ldlt::Ldlt(const MatrixXd& A) : factors_(new Factors{Eigen::LDLT<MatrixXd>(A)}) {}
Ldlt::~Ldlt() = default;
VectorXd Ldlt::solve(const VectorXd& b) const { return factors_->ldlt.solve(b); }
MatrixXd Ldlt::solve(const MatrixXd& B) const { return factors_->ldlt.solve(B); }

MatrixXd calc_congruence(const MatrixXd& A, const MatrixXd& P) { return A * P * A.transpose(); }

MatrixXd solve_by_qr(const MatrixXd& A, const MatrixXd& B) {
  if (B.cols() == 0)
    return MatrixXd(A.cols(), 0);  // Eigen would bind a reference to a null pointer
  return Eigen::ColPivHouseholderQR<MatrixXd>(A).solve(B);
}

MatrixXd solve_by_lu(const MatrixXd& A, const MatrixXd& B) {
  return Eigen::PartialPivLU<MatrixXd>(A).solve(B);
}

MatrixXcd solve_by_lu(const MatrixXcd& A, const MatrixXcd& B) {
  return Eigen::PartialPivLU<MatrixXcd>(A).solve(B);
}

VectorXd solve_least_squares(const MatrixXd& A, const VectorXd& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(threshold);
  decomposition.compute(A);
  return decomposition.solve(b);
}

MatrixXd calc_pseudo_inverse(const MatrixXd& A) {
  return Eigen::CompleteOrthogonalDecomposition<MatrixXd>(A).pseudoInverse();
}

MatrixXd calc_kernel(const MatrixXd& A) {
  const Eigen::FullPivLU<MatrixXd> lu(A);
  const Index size = lu.dimensionOfKernel();
  if (size == 0) return MatrixXd(A.cols(), 0);
  return Eigen::HouseholderQR<MatrixXd>(lu.kernel()).householderQ() *
         MatrixXd::Identity(A.cols(), size);
}

Eigenpairs calc_eigenpairs(const MatrixXd& A) {
  const Eigen::EigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenpairs calc_symmetric_eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenpairs3 calc_symmetric_eigenpairs3(const Eigen::Matrix3d& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd calc_symmetric_eigenvalues(const MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::Vector3d calc_symmetric_eigenvalues3(const Eigen::Matrix3d& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Inverse calc_inverse(const MatrixXcd& A) {
  const Eigen::PartialPivLU<MatrixXcd> lu(A);
  return {lu.inverse(), lu.rcond()};
}

Hessenberg calc_hessenberg(const MatrixXd& A) {
  const Eigen::HessenbergDecomposition<MatrixXd> hessenberg(A);
  return {hessenberg.matrixH(), hessenberg.matrixQ()};
}

// Balanced: the rounding errors of scaling and squaring are relative to the largest entry.
MatrixXd calc_exponential(const MatrixXd& A) {
  const VectorXd scale = find_balance(A), inverse = scale.cwiseInverse();
  const MatrixXd balanced = inverse.asDiagonal() * A * scale.asDiagonal();
  return scale.asDiagonal() * MatrixXd(balanced.exp()) * inverse.asDiagonal();
}

}  // namespace holon
