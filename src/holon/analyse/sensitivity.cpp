// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>

#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/expr/graph/traverse.h"
#include "holon/simulate/projection.h"
#include "holon/simulate/random.h"
#include "holon/simulate/row_times.h"
#include "holon/simulate/simulation.h"
#include "holon/simulate/start.h"
#include "holon/simulate/system_rhs.h"
#include "holon/system/fresh_inputs.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostRounds = 50;       // of what happens at one instant
constexpr double kReproduced = 1e-6;  // of the states: an event that is followed
constexpr double kGrazing = 1e-5;     // of the time: an instant that is not known better
constexpr double kTogether = 1e-6;    // of the slopes of two events at one instant
constexpr double kSameInstant = 1e-12;
constexpr double kEcho = 1e-9;  // [s] and of the time

/// ∂(outputs from `first`, `count` of them)/∂(some inputs), exact.
class InputSlopes {
 public:
  InputSlopes() = default;
  InputSlopes(const Function& f, const std::vector<int>& inputs, int first = 0, int count = -1)
      : columns_(static_cast<Index>(inputs.size())) {
    detail::FreshInputs fresh(f);
    std::vector<Expr> symbols, values = f.substitute(fresh.all);
    if (count < 0) count = static_cast<int>(values.size()) - first;
    values = {values.begin() + first, values.begin() + first + count};
    for (const int k : inputs) symbols.push_back(fresh.all[static_cast<std::size_t>(k)]);
    rows_ = count;
    Jacobian J = jacobian(values, symbols);
    pattern_ = std::move(J.pattern);
    const FunctionRef function = Function::make(
        "input slopes", fresh.graph, std::move(fresh.groups), {{"J", std::move(J.entries)}});
    program_ = Program(*function, {.engine = Engine::jit});
    entries_.resize(static_cast<std::size_t>(pattern_.count()));
  }
  Index rows() const { return rows_; }

  const MatrixXd& run(const double* in) {
    matrix_ = MatrixXd::Zero(rows_, columns_);
    if (entries_.empty()) return matrix_;
    program_.run(in, entries_.data(), workspace_);
    for (int j = 0; j < pattern_.columns; ++j)
      for (int k = pattern_.start[static_cast<std::size_t>(j)];
           k < pattern_.start[static_cast<std::size_t>(j + 1)]; ++k)
        matrix_(pattern_.row[static_cast<std::size_t>(k)], j) =
            entries_[static_cast<std::size_t>(k)];
    return matrix_;
  }

 private:
  Index rows_ = 0, columns_ = 0;
  Sparsity pattern_;
  Program program_;
  Workspace workspace_;
  std::vector<double> entries_;
  MatrixXd matrix_;
};

/// The node of a graph that quantises what depends on `symbols` (any that are not constant, if
/// there are none): "floor" or "sign", whose derivative is zero between jumps that no event
/// locates. Called functions count whatever they depend on; each is examined once (`seen`).
std::string find_quantiser(std::span<const Expr> expressions,
                           const std::unordered_set<Expr>& symbols,
                           std::unordered_set<const Function*>& seen) {
  Graph* graph = detail::find_graph(expressions);
  if (!graph) return {};
  for (const std::uint32_t id : detail::find_reachable(*graph, expressions)) {
    const Node node = graph->node(id);
    if (node.op == Op::call) {
      const Function& called = *graph->payload(node).function;
      if (!seen.insert(&called).second) continue;
      if (std::string inner = find_quantiser(called.output_scalars(), {}, seen); !inner.empty())
        return inner;
    }
    if (node.op != Op::floor && node.op != Op::sign) continue;
    const Expr argument(graph, graph->arguments(id)[0]);
    const std::vector<Expr> read = find_symbols({&argument, 1});
    const bool is_felt =
        symbols.empty() ? !read.empty() : std::any_of(read.begin(), read.end(), [&](const Expr& e) {
          return symbols.contains(e);
        });
    if (is_felt) return node.op == Op::floor ? "floor" : "sign";
  }
  return {};
}

/// Refuses quantised values among the outputs of a function of the system.
void refuse_quantisers(const Function& f, const std::vector<int>& columns,
                       const std::function<std::string(int)>& name) {
  std::unordered_set<Expr> symbols;
  for (std::size_t k = 1; k < columns.size(); ++k)  // not of time alone
    symbols.insert(f.input_scalars()[static_cast<std::size_t>(columns[k])]);
  std::unordered_set<const Function*> seen;
  const std::string op = find_quantiser(f.output_scalars(), symbols, seen);
  if (op.empty()) return;
  // Which of them it is.
  std::string of = f.name();
  for (int k = 0; k < f.output_count(); ++k) {
    seen.clear();
    const Expr& one = f.output_scalars()[static_cast<std::size_t>(k)];
    if (find_quantiser({&one, 1}, symbols, seen).empty()) continue;
    of = name(k);
    break;
  }
  throw ModelError("'" + of + "' is quantised ('" + op +
                       "'): its derivative is zero but for jumps, and says nothing",
                   "leave the quantisation out for derivatives");
}

