// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/matrices.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <unsupported/Eigen/MatrixFunctions>

namespace holon {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd calc_singular_values(const MatrixXd& A) {
  return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

VectorXd calc_singular_values(const MatrixXcd& A) {
  return Eigen::JacobiSVD<MatrixXcd>(A).singularValues();
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

Eigenpairs calc_eigenpairs(const MatrixXd& A) {
  const Eigen::EigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenpairs calc_symmetric_eigenpairs(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Inverse calc_inverse(const MatrixXcd& A) {
  const Eigen::PartialPivLU<MatrixXcd> lu(A);
  return {lu.inverse(), lu.rcond()};
}

Hessenberg calc_hessenberg(const MatrixXd& A) {
  const Eigen::HessenbergDecomposition<MatrixXd> hessenberg(A);
  return {hessenberg.matrixH(), hessenberg.matrixQ()};
}

MatrixXd calc_exponential(const MatrixXd& A) { return A.exp(); }

}  // namespace holon
