// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Deviations δ of the tangent coordinates and u of the inputs obey
//   δ' = A δ + B u,   y = C δ + D u,   0 = G δ + H u
// with G, H the slopes of the constraints. With rows of G that are independent and columns chosen
// by pivoting, δ = (dependent, independent), G = [G_d G_i]:
//   δ_d = -G_d⁻¹ (G_i ξ + H u),   δ = N ξ + K u,   ξ' = A_i (N ξ + K u) + B_i u.
// The rows of A that belong to ξ are enough, since f keeps the constraints.
#include "holon/analyse/linear_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "holon/base/errors.h"
#include "holon/base/names.h"
#include "holon/expr/program.h"
#include "holon/system/delays.h"
#include "holon/system/input_rates.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRank = 1e-9;  // of the largest pivot: rows below it depend on others

MatrixXd evaluate(const FunctionJacobian& jacobian, const std::vector<double>& in) {
  const Sparsity& pattern = jacobian.pattern;
  const std::vector<double> entries = jacobian.function->evaluate(in);
  MatrixXd J = MatrixXd::Zero(pattern.rows, pattern.columns);
  for (int j = 0; j < pattern.columns; ++j)
    for (int e = pattern.start[static_cast<std::size_t>(j)];
         e < pattern.start[static_cast<std::size_t>(j) + 1]; ++e)
      J(pattern.row[static_cast<std::size_t>(e)], j) = entries[static_cast<std::size_t>(e)];
  return J;
}

/// Which of the tangent coordinates follow from the others, and how.
struct Reduction {
  std::vector<int> independent, dependent;
  MatrixXd N, K;
};

/// Pivots among some columns: what was chosen goes into `dependent`. Those that the user holds at
/// the start stay independent where others can follow from them without being magnified.
void choose_dependent(MatrixXd G, const System& system, const std::vector<int>& columns,
                      std::vector<int>& dependent) {
  constexpr double kWellPlaced = 1e-2;  // of the largest pivot
  const auto is_held = [&](int j) {
    const std::vector<bool>& held = tangent_block(system, j).held;
    return std::find(held.begin(), held.end(), true) != held.end();
  };
  double largest = 0;
  for (const bool held : {false, true}) {
    std::vector<int> part;
    for (const int j : columns)
      if (is_held(j) == held) part.push_back(j);
    if (part.empty() || G.rows() == 0) continue;
    const MatrixXd among = G(Eigen::all, part);
    Eigen::ColPivHouseholderQR<MatrixXd> qr(among);
    largest = std::max(largest, qr.maxPivot());
    const double least = (held ? kRank : kWellPlaced) * largest;
    Index rank = 0;
    while (rank < std::min(among.rows(), among.cols()) &&
           std::abs(qr.matrixR()(rank, rank)) > least)
      dependent.push_back(part[static_cast<std::size_t>(qr.colsPermutation().indices()[rank++])]);
    // What is left of the rows for the others.
    const MatrixXd Q = qr.householderQ() * MatrixXd::Identity(G.rows(), G.rows());
    G = Q.rightCols(G.rows() - rank).transpose() * G;
  }
}

/// -G_d⁻¹ R, column by column; what is small beside the rest of its column is a rounding.
MatrixXd solve_for(const MatrixXd& Gd, const MatrixXd& R) {
  MatrixXd solution = -Eigen::ColPivHouseholderQR<MatrixXd>(Gd).solve(R);
  for (Index j = 0; j < solution.cols(); ++j) {
    const double size = solution.col(j).cwiseAbs().maxCoeff();
    for (Index i = 0; i < solution.rows(); ++i)
      if (std::abs(solution(i, j)) < 64 * 2.2e-16 * size) solution(i, j) = 0;
  }
  return solution;
}