// dopri5 (E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, table
// II.5.2), its solution of order 5.
constexpr int kExplicitStages = 6;
constexpr double kExplicitC[kExplicitStages] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};
constexpr double kExplicitA[kExplicitStages][kExplicitStages] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}};
constexpr double kExplicitB[kExplicitStages] = {35.0 / 384,     0,        500.0 / 1113, 125.0 / 192,
                                                -2187.0 / 6784, 11.0 / 84};

// Radau IIA of order 5 (E. Hairer, G. Wanner, II, table IV.5.6).
constexpr double kRoot6 = 2.4494897427831780982;
constexpr double kImplicitC[3] = {(4 - kRoot6) / 10, (4 + kRoot6) / 10, 1};
constexpr double kImplicitA[3][3] = {
    {(88 - 7 * kRoot6) / 360, (296 - 169 * kRoot6) / 1800, (-2 + 3 * kRoot6) / 225},
    {(296 + 169 * kRoot6) / 1800, (88 + 7 * kRoot6) / 360, (-2 - 3 * kRoot6) / 225},
    {(16 - kRoot6) / 36, (16 + kRoot6) / 36, 1.0 / 9}};

}  // namespace

struct SensitivitySink::Impl {
  Impl(const System& a_system, const SimulateSettings& a_settings,
       const std::vector<double>& a_parameters, const std::vector<int>& a_which,
       const std::vector<std::string>& output_names);

  void start(const double* values);
  void step(double t1);
  void advance(double t, double h, std::vector<double>& x, MatrixXd& S);
  void advance_explicitly(double t, double h, std::vector<double>& x, MatrixXd& S);
  void advance_implicitly(double t, double h, std::vector<double>& x, MatrixXd& S);
  void project(double t, const std::vector<double>& x, const std::vector<double>& d,
               const std::vector<double>& m, MatrixXd& S, const MatrixXd& D, const VectorXd& tau);
  void jump(double t, const std::vector<double>& x1, const std::vector<double>& d1,
            const std::vector<double>& m1, bool at_start);
  VectorXd find_shift(double t, bool is_tick, std::string& name);
  void add_row(double t, const std::vector<double>& x, const MatrixXd& S);
  std::vector<double> list_due(double t) const;
  const double* fill(double t, const std::vector<double>& x, const std::vector<double>& d,
                     const std::vector<double>& m);
  std::vector<double> run_rates(double t, const std::vector<double>& x,
                                const std::vector<double>& d, const std::vector<double>& m);
  MatrixXd calc_rate_slopes(double t, const std::vector<double>& x, const MatrixXd& S);
  [[noreturn]] void fail(double t, const std::string& cause, const std::string& advice) const;

  const System& system;
  const SimulateSettings settings;
  const std::vector<double> parameters;
  const std::vector<int> which;
  const Index nx, nd, np;
  const bool is_implicit;
  SystemPrograms programs;
  SystemInputs free_inputs;  // whose modes are found, not set
  Projection projection;
  Workspace workspace;
  FunctionRef outputs;
  Program output_program;
  InputSlopes f_slopes, g_slopes, r_slopes, t_slopes, h_slopes, place_slopes, speed_slopes;
  std::vector<std::uint64_t> draws;

  bool has_begun = false;
  double t0 = 0;
  std::vector<double> x0, d0, m0, in;
  MatrixXd S, D;
  std::optional<RowTimes> row_times;
  std::int64_t next_row = 0;

  std::vector<double> times;
  std::vector<VectorXd> values;
  std::vector<MatrixXd> slopes;
  std::vector<EventSlope> events;
  double deviation = 0;
};

