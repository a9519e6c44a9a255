// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/spatial/dyad.h"

#include <Eigen/LU>

namespace holon {
namespace {

/// A⁻¹ of a positive definite matrix, by A = L D Lᵀ; the lower triangle is read.
template <class T>
Matrix3<T> invert_positive(const Matrix3<T>& A) {
  const T one(1);
  const T d0 = one / A(0, 0);
  const T l1 = A(1, 0) * d0, l2 = A(2, 0) * d0;
  const T d1 = one / (A(1, 1) - l1 * A(1, 0));
  const T b = A(2, 1) - l2 * A(1, 0);
  const T l3 = b * d1;
  const T d2 = one / (A(2, 2) - l2 * A(2, 0) - l3 * b);
  // Rows of L⁻¹ are (1, 0, 0), (-l1, 1, 0), (k, -l3, 1); A⁻¹ = L⁻ᵀ D⁻¹ L⁻¹.
  const T k = l1 * l3 - l2;
  Matrix3<T> B;
  B(2, 2) = d2;
  B(2, 1) = B(1, 2) = -l3 * d2;
  B(2, 0) = B(0, 2) = k * d2;
  B(1, 1) = d1 - l3 * B(2, 1);
  B(1, 0) = B(0, 1) = -l1 * d1 - l3 * B(2, 0);
  B(0, 0) = d0 - l1 * (-l1 * d1) + k * B(2, 0);
  return B;
}

}  // namespace

template <class T, DyadKind K>
Matrix6<T> Dyad<T, K>::to_matrix() const {
  Matrix6<T> A;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      A(i, j) = D12()(i, j);
      A(i, j + 3) = D11()(i, j);
      A(i + 3, j) = D22()(i, j);
      A(i + 3, j + 3) = D21()(i, j);
    }
  }
  return A;
}

template <class T, DyadKind K>
Matrix6<T> Dyad<T, K>::to_form() const {
  Matrix6<T> A;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      A(i, j) = D22()(i, j);
      A(i, j + 3) = D21()(i, j);
      A(i + 3, j) = D12()(i, j);
      A(i + 3, j + 3) = D11()(i, j);
    }
  }
  return A;
}

template <class T, DyadKind K>
Dyad<T, K> Dyad<T, K>::shift(const Vector3<T>& r) const {
  // h_o = h_p + r × g in, h_p = h_o - r × g out.
  const Matrix3<T> c = cross_matrix(r);
  const Matrix3<T> D12_p = D12() + multiply(D11(), c);
  return {D11(), D12_p, D21() - multiply(c, D11()),
          D22() + multiply(D21(), c) - multiply(c, D12_p)};
}

template <class T, DyadKind K>
Dyad<T, K> Dyad<T, K>::rotate(const Matrix3<T>& R_AB) const {
  const Matrix3<T> R_BA = transpose(R_AB);
  Dyad D;
  for (int k = 0; k < 4; ++k) D.blocks_[k] = multiply(multiply(R_AB, blocks_[k]), R_BA);
  return D;
}

// With h the moment and g the resultant of the motor sought, D₁₁ h + D₁₂ g = p and D₂₁ h + D₂₂ g =
// l: h = D₁₁⁻¹ (p - D₁₂ g) and (D₂₂ - D₂₁ D₁₁⁻¹ D₁₂) g = l - D₂₁ D₁₁⁻¹ p.
template <class T, DyadKind K>
Dyad<T, inverse_of(K)> Dyad<T, K>::calc_inverse() const requires(K != DyadKind::general) {
  const Matrix3<T> N = invert_positive(D11());
  const Matrix3<T> B = multiply(N, D12());
  const Matrix3<T> S = invert_positive<T>(D22() - multiply(D21(), B));
  const Matrix3<T> C = multiply(S, multiply(D21(), N));  // g = S l - C p
  return {S, -C, -multiply(B, S), N + multiply(B, C)};
}

template <class T>
std::optional<Dyad<T>> find_inverse(const Dyad<T>& D) {
  using Matrix = Matrix6<double>;
  // Rows and columns are first scaled to equal magnitude: the blocks differ in units.
  Matrix A = D.to_matrix().template cast<double>();
  const Vector6<double> rows = A.cwiseAbs().rowwise().maxCoeff();
  if (!(rows.minCoeff() > 0)) return std::nullopt;
  A = rows.cwiseInverse().asDiagonal() * A;
  const Vector6<double> columns = A.cwiseAbs().colwise().maxCoeff();
  if (!(columns.minCoeff() > 0)) return std::nullopt;
  A = A * columns.cwiseInverse().asDiagonal();
  Eigen::FullPivLU<Matrix> lu(A);
  lu.setThreshold(6 * detail::epsilon<T>());
  if (!lu.isInvertible()) return std::nullopt;
  const Matrix B =
      columns.cwiseInverse().asDiagonal() * lu.inverse() * rows.cwiseInverse().asDiagonal();
  const auto block = [&](int i, int j) -> Matrix3<T> {
    return B.block<3, 3>(i, j).template cast<T>();
  };
  return Dyad<T>(block(0, 3), block(0, 0), block(3, 3), block(3, 0));
}

template std::optional<Dyad<double>> find_inverse(const Dyad<double>&);
template std::optional<Dyad<float>> find_inverse(const Dyad<float>&);

template class Dyad<double, DyadKind::general>;
template class Dyad<double, DyadKind::inertia>;
template class Dyad<double, DyadKind::mobility>;
template class Dyad<float, DyadKind::general>;
template class Dyad<float, DyadKind::inertia>;
template class Dyad<float, DyadKind::mobility>;
template class Dyad<Expr, DyadKind::general>;
template class Dyad<Expr, DyadKind::inertia>;
template class Dyad<Expr, DyadKind::mobility>;

}  // namespace holon