/// G and H: rows of places, then as many of speeds. Places follow from places (and states that are
/// neither) alone, then speeds from all.
Reduction reduce(const System& system, const MatrixXd& G, const MatrixXd& H) {
  const int n = static_cast<int>(G.cols());
  Reduction r;
  std::vector<int> places, rates;
  for (int j = 0; j < n; ++j) {
    const StateBlock::Role role = tangent_block(system, j).role;
    if (role == StateBlock::Role::coordinate) places.push_back(j);
    if (role == StateBlock::Role::rate) rates.push_back(j);
  }
  const Index half = G.rows() / 2;
  std::vector<int> by_places, by_speeds;
  choose_dependent(G.topRows(half), system, places, by_places);
  choose_dependent(G.bottomRows(half), system, rates, by_speeds);
  r.dependent = by_places;
  r.dependent.insert(r.dependent.end(), by_speeds.begin(), by_speeds.end());
  std::sort(r.dependent.begin(), r.dependent.end());
  for (int j = 0; j < n; ++j)
    if (!std::binary_search(r.dependent.begin(), r.dependent.end(), j)) r.independent.push_back(j);
  r.N = MatrixXd::Zero(n, static_cast<Index>(r.independent.size()));
  r.K = MatrixXd::Zero(n, H.cols());
  for (std::size_t k = 0; k < r.independent.size(); ++k)
    r.N(r.independent[k], static_cast<Index>(k)) = 1;
  for (const auto& [dependent, rows, bound] :
       {std::tuple{by_places, G.topRows(half), H.topRows(half)},
        std::tuple{by_speeds, G.bottomRows(half), H.bottomRows(half)}}) {
    if (dependent.empty()) continue;
    // What is known by now: independent ones and, for speeds, dependent places.
    const MatrixXd Gd = rows(Eigen::all, dependent);
    MatrixXd known = rows;
    known(Eigen::all, dependent).setZero();
    if (dependent == by_places) known(Eigen::all, rates).setZero();
    r.N(dependent, Eigen::all) = solve_for(Gd, known * r.N);
    r.K(dependent, Eigen::all) = solve_for(Gd, known * r.K + bound);
  }
  return r;
}

/// What a sum leaves of terms that cancel is no number of its own.
void drop_roundings(MatrixXd& M, const MatrixXd& sizes) {
  constexpr double kRounding = 64 * 2.2e-16;
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      if (std::abs(M(i, j)) < kRounding * sizes(i, j)) M(i, j) = 0;
}

MatrixXd product(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd result = a * b;
  drop_roundings(result, a.cwiseAbs() * b.cwiseAbs());
  return result;
}
MatrixXd sum(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd result = a + b;
  drop_roundings(result, a.cwiseAbs() + b.cwiseAbs());
  return result;
}

void check_finite(const MatrixXd& M, const std::vector<std::string>& rows,
                  const std::vector<std::string>& columns) {
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      if (!std::isfinite(M(i, j)))
        throw ModelError("the derivative of " + rows[static_cast<std::size_t>(i)] + " by " +
                         columns[static_cast<std::size_t>(j)] +
                         " is not finite at the operating point");
}

/// Padé's approximation of exp(-s τ) of order n, as a chain in controllable form: numerator
/// Σ (-1)^k c_k (s τ)^k over Σ c_k (s τ)^k, c_k = (2n-k)! n! / ((2n)! k! (n-k)!).
StateSpace make_pade(double tau, int order) {
  const Index n = order;
  std::vector<double> c{1};
  for (int k = 1; k <= order; ++k)
    c.push_back(c.back() * (order - k + 1) / (static_cast<double>(2 * order - k + 1) * k));
  StateSpace s{MatrixXd::Zero(n, n), MatrixXd::Zero(n, 1), MatrixXd::Zero(1, n),
               MatrixXd::Zero(1, 1)};
  const double last = c.back(), sign = order % 2 == 0 ? 1 : -1;
  // States are measured so that each is the integral of the next over τ.
  for (Index k = 0; k + 1 < n; ++k) s.A(k, k + 1) = 1 / tau;
  for (Index k = 0; k < n; ++k) {
    const double a = c[static_cast<std::size_t>(k)] / last;
    s.A(n - 1, k) = -a / tau;
    s.C(0, k) = ((k % 2 == 0 ? 1 : -1) - sign) * a;
  }
  s.B(n - 1, 0) = 1 / tau;
  s.D(0, 0) = sign;
  return s;
}