SensitivitySink::Impl::Impl(const System& a_system, const SimulateSettings& a_settings,
                            const std::vector<double>& a_parameters,
                            const std::vector<int>& a_which,
                            const std::vector<std::string>& output_names)
    : system(a_system),
      settings(a_settings),
      parameters(a_parameters),
      which(a_which),
      nx(system.state_count()),
      nd(system.discrete_count()),
      np(static_cast<Index>(which.size())),
      is_implicit(settings.solver == SolverMethod::radau5),
      programs(system),
      free_inputs(system, programs.indicators, 1),
      projection(system, programs) {
  if (system.input_count() > 0)
    throw ModelError(
        "derivatives through time delays are not available yet ('" + system.inputs.front() + "')",
        "replace the delay by a filter, or give it by ticks");
  if (settings.start == RunStart::equilibrium)
    throw ModelError("derivatives of a start at an equilibrium are not available yet",
                     "begin at initial values: --set simulate.start=initial");
  free_inputs.set_parameters(0, parameters);
  projection.inputs().set_parameters(0, parameters);
  outputs = system.select_outputs(output_names);
  output_program = Program(*outputs, {.engine = Engine::jit});
  // Columns: t, x, p, d.
  std::vector<int> columns;
  for (int k = 0; k <= system.state_count(); ++k) columns.push_back(k);
  for (const int k : which) columns.push_back(1 + system.state_count() + k);
  for (int k = 0; k < system.discrete_count(); ++k)
    columns.push_back(1 + system.state_count() + system.parameter_count() + k);
  refuse_quantisers(*system.derivative, columns, [&](int k) { return system.state_name(k); });
  refuse_quantisers(*outputs, columns, [&](int k) {
    for (const Variable& group : outputs->outputs())
      if ((k -= static_cast<int>(group.elements.size())) < 0) return group.name;
    return std::string();
  });
  if (system.ticks)
    refuse_quantisers(*system.ticks, columns, [&](int k) { return system.discrete_name(k); });
  f_slopes = InputSlopes(*system.derivative, columns);
  h_slopes = InputSlopes(*outputs, columns);
  if (system.mode_count() > 0) g_slopes = InputSlopes(*system.indicators, columns);
  if (system.resets) r_slopes = InputSlopes(*system.resets, columns);
  if (system.ticks) t_slopes = InputSlopes(*system.ticks, columns);
  if (system.constraints) {
    const auto steps = [&](const Function& f) {
      return InputSlopes(f, columns, f.output_count() - system.state_count(), system.state_count());
    };
    place_slopes = steps(*system.constraints->position_step);
    speed_slopes = steps(*system.constraints->velocity_step);
  }
  for (const SystemDraw& draw : system.draws) draws.push_back(random_stream(draw.name));
  if (settings.interval) row_times.emplace(0, *settings.interval);
}

void SensitivitySink::Impl::fail(double t, const std::string& cause,
                                 const std::string& advice) const {
  RunError::Data data;
  data.time = t;
  data.cause = cause;
  data.advice = advice;
  throw RunError(std::move(data));
}

const double* SensitivitySink::Impl::fill(double t, const std::vector<double>& x,
                                          const std::vector<double>& d,
                                          const std::vector<double>& m) {
  in.clear();
  in.push_back(t);
  for (const auto* part : {&x, &parameters, &d, &m})
    in.insert(in.end(), part->begin(), part->end());
  return in.data();
}

std::vector<double> SensitivitySink::Impl::run_rates(double t, const std::vector<double>& x,
                                                     const std::vector<double>& d,
                                                     const std::vector<double>& m) {
  std::vector<double> dx(x.size());
  programs.derivative.run(fill(t, x, d, m), dx.data(), workspace);
  return dx;
}

/// f_x S + f_d D + f_p.
MatrixXd SensitivitySink::Impl::calc_rate_slopes(double t, const std::vector<double>& x,
                                                 const MatrixXd& at) {
  const MatrixXd& J = f_slopes.run(fill(t, x, d0, m0));
  return J.middleCols(1, nx) * at + J.middleCols(1 + nx, np) + J.rightCols(nd) * D;
}

