// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/shifted_jacobian.h"

#include <klu.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <new>

#include "holon/base/profile.h"
#include "holon/solve/square_pattern.h"

namespace holon::detail {
namespace {

// Pivots of earlier numbers are kept while the factors' diagonal spreads less than this.
const double kWorstPivots = std::pow(std::numeric_limits<double>::epsilon(), 2.0 / 3);
// A complex multiplication and addition beside a real one.
constexpr double kComplexCost = 4;

template <class Matrix>
bool has_pivots(const Eigen::PartialPivLU<Matrix>& lu) {
  for (Eigen::Index i = 0; i < lu.rows(); ++i) {
    const double pivot = std::abs(lu.matrixLU()(i, i));
    if (!(pivot > 0 && std::isfinite(pivot))) return false;
  }
  return true;
}

}  // namespace

struct ShiftedJacobian::Dense {
  Eigen::MatrixXd jacobian;
  Eigen::PartialPivLU<Eigen::MatrixXd> real;
  std::vector<Eigen::PartialPivLU<Eigen::MatrixXcd>> complex;
  const Sparsity* pattern;
  Sparsity own;
  Eigen::Index states;
  Eigen::VectorXd scale;  // of the rows behind those of states, whose units differ

  Dense(const Sparsity* sparsity, int size, int state_count)
      : jacobian(Eigen::MatrixXd::Zero(size, size)),
        pattern(sparsity ? &own : nullptr),
        states(state_count) {
    if (sparsity) own = *sparsity;
  }

  bool factorise(const std::vector<double>& entries, double real_shift,
                 std::span<const Complex> complex_shifts) {
    const Eigen::Index n = jacobian.rows();
    std::size_t k = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!pattern) {
        for (Eigen::Index i = 0; i < n; ++i) jacobian(i, j) = -entries[k++];
        continue;
      }
      const auto end = static_cast<std::size_t>(own.start[static_cast<std::size_t>(j) + 1]);
      for (; k < end; ++k) jacobian(own.row[k], j) = -entries[k];
    }
    scale.resize(n - states);
    for (Eigen::Index i = states; i < n; ++i) {
      const double largest = jacobian.row(i).cwiseAbs().maxCoeff();
      scale[i - states] = largest > 0 && std::isfinite(largest) ? 1 / largest : 1;
      jacobian.row(i) *= scale[i - states];
    }
    Eigen::MatrixXd shifted = jacobian;
    shifted.diagonal().head(states).array() += real_shift;
    real.compute(shifted);
    if (!has_pivots(real)) return false;
    complex.resize(complex_shifts.size());
    for (std::size_t k = 0; k < complex_shifts.size(); ++k) {
      Eigen::MatrixXcd complex_shifted = jacobian.cast<Complex>();
      complex_shifted.diagonal().head(states).array() += complex_shifts[k];
      complex[k].compute(complex_shifted);
      if (!has_pivots(complex[k])) return false;
    }
    return true;
  }
};

struct ShiftedJacobian::Sparse {
  SquarePattern square;
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* real = nullptr;
  std::vector<klu_numeric*> complex;
  std::vector<double> values;                        // of the real matrix
  std::vector<std::vector<Complex>> complex_values;  // of each complex one
  // What the pivots were chosen for.
  std::vector<double> pivot_entries;
  double pivot_real = 0;
  std::vector<Complex> pivot_complex;

  // Only the diagonal of states is shifted.
  Sparse(const Sparsity& pattern, int states) : square(add_diagonal(pattern)) {
    square.place_of_diagonal.resize(static_cast<std::size_t>(states));
    klu_defaults(&common);
    values.resize(square.pattern.row.size());
    Sparsity& p = square.pattern;
    symbolic = klu_analyze(p.columns, p.start.data(), p.row.data(), &common);
    if (!symbolic) throw std::bad_alloc();
  }
  ~Sparse() {
    drop();
    klu_free_symbolic(&symbolic, &common);
  }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;

  void drop() {
    if (real) klu_free_numeric(&real, &common);
    for (klu_numeric*& factors : complex)
      if (factors) klu_z_free_numeric(&factors, &common);
    complex.clear();
  }

  void set(const std::vector<double>& entries, double real_shift,
           std::span<const Complex> complex_shifts) {
    std::fill(values.begin(), values.end(), 0.0);
    for (std::size_t k = 0; k < entries.size(); ++k) values[square.place_of_entry[k]] = -entries[k];
    complex_values.resize(complex_shifts.size());
    for (std::size_t pair = 0; pair < complex_shifts.size(); ++pair) {
      complex_values[pair].assign(values.begin(), values.end());
      for (const std::size_t k : square.place_of_diagonal)
        complex_values[pair][k] += complex_shifts[pair];
    }
    for (const std::size_t k : square.place_of_diagonal) values[k] += real_shift;
  }
  double* complex_data(std::size_t pair) {
    return reinterpret_cast<double*>(complex_values[pair].data());
  }

  bool choose_pivots(const std::vector<double>& entries, double real_shift,
                     std::span<const Complex> complex_shifts) {
    drop();
    Sparsity& p = square.pattern;
    real = klu_factor(p.start.data(), p.row.data(), values.data(), symbolic, &common);
    bool is_regular = real != nullptr;
    for (std::size_t pair = 0; is_regular && pair < complex_shifts.size(); ++pair) {
      complex.push_back(
          klu_z_factor(p.start.data(), p.row.data(), complex_data(pair), symbolic, &common));
      is_regular = complex.back() != nullptr;
    }
    if (!is_regular) {
      drop();
      return false;
    }
    pivot_entries = entries;
    pivot_real = real_shift;
    pivot_complex.assign(complex_shifts.begin(), complex_shifts.end());
    return true;
  }

