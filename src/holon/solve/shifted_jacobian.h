// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "holon/base/archive.h"
#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// The two matrices of an implicit step of Radau IIA, r - J and c - J with a real and a complex
/// shift, factorised: dense with partial pivoting, or by KLU (T. A. Davis, E. Palamadai Natarajan,
/// ACM Trans. Math. Softw. 37 (2010) 36) where J is large and sparse. There the order of columns is
/// found once; pivots are chosen at the first factorisation and kept until they no longer suit.
class ShiftedJacobian {
 public:
  using Complex = std::complex<double>;

  /// J (size x size) has entries in `pattern`, or everywhere where that is null: then by columns.
  ShiftedJacobian(const Sparsity* pattern, int size);
  ~ShiftedJacobian();

  /// False where one of them is singular to working accuracy; then neither can be used.
  bool factorise(const std::vector<double>& entries, double real_shift, Complex complex_shift);
  /// In place (size).
  void solve(double* b) const;
  void solve(Complex* b) const;

  /// Arithmetic operations, about: of `factorise`, of a real and of a complex solution.
  double factorisation_operations() const;
  double solution_operations() const;
  double complex_solution_operations() const;

  /// Where pivots come from. A reader that factorises the same entries then has the same bits.
  void archive(Archive& a);

 private:
  struct Dense;
  struct Sparse;

  const double size_, entries_;
  std::unique_ptr<Dense> dense_;
  std::unique_ptr<Sparse> sparse_;
};

}  // namespace holon::detail