// Initial values, and what happens at the start.
void SensitivitySink::Impl::start(const double* row) {
  t0 = row[0];
  const std::vector<double> x1(row + 1, row + 1 + nx);
  const std::vector<double> d1(row + 1 + nx, row + 1 + nx + nd);
  const std::vector<double> m1(row + 1 + nx + nd,
                               row + 1 + nx + nd + static_cast<Index>(system.mode_count()));
  if (t0 != 0) fail(t0, "derivatives need the run from its start on", "leave out what resumes it");
  // Of the written start: inputs t, p.
  std::vector<int> columns;
  for (const int k : which) columns.push_back(1 + k);
  InputSlopes start_slopes(*system.start, columns);
  std::vector<double> start_in{t0};
  start_in.insert(start_in.end(), parameters.begin(), parameters.end());
  const std::vector<double> written = system.start->evaluate(start_in);
  S = start_slopes.run(start_in.data());
  x0 = find_start(system, t0, parameters).x;
  D = MatrixXd::Zero(nd, np);
  d0.assign(static_cast<std::size_t>(nd), 0.0);
  if (system.constraints) {
    // Held components stay; the others follow, if the conditions determine them.
    const Function& residual = *system.constraints->residual;
    std::vector<int> all;
    for (int k = 1; k <= system.state_count(); ++k) all.push_back(k);
    for (const int k : which) all.push_back(1 + system.state_count() + k);
    InputSlopes conditions(residual, all);
    MatrixXd G = conditions.run(fill(t0, x0, d0, m1));
    if (system.constraints->start_residual) {
      InputSlopes more(*system.constraints->start_residual, all);
      const MatrixXd E = more.run(fill(t0, x0, d0, m1));
      G.conservativeResize(G.rows() + E.rows(), Eigen::NoChange);
      G.bottomRows(E.rows()) = E;
    }
    std::vector<Index> open;
    for (const StateBlock& block : system.states)
      for (int k = 0; k < block.size; ++k)
        if (block.role != StateBlock::Role::other &&
            (block.held.empty() || !block.held[static_cast<std::size_t>(k)]))
          open.push_back(block.offset + k);
    // A quaternion has its norm as a condition of its own.
    for (const StateBlock& block : system.states) {
      if (block.kind != StateBlock::Kind::quaternion) continue;
      G.conservativeResize(G.rows() + 1, Eigen::NoChange);
      G.bottomRows(1).setZero();
      for (int k = 0; k < 4; ++k)
        G(G.rows() - 1, block.offset + k) = x0[static_cast<std::size_t>(block.offset + k)];
    }
    const MatrixXd rest = G.leftCols(nx) * S + G.rightCols(np);
    if (rest.size() > 0 && rest.cwiseAbs().maxCoeff() > 1e-12 * (1 + G.cwiseAbs().maxCoeff())) {
      const MatrixXd G_open = G(Eigen::all, open);
      const bool is_determined = PivotedQr(G_open).rank(1e-9) == static_cast<Index>(open.size());
      if (!is_determined)
        throw ModelError(
            "the start of the closed loops is not determined by the values in 'initial' alone, so "
            "its derivative is not either",
            "give 'initial' for as many coordinates and speeds as the machine has degrees of "
            "freedom");
      for (Index c = 0; c < np; ++c) {
        const VectorXd change = solve_least_squares(G_open, -rest.col(c), 1e-12);
        for (std::size_t k = 0; k < open.size(); ++k)
          S(open[k], c) += change[static_cast<Index>(k)];
      }
    }
  }
  // Discrete states and modes depend on each other.
  std::vector<double> modes = m1;
  if (nd > 0) {
    free_inputs.fill(&t0, x0.data());
    for (int round = 0; round < 2; ++round) {
      free_inputs.set_discrete(0, d0.data());
      const double* point = free_inputs.fill(&t0, x0.data());
      free_inputs.find_modes();
      d0 = system.discrete_start->evaluate({point, point + system.function_input_count()});
    }
    std::vector<int> all;
    for (int k = 0; k < system.function_input_count() - system.mode_count(); ++k) all.push_back(k);
    InputSlopes discrete(*system.discrete_start, all);
    const MatrixXd J = discrete.run(free_inputs.data());
    D = J.middleCols(1, nx) * S;
    for (Index c = 0; c < np; ++c) D.col(c) += J.col(1 + nx + which[static_cast<std::size_t>(c)]);
  }
  free_inputs.set_discrete(0, d0.data());
  free_inputs.fill(&t0, x0.data());
  free_inputs.find_modes();
  m0.assign(free_inputs.modes(), free_inputs.modes() + system.mode_count());
  jump(t0, x1, d1, m1, true);
}

void SensitivitySink::Impl::advance(double t, double h, std::vector<double>& x, MatrixXd& at) {
  is_implicit ? advance_implicitly(t, h, x, at) : advance_explicitly(t, h, x, at);
  // Unit quaternions: the derivative of q/|q|.
  for (const StateBlock& block : system.states) {
    if (block.kind != StateBlock::Kind::quaternion) continue;
    Eigen::Vector4d q;
    for (int k = 0; k < 4; ++k) q[k] = x[static_cast<std::size_t>(block.offset + k)];
    const double size = q.norm();
    q /= size;
    const MatrixXd rows = at.middleRows(block.offset, 4);
    at.middleRows(block.offset, 4) = (rows - q * (q.transpose() * rows)) / size;
    for (int k = 0; k < 4; ++k) x[static_cast<std::size_t>(block.offset + k)] = q[k];
  }
}