  // With the pivots that there are.
  bool renew() {
    Sparsity& p = square.pattern;
    bool is_regular =
        klu_refactor(p.start.data(), p.row.data(), values.data(), symbolic, real, &common);
    for (std::size_t pair = 0; is_regular && pair < complex.size(); ++pair)
      is_regular = klu_z_refactor(p.start.data(), p.row.data(), complex_data(pair), symbolic,
                                  complex[pair], &common);
    return is_regular;
  }

  bool suits() {
    const auto is_good = [&](int known) { return known && common.rcond > kWorstPivots; };
    bool is_suitable = is_good(klu_rcond(symbolic, real, &common));
    for (klu_numeric* factors : complex)
      is_suitable = is_suitable && is_good(klu_z_rcond(symbolic, factors, &common));
    return is_suitable;
  }

  // Numbers always come from `renew`, so that they do not depend on when pivots were chosen.
  bool factorise(const std::vector<double>& entries, double real_shift,
                 std::span<const Complex> complex_shifts) {
    set(entries, real_shift, complex_shifts);
    const bool has_pivots = real && complex.size() == complex_shifts.size();
    if (has_pivots && renew() && suits()) return true;
    return choose_pivots(entries, real_shift, complex_shifts) && renew();
  }
};

ShiftedJacobian::ShiftedJacobian(const Sparsity* pattern, int size, int states)
    : size_(size), entries_(pattern ? pattern->count() : size_ * size_) {
  if (pattern && is_better_sparse(*pattern)) {
    sparse_ = std::make_unique<Sparse>(*pattern, states);
  } else {
    dense_ = std::make_unique<Dense>(pattern, size, states);
  }
}

ShiftedJacobian::~ShiftedJacobian() = default;

bool ShiftedJacobian::factorise(const std::vector<double>& entries, double real_shift,
                                std::span<const Complex> complex_shifts) {
  if (size_ == 0) return true;
  const WorkScope work(Work::linear);
  return sparse_ ? sparse_->factorise(entries, real_shift, complex_shifts)
                 : dense_->factorise(entries, real_shift, complex_shifts);
}

void ShiftedJacobian::solve(double* b) const {
  if (size_ == 0) return;
  const WorkScope work(Work::linear);
  const int n = static_cast<int>(size_);
  if (sparse_) {
    klu_solve(sparse_->symbolic, sparse_->real, n, 1, b, &sparse_->common);
  } else {
    Eigen::Map<Eigen::VectorXd> x(b, n);
    x.tail(dense_->scale.size()).array() *= dense_->scale.array();
    x = dense_->real.solve(x).eval();
  }
}

void ShiftedJacobian::solve(std::size_t k, Complex* b) const {
  if (size_ == 0) return;
  const WorkScope work(Work::linear);
  const int n = static_cast<int>(size_);
  if (sparse_) {
    klu_z_solve(sparse_->symbolic, sparse_->complex[k], n, 1, reinterpret_cast<double*>(b),
                &sparse_->common);
  } else {
    Eigen::Map<Eigen::VectorXcd> x(b, n);
    x.tail(dense_->scale.size()).array() *= dense_->scale.cast<Complex>().array();
    x = dense_->complex[k].solve(x).eval();
  }
}

double ShiftedJacobian::factorisation_operations() const {
  return count_factorisation(sparse_ != nullptr, size_, entries_ + size_);
}

double ShiftedJacobian::complex_factorisation_operations() const {
  return kComplexCost * factorisation_operations();
}

double ShiftedJacobian::solution_operations() const {
  return count_solution(sparse_ != nullptr, size_, entries_ + size_);
}

double ShiftedJacobian::complex_solution_operations() const {
  return kComplexCost * solution_operations();
}

void ShiftedJacobian::archive(Archive& a) {
  bool has_pivots = sparse_ && !sparse_->pivot_entries.empty();
  a.item("has_pivots", has_pivots);
  if (!has_pivots) return;
  if (!sparse_) a.refuse("holds pivots of a sparse matrix, and this one is dense");
  Sparse& s = *sparse_;
  s.pivot_entries.resize(static_cast<std::size_t>(entries_));
  a.fixed("pivot_entries", s.pivot_entries);
  a.item("pivot_real", s.pivot_real);
  std::vector<double> parts;
  for (const Complex& shift : s.pivot_complex)
    parts.insert(parts.end(), {shift.real(), shift.imag()});
  a.item("pivot_complex", parts);
  if (!a.is_reading()) return;
  if (parts.size() % 2 > 0) a.refuse("holds half a complex number");
  a.check_finite("pivot_entries", s.pivot_entries);
  a.check_finite("pivot_complex", parts);
  std::vector<Complex> shifts;
  for (std::size_t k = 0; k < parts.size(); k += 2) shifts.emplace_back(parts[k], parts[k + 1]);
  const std::vector<double> entries = s.pivot_entries;
  s.set(entries, s.pivot_real, shifts);
  if (!s.choose_pivots(entries, s.pivot_real, shifts))
    a.refuse("holds pivots of a singular matrix");
}

}  // namespace holon::detail
