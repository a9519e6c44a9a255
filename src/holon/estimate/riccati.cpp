// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// The pencil M − λ L, with the state, its adjoint and the input as unknowns:
//   continuous  M = [A 0 B; −Q −Aᵀ −N; Nᵀ Bᵀ R],   L = diag(I, I, 0)
//   discrete    M = [A 0 B; −Q I −N; Nᵀ 0 R],      L = [I 0 0; 0 Aᵀ 0; 0 −Bᵀ 0]
// Rows orthogonal to the input's columns leave a pencil of order 2n; its stable deflating subspace
// [U₁; U₂] gives X = U₂ U₁⁻¹.
#include "holon/estimate/riccati.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "holon/analyse/linear/poles.h"
#include "holon/analyse/linearise/state_space.h"
#include "holon/base/balance.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"

namespace holon {
namespace {

/// dgges of LAPACK, in Fortran's calling sequence.
using OrderedSchur = void(const char* jobvsl, const char* jobvsr, const char* sort,
                          int (*select)(const double*, const double*, const double*), const int* n,
                          double* a, const int* lda, double* b, const int* ldb, int* sdim,
                          double* alphar, double* alphai, double* beta, double* vsl,
                          const int* ldvsl, double* vsr, const int* ldvsr, double* work,
                          const int* lwork, int* bwork, int* info, std::size_t, std::size_t,
                          std::size_t);

/// Loaded when it is first needed, so that no other command waits for it and its libraries.
OrderedSchur* find_ordered_schur() {
  static OrderedSchur* const found = [] {
    void* library = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<OrderedSchur*>(dlsym(library, "dgges_")) : nullptr;
  }();
  if (!found)
    throw std::runtime_error(
        "Riccati equations are solved by LAPACK, whose library liblapack.so.3 "
        "is not installed (Debian: liblapack3)");
  return found;
}

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

int is_in_left_half(const double* re, const double* /*im*/, const double* beta) {
  return *re * *beta < 0;
}
int is_in_circle(const double* re, const double* im, const double* beta) {
  return std::hypot(*re, *im) < std::abs(*beta);
}

/// The problem's data; with powers of two as scales of states (s) and inputs.
struct Regulator {
  MatrixXd A, B, Q, R, N;
  bool is_discrete = false;
};

MatrixXd symmetric_part(const MatrixXd& M) { return 0.5 * (M + M.transpose()); }

void check_weight(const MatrixXd& M, Index size, const char* name) {
  if (M.rows() != size || M.cols() != size)
    throw ModelError(fmt::format("{} is {} x {} for {} of them", name, M.rows(), M.cols(), size));
  if (!M.allFinite()) throw ModelError(fmt::format("{} is not finite", name));
  if ((M - M.transpose()).cwiseAbs().maxCoeff() > 1e-10 * (1e-300 + M.cwiseAbs().maxCoeff()))
    throw ModelError(fmt::format("{} is not symmetric", name));
}

Regulator make_regulator(const MatrixXd& A, const MatrixXd& B, const MatrixXd& Q, const MatrixXd& R,
                         const MatrixXd& N, bool is_discrete) {
  const Index n = A.rows(), m = B.cols();
  if (n == 0 || A.cols() != n || B.rows() != n || m == 0)
    throw ModelError(
        fmt::format("A is {} x {} and B is {} x {}", A.rows(), A.cols(), B.rows(), B.cols()));
  check_weight(Q, n, "the weight of the states");
  check_weight(R, m, "the weight of the inputs");
  const VectorXd values = calc_symmetric_eigenpairs(symmetric_part(R)).values;
  if (!(values[0] > 1e-15 * values[m - 1]) && !is_discrete)
    throw ModelError("the weight of the inputs is not positive definite",
                     "give every input a positive weight; of a filter, every measurement noise");
  return {
      A,          B, symmetric_part(Q), symmetric_part(R), N.size() > 0 ? N : MatrixXd::Zero(n, m),
      is_discrete};
}

/// Scales that make the parts of the pencil similar in size.
Regulator scale_regulator(const Regulator& r, VectorXd& state, VectorXd& input) {
  const Index n = r.A.rows(), m = r.B.cols();
  MatrixXd size = MatrixXd::Zero(2 * n + m, 2 * n + m);
  size.block(0, 0, n, n) = r.A.cwiseAbs();
  size.block(0, 2 * n, n, m) = r.B.cwiseAbs();
  size.block(n, 0, n, n) = r.Q.cwiseAbs();
  size.block(n, n, n, n) = r.A.transpose().cwiseAbs();
  size.block(n, 2 * n, n, m) = r.N.cwiseAbs();
  size.block(2 * n, 0, m, n) = r.N.transpose().cwiseAbs();
  size.block(2 * n, n, m, n) = r.B.transpose().cwiseAbs();
  size.block(2 * n, 2 * n, m, m) = r.R.cwiseAbs();
  const VectorXd scale = find_balance(size);
  state.resize(n), input.resize(m);
  for (Index i = 0; i < n; ++i)
    state[i] = std::exp2(std::round(0.5 * std::log2(scale[i] / scale[n + i])));
  for (Index k = 0; k < m; ++k) input[k] = 1;
  Regulator s = r;
  const VectorXd inverse = state.cwiseInverse();
  s.A = inverse.asDiagonal() * r.A * state.asDiagonal();
  s.B = inverse.asDiagonal() * r.B * input.asDiagonal();
  s.Q = state.asDiagonal() * r.Q * state.asDiagonal();
  s.N = state.asDiagonal() * r.N * input.asDiagonal();
  s.R = input.asDiagonal() * r.R * input.asDiagonal();
  return s;
}

/// [U₁; U₂]; fewer than n columns where the pencil has roots on the boundary.
MatrixXd find_stable_subspace(const Regulator& r) {
  const Index n = r.A.rows(), m = r.B.cols(), all = 2 * n + m;
  MatrixXd M = MatrixXd::Zero(all, all), L = MatrixXd::Zero(all, all);
  M.block(0, 0, n, n) = r.A;
  M.block(0, 2 * n, n, m) = r.B;
  M.block(n, 0, n, n) = -r.Q;
  M.block(n, 2 * n, n, m) = -r.N;
  M.block(2 * n, 0, m, n) = r.N.transpose();
  M.block(2 * n, 2 * n, m, m) = r.R;
  L.block(0, 0, n, n).setIdentity();
  if (r.is_discrete) {
    M.block(n, n, n, n).setIdentity();
    L.block(n, n, n, n) = r.A.transpose();
    L.block(2 * n, n, m, n) = -r.B.transpose();
  } else {
    M.block(n, n, n, n) = -r.A.transpose();
    M.block(2 * n, n, m, n) = r.B.transpose();
    L.block(n, n, n, n).setIdentity();
  }
  const MatrixXd rows = calc_orthogonal_factor(M.rightCols(m)).rightCols(2 * n).transpose();
  MatrixXd a = rows * M.leftCols(2 * n), b = rows * L.leftCols(2 * n);
  const int order = static_cast<int>(2 * n);
  int stable = 0, info = 0, length = -1;
  VectorXd re(order), im(order), beta(order);
  MatrixXd left(1, 1), right(order, order);
  std::vector<int> chosen(static_cast<std::size_t>(order));
  double best = 0;
  const int one = 1;
  const auto select = r.is_discrete ? is_in_circle : is_in_left_half;
  const auto run = [&](double* work) {
    (*find_ordered_schur())("N", "V", "S", select, &order, a.data(), &order, b.data(), &order,
                            &stable, re.data(), im.data(), beta.data(), left.data(), &one,
                            right.data(), &order, work, &length, chosen.data(), &info, 1, 1, 1);
  };
  run(&best);
  length = static_cast<int>(best);
  std::vector<double> work(static_cast<std::size_t>(length));
  run(work.data());
  // order + 2: roots at the boundary, counted anew after the reordering.
  if (info != 0 && info != order + 2)
    throw ModelError(
        fmt::format("the Schur form of the Riccati equation was not found (dgges: {})", info));
  return right.leftCols(stable);
}

/// X with A X + X Aᵀ + Q = 0, or A X Aᵀ − X + Q = 0, as one linear system (n² unknowns).
MatrixXd solve_lyapunov(const MatrixXd& A, const MatrixXd& Q, bool is_discrete) {
  const Index n = A.rows();
  MatrixXd system = MatrixXd::Zero(n * n, n * n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      for (Index k = 0; k < n; ++k) {
        if (is_discrete) {
          for (Index l = 0; l < n; ++l) system(i + j * n, k + l * n) += A(i, k) * A(j, l);
        } else {
          system(i + j * n, k + j * n) += A(i, k);
          system(i + j * n, i + k * n) += A(j, k);
        }
      }
  if (is_discrete) system.diagonal().array() -= 1;
  const MatrixXd x = solve_by_lu(system, MatrixXd(-Q.reshaped(n * n, 1)));
  return symmetric_part(x.reshaped(n, n));
}

MatrixXd calc_gain(const Regulator& r, const MatrixXd& X) {
  MatrixXd weight = r.R, side = r.N.transpose();
  if (r.is_discrete) {
    weight += r.B.transpose() * X * r.B;
    side += r.B.transpose() * X * r.A;
  } else {
    side += r.B.transpose() * X;
  }
  return solve_by_lu(weight, side);
}

/// The residual of the equation, relative to its largest term.
double calc_residual(const Regulator& r, const MatrixXd& X, const MatrixXd& K) {
  const MatrixXd side =
      r.is_discrete ? MatrixXd(r.A.transpose() * X * r.B + r.N) : MatrixXd(X * r.B + r.N);
  const MatrixXd first = r.is_discrete ? MatrixXd(r.A.transpose() * X * r.A - X)
                                       : MatrixXd(r.A.transpose() * X + X * r.A);
  const double size =
      std::max({X.norm(), (r.A.transpose() * X).norm(), r.Q.norm(), (side * K).norm(), 1e-300});
  return (first - side * K + r.Q).norm() / size;
}

[[noreturn]] void explain_failure(const Regulator& r) {
  const RootPlane plane{r.is_discrete ? 1.0 : 0.0};
  const std::vector<Pole> poles = find_poles(r.A, plane);
  const StateSpaceMatrices system{r.A, r.B, r.Q, MatrixXd::Zero(r.Q.rows(), r.B.cols()),
                                  plane.period};
  const Reach reach = find_reach(system, poles);
  const auto describe = [&](std::size_t k) {
    const std::complex<double> s = poles[k].value;
    return s.imag() == 0 ? fmt::format("{:.4g}", s.real())
                         : fmt::format("{:.4g} {} {:.4g}j", s.real(), s.imag() < 0 ? "−" : "+",
                                       std::abs(s.imag()));
  };
  for (const std::size_t k : reach.uncontrollable_poles)
    if (poles[k].growth() >= 0)
      throw ModelError("the Riccati equation has no stabilising solution: the pole " + describe(k) +
                           " is not stable and not controllable",
                       "for a filter: no measurement depends on it, so it is not detectable");
  for (const std::size_t k : reach.unobservable_poles)
    if (poles[k].growth() == 0)
      throw ModelError("the Riccati equation has no stabilising solution: the pole " + describe(k) +
                           " on the stability boundary is not observable through the weights",
                       "weigh its states; for a filter: give them process noise");
  throw ModelError(
      "the Riccati equation has no stabilising solution: roots of its pencil lie on the "
      "boundary of stability",
      "weigh all states, and check that the weights are positive semidefinite");
}

RiccatiSolution solve_regulator(const Regulator& given) {
  const Index n = given.A.rows();
  VectorXd state, input;
  const Regulator r = scale_regulator(given, state, input);
  const MatrixXd U = find_stable_subspace(r);
  if (U.cols() != n) explain_failure(given);
  const Lu lu(U.topRows(n).transpose());
  if (!(lu.rcond() > 1e-15)) explain_failure(given);
  MatrixXd X = symmetric_part(lu.solve(MatrixXd(U.bottomRows(n).transpose())));
  MatrixXd K = calc_gain(r, X);
  double residual = calc_residual(r, X, K);
  constexpr Index kMostRefined = 16;  // n² unknowns
  if (n <= kMostRefined) {
    // D. L. Kleinman, IEEE Trans. Automat. Contr. 13 (1968) 114.
    const MatrixXd closed = (r.A - r.B * K).transpose();
    const MatrixXd cross = r.N * K;
    const MatrixXd better = solve_lyapunov(
        closed, r.Q + K.transpose() * r.R * K - cross - cross.transpose(), r.is_discrete);
    const MatrixXd better_K = calc_gain(r, better);
    if (const double left = calc_residual(r, better, better_K); left < residual)
      X = better, K = better_K, residual = left;
  }
  RiccatiSolution solution;
  const VectorXd inverse = state.cwiseInverse();
  solution.X = inverse.asDiagonal() * X * inverse.asDiagonal();
  solution.K = input.asDiagonal() * K * inverse.asDiagonal();
  solution.residual = residual;
  const RootPlane plane{given.is_discrete ? 1.0 : 0.0};
  for (const Pole& pole : find_poles(given.A - given.B * solution.K, plane))
    solution.poles.push_back(pole.value);
  return solution;
}

}  // namespace

RiccatiSolution solve_care(const MatrixXd& A, const MatrixXd& B, const MatrixXd& Q,
                           const MatrixXd& R, const MatrixXd& N) {
  return solve_regulator(make_regulator(A, B, Q, R, N, false));
}

RiccatiSolution solve_dare(const MatrixXd& A, const MatrixXd& B, const MatrixXd& Q,
                           const MatrixXd& R, const MatrixXd& N) {
  return solve_regulator(make_regulator(A, B, Q, R, N, true));
}

SteadyFilter find_steady_filter(const MatrixXd& A, const MatrixXd& C, const MatrixXd& W,
                                const MatrixXd& V) {
  const RiccatiSolution dual = solve_care(A.transpose(), C.transpose(), W, V);
  const MatrixXd K = dual.K.transpose();
  return {dual.X, dual.X, K, K, dual.poles};
}

SteadyFilter find_steady_sampled_filter(const MatrixXd& A, const MatrixXd& C, const MatrixXd& W,
                                        const MatrixXd& V) {
  const RiccatiSolution dual = solve_dare(A.transpose(), C.transpose(), W, V);
  const MatrixXd& P = dual.X;
  SteadyFilter f;
  f.predicted = P;
  f.K = solve_by_lu(MatrixXd(calc_congruence(C, P) + V), MatrixXd(C * P)).transpose();
  const MatrixXd M = MatrixXd::Identity(A.rows(), A.rows()) - f.K * C;
  f.filtered = symmetric_part(calc_congruence(M, P) + calc_congruence(f.K, V));
  f.L = A * f.K;
  f.poles = dual.poles;
  return f;
}

}  // namespace holon