void SensitivitySink::Impl::advance_explicitly(double t, double h, std::vector<double>& x,
                                               MatrixXd& at) {
  std::array<std::vector<double>, kExplicitStages> k;
  std::array<MatrixXd, kExplicitStages> K;
  std::vector<double> X;
  for (std::size_t i = 0; i < kExplicitStages; ++i) {
    X = x;
    MatrixXd stage = at;
    for (std::size_t j = 0; j < i; ++j) {
      if (kExplicitA[i][j] == 0) continue;
      for (std::size_t n = 0; n < X.size(); ++n) X[n] += h * kExplicitA[i][j] * k[j][n];
      stage += h * kExplicitA[i][j] * K[j];
    }
    const double time = t + kExplicitC[i] * h;
    k[i] = run_rates(time, X, d0, m0);
    K[i] = calc_rate_slopes(time, X, stage);
  }
  for (std::size_t i = 0; i < kExplicitStages; ++i) {
    if (kExplicitB[i] == 0) continue;
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += h * kExplicitB[i] * k[i][n];
    at += h * kExplicitB[i] * K[i];
  }
}

void SensitivitySink::Impl::advance_implicitly(double t, double h, std::vector<double>& x,
                                               MatrixXd& at) {
  constexpr int kMostIterations = 20;
  constexpr double kConverged = 1e-13;
  const Index n = nx;
  const Eigen::Map<const VectorXd> x_start(x.data(), n);
  VectorXd Z = VectorXd::Zero(3 * n);
  MatrixXd M(3 * n, 3 * n), P(3 * n, np);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    VectorXd F(3 * n);
    for (Index i = 0; i < 3; ++i) {
      const VectorXd X = x_start + Z.segment(i * n, n);
      const std::vector<double> stage(X.begin(), X.end());
      const double time = t + kImplicitC[i] * h;
      const std::vector<double> f = run_rates(time, stage, d0, m0);
      F.segment(i * n, n) = Eigen::Map<const VectorXd>(f.data(), n);
      const MatrixXd& J = f_slopes.run(fill(time, stage, d0, m0));
      for (Index j = 0; j < 3; ++j)
        M.block(j * n, i * n, n, n) = -h * kImplicitA[j][i] * J.middleCols(1, n);
      P.middleRows(i * n, n) = J.middleCols(1 + n, np) + J.rightCols(nd) * D;
    }
    M.diagonal().array() += 1;
    VectorXd residual = Z;
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j)
        residual.segment(i * n, n) -= h * kImplicitA[i][j] * F.segment(j * n, n);
    const VectorXd change = solve_by_lu(M, MatrixXd(-residual));
    Z += change;
    double largest = 0;
    for (Index i = 0; i < 3 * n; ++i)
      largest = std::max(largest, std::abs(change[i]) / (1e-3 + std::abs(x_start[i % n])));
    if (!(largest > kConverged)) break;
    if (!std::isfinite(largest)) fail(t, "a step of radau5 cannot be repeated", "");
  }
  // (1 - h A ⊗ J) S_i = S + h A P.
  MatrixXd right(3 * n, np);
  for (Index i = 0; i < 3; ++i) {
    right.middleRows(i * n, n) = at;
    for (Index j = 0; j < 3; ++j)
      right.middleRows(i * n, n) += h * kImplicitA[i][j] * P.middleRows(j * n, n);
  }
  at = solve_by_lu(M, right).bottomRows(n);
  for (Index i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] += Z[2 * n + i];
}

// The derivative of the projection onto positions, then speeds; tau: of the instant itself.
void SensitivitySink::Impl::project(double t, const std::vector<double>& x,
                                    const std::vector<double>& d, const std::vector<double>& m,
                                    MatrixXd& at, const MatrixXd& d_slopes, const VectorXd& tau) {
  if (!system.constraints) return;
  for (InputSlopes* step : {&place_slopes, &speed_slopes}) {
    const MatrixXd& J = step->run(fill(t, x, d, m));
    at += J.col(0) * tau.transpose() + J.middleCols(1, nx) * at + J.middleCols(1 + nx, np) +
          J.rightCols(nd) * d_slopes;
  }
}

