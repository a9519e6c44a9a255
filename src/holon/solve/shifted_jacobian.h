// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "holon/base/archive.h"
#include "holon/expr/derive/jacobian.h"

namespace holon::detail {

/// The matrices of an implicit step of Radau IIA, r M - J and c_k M - J with a real and some
/// complex shifts, factorised; M is 1 on the diagonal of states, and 0 on that of unknowns behind
/// them: dense with partial pivoting, or by KLU (T. A. Davis, E. Palamadai Natarajan, ACM Trans.
/// Math. Softw. 37 (2010) 36) where J is large and sparse. There the order of columns is found
/// once; pivots are chosen at the first factorisation and kept until they no longer suit.
class ShiftedJacobian {
 public:
  using Complex = std::complex<double>;

  /// J (size x size) has entries in `pattern`, or everywhere where that is null: then by columns.
  ShiftedJacobian(const Sparsity* pattern, int size, int states);
  ~ShiftedJacobian();

  /// False where one of them is singular to working accuracy; then neither can be used.
  bool factorise(const std::vector<double>& entries, double real_shift,
                 std::span<const Complex> complex_shifts);
  /// In place (size); with the complex shift of index k.
  void solve(double* b) const;
  void solve(std::size_t k, Complex* b) const;

  /// Arithmetic operations, about: of a factorisation and of a solution with a real shift, and of
  /// the same with a complex one.
  double factorisation_operations() const;
  double complex_factorisation_operations() const;
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