/// States that are neither places nor speeds, on which nothing depends and which no output shows:
/// sums that Holon keeps (the energy that is lost, a turn that is counted).
void leave_out_unseen(const System& system, const std::vector<int>& tangents, LinearModel& model,
                      MatrixXd& A, MatrixXd& B, MatrixXd& C) {
  for (Index k = A.rows() - 1; k >= 0; --k) {
    const auto at = static_cast<std::size_t>(k);
    if (tangent_block(system, tangents[at]).role != StateBlock::Role::other) continue;
    if (A.col(k).cwiseAbs().maxCoeff() > 0 || (C.rows() > 0 && C.col(k).cwiseAbs().maxCoeff() > 0))
      continue;
    std::vector<Index> kept;
    for (Index i = 0; i < A.rows(); ++i)
      if (i != k) kept.push_back(i);
    A = MatrixXd(A(kept, kept));
    B = MatrixXd(B(kept, Eigen::all));
    C = MatrixXd(C(Eigen::all, kept));
    if (!model.x[at].name.starts_with("system."))
      model.unseen.insert(model.unseen.begin(), model.x[at].name);
    model.x.erase(model.x.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

std::vector<std::string> rate_names(const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  for (const std::string& input : inputs) names.push_back(rate_name(input));
  return names;
}

/// Columns for the rates of inputs that the model takes them of; by input its column, or -1.
std::vector<int> add_input_rates(const System& system, const std::vector<std::string>& inputs,
                                 std::vector<int>& others, std::vector<std::string>& columns) {
  std::vector<int> places;
  for (const std::string& input : inputs) {
    const std::string name = rate_name(input);
    const auto found = std::find_if(system.parameters.begin(), system.parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == name; });
    const bool is_there = found != system.parameters.end();
    places.push_back(is_there ? static_cast<int>(others.size()) : -1);
    if (!is_there) continue;
    others.push_back(1 + system.state_count() + system.input_count() +
                     static_cast<int>(found - system.parameters.begin()));
    columns.push_back(name);
  }
  return places;
}

/// With rates of the inputs, x' = A x + B0 u + B1 u' + B2 u'', y = C x + D0 u + D1 u' + D2 u''.
/// States z = x - B2 u' - (B1 + A B2) u have none:
///   z' = A z + (B0 + A (B1 + A B2)) u,  y = C z + (D0 + C (B1 + A B2)) u + (D1 + C B2) u' + D2 u''
/// and what is left of rates in y must vanish. Columns of the inputs come first, then those of
/// rates up to `end`, then others; the rates' are taken away.
void put_rates_into_states(LinearModel& model, const std::array<std::vector<int>, 2>& rates,
                           Index inputs, Index end, const MatrixXd& A, MatrixXd& B,
                           const MatrixXd& C, MatrixXd& D) {
  for (Index k = 0; k < inputs; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const auto column = [&](const MatrixXd& M, int place) {
      return place < 0 ? VectorXd(VectorXd::Zero(M.rows())) : VectorXd(M.col(place));
    };
    const VectorXd b2 = column(B, rates[1][at]), b1 = column(B, rates[0][at]) + A * b2;
    const VectorXd d1 = column(D, rates[0][at]) + C * b2, d2 = column(D, rates[1][at]);
    const double size = std::max(
        1e-300, D.cwiseAbs().maxCoeff() + (C.size() > 0 ? C.cwiseAbs().maxCoeff() : 0.0) *
                                              (b2.size() > 0 ? b2.cwiseAbs().maxCoeff() : 0.0));
    const auto tell = static_cast<Index>(model.y.size());
    for (Index i = 0; i < tell; ++i)
      if (std::abs(d1[i]) + std::abs(d2[i]) > 1e-12 * size)
        throw ModelError("output '" + model.y[static_cast<std::size_t>(i)].name +
                             "' follows the rate of input '" + model.u[at].name +
                             "', which A, B, C, D cannot tell",
                         "choose other outputs by --output");
    if (b1.isZero(0) && b2.isZero(0)) continue;
    B.col(k) += A * b1;
    D.col(k) += C * b1;
    model.notes.push_back("the states are less what of them follows input '" + model.u[at].name +
                          "' or its rate at once");
  }
  std::vector<Index> kept;
  for (Index j = 0; j < B.cols(); ++j)
    if (j < inputs || j >= end) kept.push_back(j);
  B = MatrixXd(B(Eigen::all, kept));
  D = MatrixXd(D(Eigen::all, kept));
}

/// Of rows of rates, each term in the size of its state: what is small beside the others is the
/// rounding of terms that cancel.
void drop_roundings_of(MatrixXd& A, const std::vector<double>& sizes) {
  for (Index i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (Index j = 0; j < A.cols(); ++j)
      sum += std::abs(A(i, j)) * sizes[static_cast<std::size_t>(j)];
    for (Index j = 0; j < A.cols(); ++j)
      if (std::abs(A(i, j)) * sizes[static_cast<std::size_t>(j)] < 1e-14 * sum) A(i, j) = 0;
  }
}

}  // namespace

StateSpace StateSpace::channel(Index output, Index input) const {
  return {A, B.col(input), C.row(output), D.block(output, input, 1, 1)};
}

LinearModel linearize(const System& system, const OperatingPoint& point,
                      const LinearRequest& request) {
  LinearModel model;
  const int n = tangent_count(system), nu = system.input_count();
  // Columns behind those of the states: the inputs, then the delayed signals.
  std::vector<int> others;
  std::vector<std::string> columns;
  for (int j = 0; j < n; ++j) columns.push_back(tangent_name(system, j));
  for (const std::string& name : request.inputs) {
    const auto found = std::find_if(system.parameters.begin(), system.parameters.end(),
                                    [&](const SystemParameter& p) { return p.name == name; });
    if (found == system.parameters.end()) {
      std::vector<std::string> names;
      for (const SystemParameter& p : system.parameters) names.push_back(p.name);
      throw InputError({}, "there is no parameter '" + name + "' to be an input",
                       did_you_mean(name, names));
    }
    const auto k = static_cast<int>(found - system.parameters.begin());
    const int place = 1 + system.state_count() + nu + k;
    others.push_back(place);
    columns.push_back(name);
    model.u.push_back({name, found->dimension, point.in[static_cast<std::size_t>(place)]});
  }
  const auto m = static_cast<Index>(others.size());
  const std::vector<int> first_rates = add_input_rates(system, request.inputs, others, columns),
                         second_rates =
                             add_input_rates(system, rate_names(request.inputs), others, columns);
  const auto before_delays = static_cast<Index>(others.size());
  for (int k = 0; k < nu; ++k) {
    others.push_back(1 + system.state_count() + k);
    columns.push_back(system.inputs[static_cast<std::size_t>(k)]);
  }
  const FunctionRef h = system.select_outputs(request.outputs);
  std::vector<std::string> rows;
  const std::vector<double> values =
      h->output_count() > 0 ? h->evaluate(point.in) : std::vector<double>{};
  for (const std::string& name : request.outputs) {
    const SystemOutput output = *system.find_output(name);
    for (int i = 0; i < output.size(); ++i) {
      model.y.push_back({component_name(output.name, output.components, i), output.dimension,
                         values[model.y.size()]});
      rows.push_back(model.y.back().name);
    }
  }
  std::vector<std::string> rates;
  for (int j = 0; j < n; ++j)
    rates.push_back("the rate of " + columns[static_cast<std::size_t>(j)]);
  const MatrixXd f = n > 0 ? evaluate(make_state_jacobian(system, others), point.in)
                           : MatrixXd::Zero(0, static_cast<Index>(others.size()));
  MatrixXd g = evaluate(make_tangent_jacobian(system, *h, others), point.in);
  check_finite(f, rates, columns);
  check_finite(g, rows, columns);
  const Index behind = g.rows();
  if (nu > 0) {
    g.conservativeResize(behind + nu, Eigen::NoChange);
    g.bottomRows(nu) =
        evaluate(make_tangent_jacobian(system, *make_delayed_signals(system), others), point.in)
            .topRows(nu);
  }

  Reduction r;
  const Index all = static_cast<Index>(others.size());
  if (system.constraints && !system.constraints->names.empty()) {
    const MatrixXd c =
        evaluate(make_tangent_jacobian(system, *system.constraints->residual, others), point.in);
    r = reduce(system, c.leftCols(n), c.rightCols(all));
  } else {
    r = reduce(system, MatrixXd::Zero(0, n), MatrixXd::Zero(0, all));
  }
  MatrixXd f_free(static_cast<Index>(r.independent.size()), f.cols());
  for (std::size_t k = 0; k < r.independent.size(); ++k)
    f_free.row(static_cast<Index>(k)) = f.row(r.independent[k]);
  MatrixXd A = product(f_free.leftCols(n), r.N),
           B = sum(product(f_free.leftCols(n), r.K), f_free.rightCols(all)),
           C = product(g.leftCols(n), r.N), D = sum(product(g.leftCols(n), r.K), g.rightCols(all));
  std::vector<double> sizes;
  for (const int j : r.independent) {
    const StateBlock& block = tangent_block(system, j);
    LinearVariable v{columns[static_cast<std::size_t>(j)], block.dimension, 0};
    if (block.kind == StateBlock::Kind::quaternion) {
      v.dimension = dimensions::kAngle;
    } else {
      for (int i = block.offset; i < block.offset + block.size; ++i)
        if (system.state_name(i) == v.name) v.value = point.x()[i];
    }
    // Of an equilibrium: what Newton's method leaves of zero.
    if (std::abs(v.value) < 1e-15 * block.nominal) v.value = 0;
    sizes.push_back(std::max(block.nominal, std::abs(v.value)));
    model.x.push_back(std::move(v));
  }
  drop_roundings_of(A, sizes);
  drop_roundings_of(C, sizes);
  for (const int j : r.dependent) model.dependent.push_back(columns[static_cast<std::size_t>(j)]);

  put_rates_into_states(model, {first_rates, second_rates}, m, before_delays, A, B, C, D);
  leave_out_unseen(system, r.independent, model, A, B, C);

  // Delayed signals w come back as v = pade(w).
  const std::vector<SystemDelay> delays = list_delays(system);
  for (std::size_t k = 0; k < delays.size(); ++k) {
    const StateSpace pade = make_pade(delays[k].time, request.delay_order);
    const Index order = A.rows(), added = pade.order(), in = m;  // the first delay that is left
    const Index out = behind;
    const double d = pade.D(0, 0), loop = 1 - d * D(out, in);
    if (loop == 0) throw ModelError("a delayed signal follows itself without delay");
    // w = (C_w x + D_w u + D_v C_p x_p) / (1 - D_v d), v = C_p x_p + d w.
    VectorXd w_x = C.row(out) / loop, w_u = D.row(out) / loop;
    const VectorXd w_p = (D(out, in) * pade.C.row(0)).transpose() / loop;
    const VectorXd v_x = d * w_x, v_u = d * w_u, v_p = pade.C.row(0).transpose() + d * w_p;
    const VectorXd b = B.col(in), e = D.col(in);
    MatrixXd A2 = MatrixXd::Zero(order + added, order + added), B2(order + added, B.cols()),
             C2(C.rows(), order + added), D2 = D + e * v_u.transpose();
    A2.topLeftCorner(order, order) = A + b * v_x.transpose();
    A2.topRightCorner(order, added) = b * v_p.transpose();
    A2.bottomLeftCorner(added, order) = pade.B * w_x.transpose();
    A2.bottomRightCorner(added, added) = pade.A + pade.B * w_p.transpose();
    B2.topRows(order) = B + b * v_u.transpose();
    B2.bottomRows(added) = pade.B * w_u.transpose();
    C2.leftCols(order) = C + e * v_x.transpose();
    C2.rightCols(added) = e * v_p.transpose();
    const auto drop_column = [&](MatrixXd& M) {
      MatrixXd left(M.rows(), M.cols() - 1);
      left << M.leftCols(in), M.rightCols(M.cols() - in - 1);
      M = left;
    };
    const auto drop_row = [&](MatrixXd& M) {
      MatrixXd left(M.rows() - 1, M.cols());
      left << M.topRows(out), M.bottomRows(M.rows() - out - 1);
      M = left;
    };
    drop_column(B2), drop_column(D2), drop_row(C2), drop_row(D2);
    A = A2, B = B2, C = C2, D = D2;
    for (Index i = 0; i < added; ++i)
      model.x.push_back({fmt::format("{}.delay{}", delays[k].name, i + 1), {}, 0});
    model.delays.push_back(fmt::format("{} by {:.6g} s", delays[k].name, delays[k].time));
  }
  model.A = A, model.B = B, model.C = C, model.D = D;
  if (request.feedback == 1) return model;
  model.C *= request.feedback, model.D *= request.feedback;
  model.C.array() += 0.0, model.D.array() += 0.0;  // no minus zero
  return model;
}

Eigen::MatrixXcd calc_response(const StateSpace& system, std::complex<double> s) {
  if (system.order() == 0) return system.D.cast<std::complex<double>>();
  Eigen::MatrixXcd M = -system.A.cast<std::complex<double>>();
  M.diagonal().array() += s;
  return system.C * M.partialPivLu().solve(system.B.cast<std::complex<double>>()) + system.D;
}

VectorXd find_balance(const MatrixXd& A) {
  const Index n = A.rows();
  VectorXd scale = VectorXd::Ones(n);
  MatrixXd M = A;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (Index i = 0; i < n; ++i) {
      double column = M.col(i).cwiseAbs().sum() - std::abs(M(i, i));
      double row = M.row(i).cwiseAbs().sum() - std::abs(M(i, i));
      if (!(column > 0 && row > 0)) continue;
      const double before = column + row;
      double factor = 1;
      while (column < row / 2) factor *= 2, column *= 2, row /= 2;
      while (column > row * 2) factor /= 2, column /= 2, row *= 2;
      if (column + row >= 0.95 * before) continue;
      is_changed = true;
      scale[i] *= factor;
      M.col(i) *= factor;
      M.row(i) /= factor;
    }
  }
  return scale;
}

StateSpace balance(const StateSpace& s, const VectorXd& scale) {
  const VectorXd inverse = scale.cwiseInverse();
  return {inverse.asDiagonal() * s.A * scale.asDiagonal(), inverse.asDiagonal() * s.B,
          s.C * scale.asDiagonal(), s.D};
}

}  // namespace holon