void SensitivitySink::Impl::step(double t1) {
  // Rows that belong to this step, its beginning included.
  while (row_times && row_times->at(next_row) < t1 * (1 - kSameInstant)) {
    const double time = row_times->at(next_row++);
    if (time <= t0 * (1 + kSameInstant)) {
      add_row(t0, x0, S);
      continue;
    }
    std::vector<double> x = x0;
    MatrixXd at = S;
    advance(t0, time - t0, x, at);
    project(time, x, d0, m0, at, D, VectorXd::Zero(np));
    add_row(time, x, at);
  }
}

std::vector<double> SensitivitySink::Impl::list_due(double t) const {
  std::vector<double> due;
  for (const SystemClock& clock : system.clocks) {
    const double number = std::round((t - clock.offset) / clock.period);
    const double tick = RowTimes(clock.offset, clock.period).at(static_cast<std::int64_t>(number));
    due.push_back(number >= 0 && std::abs(tick - t) <= kSameInstant * std::max(1e-3, t) ? 1 : 0);
  }
  return due;
}

/// τ (np): how the instant of what happens at the present state moves with the parameters.
VectorXd SensitivitySink::Impl::find_shift(double t, bool is_tick, std::string& name) {
  VectorXd tau = VectorXd::Zero(np);
  if (system.mode_count() == 0) return tau;
  std::vector<double> indicators(m0.size());
  programs.indicators.run(fill(t, x0, d0, m0), indicators.data(), workspace);
  std::vector<Index> triggers;
  for (std::size_t k = 0; k < m0.size(); ++k)
    if ((indicators[k] > 0) != (m0[k] != 0)) triggers.push_back(static_cast<Index>(k));
  if (triggers.empty()) return tau;
  const std::vector<double> f = run_rates(t, x0, d0, m0);
  const Eigen::Map<const VectorXd> rates(f.data(), nx);
  const MatrixXd J = g_slopes.run(fill(t, x0, d0, m0));
  bool is_first = true;
  for (const Index k : triggers) {
    const std::string& mode = system.modes[static_cast<std::size_t>(k)];
    const double rate = J(k, 0) + J.row(k).segment(1, nx).dot(rates);
    // The error of the states, and what it makes of the instant.
    double error = 0;
    for (const StateBlock& block : system.states)
      for (int i = block.offset; i < block.offset + block.size; ++i)
        error += std::abs(J(k, 1 + i)) *
                 (std::abs(block.nominal) + std::abs(x0[static_cast<std::size_t>(i)]));
    error *= settings.tolerance.value_or(Simulation::kDefaultTolerance);
    const VectorXd slope =
        (J.row(k).segment(1 + nx, np) + J.row(k).segment(1, nx) * S + J.row(k).tail(nd) * D)
            .transpose();
    if (slope.isZero(0)) {  // at a constant time
      if (!is_first && !tau.isZero(0))
        fail(t,
             fmt::format("'{}' switches together with another comparison, at an instant that does "
                         "not depend on the parameters while the other's does: there is no "
                         "derivative",
                         mode),
             "change a value a little, so that they switch one after the other");
      is_first = false;
      continue;
    }
    if (!(error < kGrazing * (t + 1e-3) * std::abs(rate)))
      fail(t,
           fmt::format("'{}' passes its threshold without speed (grazing): the instant has no "
                       "derivative",
                       mode),
           "change a value a little, so that it crosses or stays away");
    const VectorXd shift = -slope / rate;
    if (!is_first &&
        (shift - tau).lpNorm<Eigen::Infinity>() >
            kTogether * (shift.lpNorm<Eigen::Infinity>() + tau.lpNorm<Eigen::Infinity>()))
      fail(t,
           fmt::format("'{}' and '{}' switch at one instant, and their order depends on the "
                       "parameters: there is no derivative",
                       name, mode),
           "change a value a little, so that they switch one after the other");
    tau = shift;
    name = mode;
    is_first = false;
  }
  if (is_tick && !tau.isZero(0))
    fail(t,
         fmt::format("'{}' switches at the instant of a tick, and their order depends on the "
                     "parameters: there is no derivative",
                     name),
         "change a value a little, or give the clock an offset");
  return tau;
}

