// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/signals/linear_block.h"

#include <algorithm>
#include <cmath>

#include "holon/base/balance.h"
#include "holon/base/matrices.h"

namespace holon {

using Matrix = Eigen::MatrixXd;

LinearSystem<double> discretise(const LinearSystem<double>& s, double period,
                                Discretisation method) {
  const Eigen::Index n = s.A.rows(), m = s.B.cols();
  if (method == Discretisation::zoh) {
    // exp [A T, B T; 0, 0] = [A_d, B_d; 0, 1] (C. F. Van Loan, IEEE Trans. Automat. Contr. 23
    // (1978) 395).
    Matrix both = Matrix::Zero(n + m, n + m);
    both.topLeftCorner(n, n) = s.A * period;
    both.topRightCorner(n, m) = s.B * period;
    const Matrix e = calc_exponential(both);
    return {e.topLeftCorner(n, n), e.topRightCorner(n, m), s.C, s.D};
  }
  const Matrix one = Matrix::Identity(n, n), half = s.A * (period / 2);
  const Matrix inverse = solve_by_lu(one - half, one);
  return {inverse * (one + half), inverse * s.B * period, s.C * inverse,
          s.D + s.C * inverse * s.B * (period / 2)};
}

namespace {

bool get_values(const MatrixOfExpr& from, Matrix& to) {
  to.resize(from.rows(), from.cols());
  for (Eigen::Index i = 0; i < from.rows(); ++i) {
    for (Eigen::Index j = 0; j < from.cols(); ++j) {
      if (!from(i, j).is_constant()) return false;
      to(i, j) = from(i, j).value();
    }
  }
  return true;
}

/// The values of entries that parameters determine.
Matrix calc_values(PartBuilder& b, const MatrixOfExpr& from) {
  const auto& parameters = b.assembly().symbols()->parameters();
  std::vector<Expr> symbols, values;
  for (const Symbols::Parameter& p : parameters) {
    symbols.push_back(p.symbol);
    values.push_back(p.value);
  }
  const std::vector<Expr> entries(from.reshaped().begin(), from.reshaped().end());
  const std::vector<Expr> numbers = substitute(entries, symbols, values);
  Matrix to = Matrix::Zero(from.rows(), from.cols());
  for (std::size_t k = 0; k < numbers.size(); ++k)
    if (numbers[k].is_constant()) to.reshaped()[static_cast<Eigen::Index>(k)] = numbers[k].value();
  return to;
}

/// Magnitudes of the states below which their errors are absolute: where outputs in SI units are of
/// size one, and at most one. The states of a filter for 1 kHz in companion form are 1e-22 of its
/// output.
std::vector<double> find_nominals(const Matrix& A, const Matrix& C) {
  const Eigen::VectorXd scale = find_balance(A);
  const Eigen::VectorXd size = C.cwiseAbs() * scale;
  const double largest = size.size() > 0 ? size.maxCoeff() : 0;
  std::vector<double> nominals(static_cast<std::size_t>(A.rows()), 1);
  if (!(largest > 0 && std::isfinite(largest))) return nominals;
  for (std::size_t k = 0; k < nominals.size(); ++k)
    nominals[k] = std::min(1.0, scale[static_cast<Eigen::Index>(k)] / largest);
  return nominals;
}

template <class M>
std::vector<Expr> combine(const M& A, const std::vector<Expr>& x, const M& B,
                          const std::vector<Expr>& u) {
  std::vector<Expr> sums;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    Expr sum = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += A(i, static_cast<Eigen::Index>(k)) * x[k];
    for (std::size_t k = 0; k < u.size(); ++k) sum += B(i, static_cast<Eigen::Index>(k)) * u[k];
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

std::vector<Expr> add_linear(PartBuilder& b, Block& block, const LinearSystem<Expr>& s,
                             const std::vector<Expr>& input, const std::vector<Expr>& initial,
                             Discretisation method, const std::string& parameter,
                             const std::string& state_name) {
  std::vector<Expr> x;
  std::vector<double> nominals;
  if (!block.is_sampled()) nominals = find_nominals(calc_values(b, s.A), calc_values(b, s.C));
  for (std::size_t k = 0; k < initial.size(); ++k) {
    const std::string name = state_name + "[" + std::to_string(k) + "]";
    x.push_back(block.is_sampled() ? block.add_memory(name, {}, initial[k])
                                   : block.add_state(name, {}, initial[k], nominals[k]));
  }
  if (!block.is_sampled()) {
    const std::vector<Expr> rates = combine(s.A, x, s.B, input);
    for (std::size_t k = 0; k < x.size(); ++k) block.set_derivative(x[k], rates[k]);
    return combine(s.C, x, s.D, input);
  }
  LinearSystem<double> numbers;
  if (!get_values(s.A, numbers.A) || !get_values(s.B, numbers.B) || !get_values(s.C, numbers.C) ||
      !get_values(s.D, numbers.D)) {
    b.error(parameter, "coefficients of a sampled block must be constant and not tunable");
    return std::vector<Expr>(static_cast<std::size_t>(s.C.rows()), 0.0);
  }
  const LinearSystem<double> d = discretise(numbers, block.period(), method);
  const std::vector<Expr> next = combine(d.A, x, d.B, input);
  for (std::size_t k = 0; k < x.size(); ++k) block.set_next(x[k], next[k]);
  return combine(d.C, x, d.D, input);
}

}  // namespace holon