void SensitivitySink::Impl::jump(double t, const std::vector<double>& x1,
                                 const std::vector<double>& d1, const std::vector<double>& m1,
                                 bool at_start) {
  const std::vector<double> due = list_due(t);
  const bool is_tick = std::any_of(due.begin(), due.end(), [](double k) { return k != 0; });
  std::string name;
  const VectorXd tau = at_start ? VectorXd(VectorXd::Zero(np)) : find_shift(t, is_tick, name);
  // Not that a comparison switches back where a reset took its cause away.
  const bool is_echo = !events.empty() && events.back().name == name &&
                       t - events.back().time <= kEcho * std::max(1.0, t) &&
                       (events.back().slope - tau).norm() <= kTogether * (1 + tau.norm());
  if (!name.empty() && !is_echo) events.push_back({t, name, tau});
  const std::vector<double> f = run_rates(t, x0, d0, m0);
  MatrixXd X = S + Eigen::Map<const VectorXd>(f.data(), nx) * tau.transpose(), E = D;
  std::vector<double> x = x0, d = d0, m = m0, conditions(system.events.size(), 0.0);
  if (!system.events.empty() && !at_start)
    programs.conditions.run(fill(t, x, d, m), conditions.data(), workspace);
  const auto apply = [&](InputSlopes& slopes_of, const double* point, Index rows) {
    const MatrixXd& J = slopes_of.run(point);
    return MatrixXd((J.col(0) * tau.transpose() + J.middleCols(1, nx) * X +
                     J.middleCols(1 + nx, np) + J.rightCols(nd) * E)
                        .topRows(rows));
  };
  bool has_ticked = false, is_done = false;
  for (int round = 0; round < kMostRounds && !is_done; ++round) {
    free_inputs.set_discrete(0, d.data());
    free_inputs.fill(&t, x.data());
    free_inputs.find_modes();
    m.assign(free_inputs.modes(), free_inputs.modes() + system.mode_count());
    std::vector<double> fired(system.events.size(), 0.0);
    bool resets = false;
    if (!system.events.empty()) {
      std::vector<double> now(conditions.size());
      programs.conditions.run(fill(t, x, d, m), now.data(), workspace);
      for (std::size_t k = 0; k < now.size(); ++k) {
        const SystemEvent& event = system.events[k];
        const bool first = at_start && round == 0;
        const bool was = conditions[k] != 0 && !first && !event.repeats;
        const bool counts =
            event.start != (first ? SystemEvent::Start::ignored : SystemEvent::Start::only_there);
        if (now[k] == 0 || was || !counts) continue;
        fired[k] = 1;
        resets = resets || event.kind == SystemEvent::Kind::reset;
      }
      conditions = now;
    }
    if (resets) {
      fill(t, x, d, m);
      in.insert(in.end(), fired.begin(), fired.end());
      const std::vector<double> point = in;
      std::vector<double> out(x.size() + d.size());
      programs.resets.run(point.data(), out.data(), workspace);
      const MatrixXd after = apply(r_slopes, point.data(), nx + nd);
      X = after.topRows(nx), E = after.bottomRows(nd);
      x.assign(out.begin(), out.begin() + nx);
      d.assign(out.begin() + nx, out.end());
      if (system.constraints) {
        project(t, x, d, m, X, E, tau);
        projection.inputs().set_discrete(0, d.data());
        projection.inputs().set_modes(0, m.data());
        projection.project(t, x.data());
      }
      continue;
    }
    if (is_tick && !has_ticked) {
      has_ticked = true;
      fill(t, x, d, m);
      in.insert(in.end(), due.begin(), due.end());
      for (std::size_t k = 0; k < draws.size(); ++k) {
        const SystemDraw& draw = system.draws[k];
        const SystemClock& clock = system.clocks[static_cast<std::size_t>(draw.clock)];
        const double number = std::floor((t - clock.offset) / clock.period + 1e-9) + 1;
        in.push_back(draw_number(draw.distribution, static_cast<std::uint64_t>(settings.seed),
                                 draws[k], static_cast<std::uint64_t>(std::max(0.0, number))));
      }
      const std::vector<double> point = in;
      std::vector<double> out(d.size());
      programs.ticks.run(point.data(), out.data(), workspace);
      E = apply(t_slopes, point.data(), nd);
      d = out;
      continue;
    }
    is_done = true;
  }
  // The same as the run has made of it, or the derivative would be that of something else.
  std::string different;
  for (std::size_t k = 0; k < x.size() && different.empty(); ++k)
    if (!(std::abs(x[k] - x1[k]) <= kReproduced * (1 + std::abs(x1[k]))))
      different = system.state_name(static_cast<int>(k));
  for (const DiscreteBlock& block : system.discrete)
    for (int k = block.offset; k < block.offset + block.size && !block.is_guess; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const bool is_root_flag =
          system.roots && std::find(system.roots->flags.begin(), system.roots->flags.end(), k) !=
                              system.roots->flags.end();
      if (!is_root_flag && different.empty() &&
          !(std::abs(d[at] - d1[at]) <= kReproduced * (1 + std::abs(d1[at]))))
        different = system.discrete_name(k);
    }
  for (std::size_t k = 0; k < m.size() && different.empty(); ++k)
    if (m[k] != m1[k]) different = system.modes[k];
  if (!different.empty())
    fail(t,
         "what happens at this instant cannot be differentiated yet (" + different +
             " is changed in a way that is not followed)",
         "derivatives end before such an event: --until");
  const std::vector<double> f1 = run_rates(t, x1, d1, m1);
  S = X - Eigen::Map<const VectorXd>(f1.data(), nx) * tau.transpose();
  D = E;
  x0 = x1, d0 = d1, m0 = m1, t0 = t;
}

void SensitivitySink::Impl::add_row(double t, const std::vector<double>& x, const MatrixXd& at) {
  const double* point = fill(t, x, d0, m0);
  VectorXd y(outputs->output_count());
  output_program.run(point, y.data(), workspace);
  const MatrixXd& J = h_slopes.run(point);
  times.push_back(t);
  values.push_back(y);
  slopes.emplace_back(J.middleCols(1, nx) * at + J.middleCols(1 + nx, np) + J.rightCols(nd) * D);
}

SensitivitySink::SensitivitySink(const System& system, const SimulateSettings& settings,
                                 const std::vector<double>& parameters,
                                 const std::vector<int>& which,
                                 const std::vector<std::string>& outputs)
    : impl_(std::make_unique<Impl>(system, settings, parameters, which, outputs)) {}
SensitivitySink::~SensitivitySink() = default;

void SensitivitySink::begin(const std::vector<Column>&) {}

void SensitivitySink::row(const double* values) {
  Impl& s = *impl_;
  if (!s.has_begun) {
    s.start(values);
    s.has_begun = true;
    if (!s.row_times) s.add_row(s.t0, s.x0, s.S);
    return;
  }
  const double t1 = values[0];
  const double* x = values + 1;
  const std::vector<double> x1(x, x + s.nx), d1(x + s.nx, x + s.nx + s.nd),
      m1(x + s.nx + s.nd, x + s.nx + s.nd + s.system.mode_count());
  if (t1 <= s.t0) {
    const bool changes = x1 != s.x0 || d1 != s.d0 || m1 != s.m0;
    if (!changes) return;
    s.jump(t1, x1, d1, m1, false);
    if (!s.row_times) s.add_row(s.t0, s.x0, s.S);
    return;
  }
  s.step(t1);
  std::vector<double> repeated = s.x0;
  s.advance(s.t0, t1 - s.t0, repeated, s.S);
  for (std::size_t k = 0; k < repeated.size(); ++k)
    s.deviation = std::max(s.deviation, std::abs(repeated[k] - x1[k]) / (1 + std::abs(x1[k])));
  s.t0 = t1;
  s.x0 = x1;
  s.project(t1, s.x0, s.d0, s.m0, s.S, s.D, VectorXd::Zero(s.np));
  // Discrete states and modes change at events alone, but for the guesses of Newton's method.
  for (const DiscreteBlock& block : s.system.discrete)
    if (block.is_guess)
      for (int k = block.offset; k < block.offset + block.size; ++k)
        s.d0[static_cast<std::size_t>(k)] = d1[static_cast<std::size_t>(k)];
  if (s.system.roots)
    for (const int flag : s.system.roots->flags)
      s.d0[static_cast<std::size_t>(flag)] = d1[static_cast<std::size_t>(flag)];
  if (d1 != s.d0 || m1 != s.m0) s.jump(t1, x1, d1, m1, false);
  if (!s.row_times) s.add_row(s.t0, s.x0, s.S);
}

void SensitivitySink::end() {
  Impl& s = *impl_;
  if (!s.has_begun || !s.row_times) return;
  if (s.times.empty() || s.times.back() < s.t0 * (1 - kSameInstant)) s.add_row(s.t0, s.x0, s.S);
}

void SensitivitySink::conclude_stop() {
  Impl& s = *impl_;
  if (!s.events.empty() && s.events.back().time == s.t0) return;
  std::string name;
  const VectorXd tau = s.find_shift(s.t0, false, name);
  if (!name.empty()) s.events.push_back({s.t0, name, tau});
}

const std::vector<double>& SensitivitySink::times() const { return impl_->times; }
const std::vector<VectorXd>& SensitivitySink::values() const { return impl_->values; }
const std::vector<MatrixXd>& SensitivitySink::slopes() const { return impl_->slopes; }
const std::vector<EventSlope>& SensitivitySink::events() const { return impl_->events; }
double SensitivitySink::largest_deviation() const { return impl_->deviation; }

}  // namespace holon
