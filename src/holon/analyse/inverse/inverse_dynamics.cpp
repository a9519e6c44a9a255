// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/inverse/inverse_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/derive/dependence.h"
#include "holon/expr/derive/jacobian.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/simulate/start/start.h"
#include "holon/solve/integrator.h"
#include "holon/system/counted_revolutions.h"
#include "holon/system/fresh_inputs.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kClosed = 1e-12;  // [m, rad] of closed loops
constexpr double kLoopRank = 1e-9;
constexpr double kIntegrated = 1e-11;  // of states that are integrated along the motion
constexpr int kMostClosingSteps = 50;
constexpr double kEffortRank = 1e-10;
constexpr int kMostEffortSteps = 20;
constexpr double kEffortChange = 1e-6;                      // of efforts, for slopes
constexpr double kLeastAcceleration = 1e-300;               // [SI unit], for machines at rest
constexpr double kMadeMotion = 1e-9, kMissedMotion = 1e-6;  // of the accelerations' size

/// Weights of the first and second derivative at x0 from values at the points x (Fornberg).
void calc_weights(double x0, const double* x, int n, double* first, double* second) {
  std::vector<std::array<double, 3>> c(static_cast<std::size_t>(n), {0, 0, 0});
  double c1 = 1, c4 = x[0] - x0;
  c[0][0] = 1;
  for (int i = 1; i < n; ++i) {
    const int most = std::min(i, 2);
    double c2 = 1;
    const double c5 = c4;
    c4 = x[i] - x0;
    for (int j = 0; j < i; ++j) {
      const double c3 = x[i] - x[j];
      c2 *= c3;
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      if (j == i - 1) {
        for (int k = most; k > 0; --k) {
          const auto m = static_cast<std::size_t>(k);
          c[a][m] = c1 * (k * c[a - 1][m - 1] - c5 * c[a - 1][m]) / c2;
        }
        c[a][0] = -c1 * c5 * c[a - 1][0] / c2;
      }
      for (int k = most; k > 0; --k) {
        const auto m = static_cast<std::size_t>(k);
        c[b][m] = (c4 * c[b][m] - k * c[b][m - 1]) / c3;
      }
      c[b][0] = c4 * c[b][0] / c3;
    }
    c1 = c2;
  }
  for (int i = 0; i < n; ++i)
    first[i] = c[static_cast<std::size_t>(i)][1], second[i] = c[static_cast<std::size_t>(i)][2];
}

/// Whether a state only counts the revolutions of an angle that positions give.
bool is_follower(const System& system, const StateBlock& block) {
  return block.role == StateBlock::Role::other && block.dimension == dimensions::kAngle &&
         system.constraints && detail::has_output_beyond_itself(system, block);
}

/// Refuses states besides positions and speeds that change with time and on which these rates
/// depend: only an integration along the motion would know them.
void refuse_free_states(const System& system, const std::vector<int>& rates) {
  const std::vector<Expr>& slopes = system.derivative->output_scalars();
  std::vector<Expr> accelerations, states;
  std::vector<int> places;
  for (const int k : rates) accelerations.push_back(slopes[static_cast<std::size_t>(k)]);
  for (const StateBlock& block : system.states)
    for (int k = block.offset; k < block.offset + block.size; ++k) {
      if (block.role != StateBlock::Role::other || is_follower(system, block)) continue;
      if (slopes[static_cast<std::size_t>(k)].is_constant(0.0)) continue;
      states.push_back(system.derivative->input_scalars()[static_cast<std::size_t>(1 + k)]);
      places.push_back(k);
    }
  const Sparsity pattern = find_dependence(accelerations, states);
  for (std::size_t j = 0; j < states.size(); ++j)
    if (pattern.start[j + 1] > pattern.start[j])
      throw ModelError("the efforts depend on the state '" + system.state_name(places[j]) +
                           "', which changes with time and is not given by the motion",
                       "hold it, or let a run find the effort: 'motion' of the joint");
}

}  // namespace

void differentiate_rows(CoordinateMotion& motion) {
  constexpr Index kPoints = 7;
  const Index rows = motion.q.rows(), points = std::min(kPoints, rows);
  motion.v = motion.a = MatrixXd::Zero(rows, motion.q.cols());
  if (points < 2) return;
  for (Index r = 0; r < rows; ++r) {
    const Index from = std::clamp(r - points / 2, Index(0), rows - points);
    double first[kPoints], second[kPoints];
    calc_weights(motion.time[static_cast<std::size_t>(r)],
                 motion.time.data() + static_cast<std::ptrdiff_t>(from), static_cast<int>(points),
                 first, second);
    for (Index k = 0; k < points; ++k) {
      motion.v.row(r) += first[k] * motion.q.row(from + k);
      motion.a.row(r) += second[k] * motion.q.row(from + k);
    }
  }
}

int find_rate_of(const System& system, int coordinate) {
  const Expr rate = system.derivative->output_scalars()[static_cast<std::size_t>(coordinate)];
  const std::vector<Expr>& inputs = system.derivative->input_scalars();
  for (int k = 0; k < system.state_count(); ++k)
    if (inputs[static_cast<std::size_t>(1 + k)] == rate) return k;
  return -1;
}

namespace {

using IndexList = std::vector<int>;

/// The mass matrix of the kinetic energy, which is quadratic in the speeds, by differences that are
/// exact but for rounding errors.
class KineticMatrix {
 public:
  explicit KineticMatrix(const System& system) {
    if (!system.find_output("system.energy.kinetic"))
      throw ModelError("generalised efforts need a kinetic energy, which the model does not have");
    energy_ = Program(*system.select_outputs({"system.energy.kinetic"}), {.engine = Engine::jit});
    for (const StateBlock& block : system.states)
      if (block.role == StateBlock::Role::rate)
        for (int k = block.offset; k < block.offset + block.size; ++k) rates_.push_back(k);
  }

  /// Indices in the state of its rows and columns.
  const IndexList& rates() const { return rates_; }

  MatrixXd calc(std::vector<double> in) {
    const auto n = static_cast<Index>(rates_.size());
    const auto at = [&](Index k) -> double& {
      return in[static_cast<std::size_t>(1 + rates_[static_cast<std::size_t>(k)])];
    };
    const auto energy = [&] {
      double T = 0;
      energy_.run(in.data(), &T, workspace_);
      return T;
    };
    for (Index k = 0; k < n; ++k) at(k) = 0;
    const double none = energy();
    VectorXd own(n);
    MatrixXd M(n, n);
    // By ±1: terms linear in the speeds (explicit time) cancel.
    for (Index k = 0; k < n; ++k) {
      at(k) = 1;
      own[k] = energy();
      at(k) = -1;
      M(k, k) = own[k] + energy() - 2 * none;
      at(k) = 0;
    }
    for (Index i = 0; i < n; ++i)
      for (Index k = i + 1; k < n; ++k) {
        at(i) = at(k) = 1;
        M(i, k) = M(k, i) = energy() - own[i] - own[k] + none;
        at(i) = at(k) = 0;
      }
    return M;
  }

 private:
  Program energy_;
  Workspace workspace_;
  IndexList rates_;
};

/// Positions, speeds and accelerations between rows: polynomials of fifth degree that have those of
/// the rows.
void interpolate_rows(const CoordinateMotion& motion, double t, double* values) {
  const Index last = motion.q.rows() - 1;
  const auto behind = std::upper_bound(motion.time.begin(), motion.time.end(), t);
  const Index r =
      std::clamp<Index>(behind - motion.time.begin() - 1, 0, std::max<Index>(last - 1, 0));
  const double h = last > 0 ? motion.time[std::size_t(r + 1)] - motion.time[std::size_t(r)] : 1.0;
  const double s = (t - motion.time[std::size_t(r)]) / h;
  for (Index k = 0; k < motion.q.cols(); ++k, values += 3) {
    if (last == 0 || s == 0 || s == 1) {
      const Index row = last == 0 || s == 0 ? r : r + 1;
      values[0] = motion.q(row, k), values[1] = motion.v(row, k), values[2] = motion.a(row, k);
      continue;
    }
    const double q0 = motion.q(r, k), v0 = motion.v(r, k) * h, a0 = motion.a(r, k) * h * h;
    const double d = motion.q(r + 1, k) - q0 - v0 - a0 / 2, e = motion.v(r + 1, k) * h - v0 - a0,
                 f = motion.a(r + 1, k) * h * h - a0;
    const double c3 = 10 * d - 4 * e + f / 2, c4 = -15 * d + 7 * e - f, c5 = 6 * d - 3 * e + f / 2;
    values[0] = q0 + s * (v0 + s * (a0 / 2 + s * (c3 + s * (c4 + s * c5))));
    values[1] = (v0 + s * (a0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
    values[2] = (a0 + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (h * h);
  }
}

/// The efforts at one instant, given the states that are integrated; their rates as well.
class InverseInstant final : public Rhs {
 public:
  InverseInstant(const System& system, const std::vector<double>& parameters,
                 const IndexList& coordinates, const IndexList& efforts,
                 const CoordinateMotion& motion)
      : system_(system),
        coordinates_(coordinates),
        efforts_(efforts),
        motion_(motion),
        count_(static_cast<Index>(coordinates.size())),
        programs_(system),
        inputs_(system, programs_.indicators, 1),
        values_(parameters),
        given_(static_cast<std::size_t>(3 * count_)) {
    for (const int q : coordinates) {
      rates_.push_back(find_rate_of(system, q));
      if (rates_.back() < 0)
        throw ModelError("'" + system.state_name(q) + "' has no speed among the states");
    }
    refuse_free_states(system, rates_);
    if (std::find(efforts.begin(), efforts.end(), kGeneralisedEffort) != efforts.end()) {
      if (system.roots && system.roots->count() > 0)
        throw ModelError("'" + system.roots->names[0] +
                             "' is an unknown of Newton's method, on which generalised efforts may "
                             "act in another way than as forces",
                         "name efforts of the model by --effort");
      mass_.emplace(system);
    }
    inputs_.set_parameters(0, parameters);
    x_ = find_start(system, 0, parameters).x;
    dx_.resize(x_.size());
    if (system.discrete_count() > 0) {
      const std::vector<double> zero(static_cast<std::size_t>(system.discrete_count()), 0.0);
      inputs_.set_discrete(0, zero.data());
    }
    prepare_loops();
    prepare_revolutions();
    sort_open();
  }

  // Integrated states.
  int size() const override { return static_cast<int>(integrated_.size()); }
  void run(const double* t, const double* y, double* dy) override {
    calc(*t, y);
    for (std::size_t k = 0; k < integrated_.size(); ++k)
      dy[k] = dx_[static_cast<std::size_t>(integrated_[k])];
  }
  std::string state_name(int k) const override {
    return system_.state_name(integrated_[static_cast<std::size_t>(k)]);
  }
  std::vector<double> start() const {
    std::vector<double> y;
    for (const int k : integrated_) y.push_back(x_[static_cast<std::size_t>(k)]);
    return y;
  }

  const VectorXd& calc(double t, const double* y) {
    set_motion(t);
    for (std::size_t k = 0; k < integrated_.size(); ++k)
      x_[static_cast<std::size_t>(integrated_[k])] = y[k];
    close(t, false);
    close(t, true);
    count_revolutions(t);
    find_at(t);
    return u_;
  }
  std::vector<double> take_inputs() const {
    return {inputs_.data(), inputs_.data() + system_.function_input_count()};
  }

 private:
  void set_motion(double t) {
    motion_.evaluate ? motion_.evaluate(t, given_.data())
                     : interpolate_rows(motion_, t, given_.data());
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      x_[static_cast<std::size_t>(coordinates_[k])] = given_[3 * k];
      x_[static_cast<std::size_t>(rates_[k])] = given_[3 * k + 1];
    }
  }

  void prepare_loops() {
    if (!system_.constraints || system_.constraints->names.empty()) return;
    const FunctionRef residual = system_.constraints->residual;
    rows_ = static_cast<Index>(system_.constraints->names.size());
    detail::FreshInputs fresh(*residual);
    std::vector<Expr> x(fresh.all.begin() + 1, fresh.all.begin() + 1 + system_.state_count());
    Jacobian J = jacobian(residual->substitute(fresh.all), x);
    pattern_ = J.pattern;
    residual_ = Program(*residual, {.engine = Engine::jit});
    slopes_ = Program(*Function::make("slopes", fresh.graph, std::move(fresh.groups),
                                      {{"J", std::move(J.entries)}}),
                      {.engine = Engine::jit});
  }

  void prepare_revolutions() {
    std::vector<std::string> names;
    for (const StateBlock& block : system_.states)
      if (is_follower(system_, block)) {
        names.push_back(block.name);
        follower_places_.push_back(static_cast<std::size_t>(block.offset));
      }
    if (!names.empty()) follow_ = Program(*system_.select_outputs(names), {.engine = Engine::jit});
  }

  void count_revolutions(double t) {
    if (follower_places_.empty()) return;
    std::vector<double> angles(follower_places_.size());
    inputs_.fill(&t, x_.data());
    inputs_.find_modes();
    follow_.run(inputs_.data(), angles.data(), workspace_);
    for (std::size_t k = 0; k < angles.size(); ++k) x_[follower_places_[k]] = angles[k];
  }

  /// Conditions of closed loops, and their slopes by the states.
  MatrixXd calc_slopes(double t, VectorXd& residual) {
    const double* in = inputs_.fill(&t, x_.data());
    residual.resize(2 * rows_);
    std::vector<double> entries(static_cast<std::size_t>(pattern_.count()));
    residual_.run(in, residual.data(), workspace_);
    slopes_.run(in, entries.data(), workspace_);
    MatrixXd G = MatrixXd::Zero(pattern_.rows, pattern_.columns);
    for (int j = 0; j < pattern_.columns; ++j)
      for (int k = pattern_.start[std::size_t(j)]; k < pattern_.start[std::size_t(j + 1)]; ++k)
        G(pattern_.row[std::size_t(k)], j) = entries[std::size_t(k)];
    return G;
  }

  /// What is not given: modes are integrated; other speeds follow from the loops, and the positions
  /// too, but for those of which conditions on speeds determine only the speeds.
  void sort_open() {
    const auto is_given = [&](int k) {
      return std::find(coordinates_.begin(), coordinates_.end(), k) != coordinates_.end() ||
             std::find(rates_.begin(), rates_.end(), k) != rates_.end();
    };
    IndexList places;
    for (const StateBlock& block : system_.states)
      for (int k = block.offset; k < block.offset + block.size; ++k) {
        if (is_given(k) || block.role == StateBlock::Role::other) continue;
        if (block.name.find(".modes[") != std::string::npos)
          integrated_.push_back(k);
        else
          (block.role == StateBlock::Role::rate ? open_speeds_ : places).push_back(k);
      }
    for (const int k : places) open_names_.push_back(system_.state_name(k));
    if (rows_ == 0) {
      if (!places.empty())
        throw ModelError("the motion of " + quote_list(open_names_, "and", 6) + " is not given",
                         "give it by --motion, or hold it, such as NAME=0");
      return;
    }
    set_motion(motion_.time.front());
    VectorXd residual;
    const MatrixXd G = calc_slopes(motion_.time.front(), residual);
    const MatrixXd part = G.topRows(rows_)(Eigen::all, places);
    const PivotedQr qr(part);
    const Index rank = places.empty() ? 0 : qr.rank(kLoopRank);
    for (Index k = 0; k < static_cast<Index>(places.size()); ++k) {
      const int place = places[static_cast<std::size_t>(qr.columns()[k])];
      (k < rank ? open_places_ : integrated_).push_back(place);
    }
    std::sort(open_places_.begin(), open_places_.end());
    std::sort(integrated_.begin(), integrated_.end());
  }

  /// Positions, then speeds, of coordinates that follow.
  void close(double t, bool speeds) {
    const IndexList& open = speeds ? open_speeds_ : open_places_;
    if (rows_ == 0 || open.empty()) return;
    const Index first = speeds ? rows_ : 0;
    double gap = 0;
    for (int step = 0; step < kMostClosingSteps; ++step) {
      VectorXd g;
      const MatrixXd G = calc_slopes(t, g);
      const VectorXd r = g.segment(first, rows_);
      gap = r.size() > 0 ? r.lpNorm<Eigen::Infinity>() : 0;
      const MatrixXd part = G.middleRows(first, rows_)(Eigen::all, open);
      if (step == 0 && PivotedQr(part).rank(kLoopRank) < static_cast<Index>(open.size()))
        throw ModelError(
            fmt::format("the motion of {} is not given, and the closed loops do not determine it "
                        "at {:.6g} s",
                        quote_list(open_names_, "and", 6), t),
            "give one more coordinate by --motion");
      if (gap < kClosed) return;
      const VectorXd change = solve_least_squares(part, -r, 1e-12);
      for (std::size_t k = 0; k < open.size(); ++k)
        x_[static_cast<std::size_t>(open[k])] += change[static_cast<Index>(k)];
    }
    if (gap > 1e3 * kClosed * (1 + (speeds ? 1e3 : 0)))
      throw ModelError(fmt::format(
          "the closed loops cannot follow the motion at {:.6g} s: a gap of {:.3g} remains", t,
          gap));
  }

  /// Accelerations of all rates by generalised efforts of 1, one column for each effort.
  void find_shares(double t) {
    if (!mass_) return;
    const IndexList& rates = mass_->rates();
    const auto n = static_cast<Index>(rates.size());
    MatrixXd Z = MatrixXd::Identity(n, n);
    if (rows_ > 0) {
      VectorXd g;
      const MatrixXd G = calc_slopes(t, g).bottomRows(rows_)(Eigen::all, rates);
      const PivotedQr qr(G.transpose());
      Z = qr.Q().rightCols(n - qr.rank(kLoopRank));
    }
    inputs_.fill(&t, x_.data());
    inputs_.find_modes();
    const MatrixXd M = mass_->calc(take_inputs());
    MatrixXd S = MatrixXd::Zero(n, count_);
    for (Index k = 0; k < count_; ++k)
      if (efforts_[std::size_t(k)] == kGeneralisedEffort)
        S(std::find(rates.begin(), rates.end(), rates_[std::size_t(k)]) - rates.begin(), k) = 1;
    const MatrixXd inertia = Z.transpose() * M * Z;
    if (PivotedQr(inertia).rank(kEffortRank) < inertia.rows())
      throw ModelError(fmt::format("something moves without mass at {:.6g} s, so that generalised "
                                   "efforts do not determine the accelerations",
                                   t),
                       "name efforts of the model by --effort");
    shares_ = Z * solve_by_qr(inertia, MatrixXd(Z.transpose() * S));
  }

  VectorXd accelerate(double t, const VectorXd& u) {
    for (Index k = 0; k < count_; ++k)
      if (const int parameter = efforts_[std::size_t(k)]; parameter != kGeneralisedEffort)
        values_[static_cast<std::size_t>(parameter)] = u[k];
    inputs_.set_parameters(0, values_);
    inputs_.fill(&t, x_.data());
    inputs_.find_modes();
    programs_.derivative.run(inputs_.data(), dx_.data(), workspace_);
    if (mass_) {
      const VectorXd added = shares_ * u;
      for (std::size_t i = 0; i < mass_->rates().size(); ++i)
        dx_[static_cast<std::size_t>(mass_->rates()[i])] += added[static_cast<Index>(i)];
    }
    VectorXd a(count_);
    for (Index k = 0; k < count_; ++k) a[k] = dx_[static_cast<std::size_t>(rates_[std::size_t(k)])];
    return a;
  }

  std::string name_efforts() const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < efforts_.size(); ++k)
      names.push_back(efforts_[k] == kGeneralisedEffort
                          ? "the effort along " + system_.state_name(coordinates_[k])
                          : system_.parameters[std::size_t(efforts_[k])].name);
    return quote_list(names, "and", 6);
  }

  /// ∂a/∂u about u, by differences.
  MatrixXd find_slopes(double t, const VectorXd& u, const VectorXd& a, double change) {
    MatrixXd B(count_, count_);
    for (Index k = 0; k < count_; ++k)
      B.col(k) = (accelerate(t, u + change * VectorXd::Unit(count_, k)) - a) / change;
    if (!B.allFinite() || !a.allFinite())
      throw ModelError(fmt::format("the accelerations are not finite at {:.6g} s", t));
    if (PivotedQr(B).rank(kEffortRank) < count_)
      throw ModelError(fmt::format("{} cannot make this motion at {:.6g} s: the accelerations do "
                                   "not depend on them independently",
                                   name_efforts(), t),
                       "choose others by --effort");
    return B;
  }

  /// Accelerations are affine in efforts as a rule: a step, and one for what rounding errors of
  /// large efforts leave. Else, where the model limits them, by Newton's method.
  void find_at(double t) {
    find_shares(t);
    VectorXd wanted(count_);
    for (Index k = 0; k < count_; ++k) wanted[k] = given_[static_cast<std::size_t>(3 * k + 2)];
    u_ = VectorXd::Zero(count_);
    VectorXd a = accelerate(t, u_);
    const double ordinary = wanted.lpNorm<Eigen::Infinity>() + a.lpNorm<Eigen::Infinity>();
    MatrixXd B = find_slopes(t, u_, a, 1.0);
    double missed = 0;
    for (int step = 0; step < kMostEffortSteps; ++step) {
      if (step >= 2) B = find_slopes(t, u_, a, kEffortChange * (1 + u_.lpNorm<Eigen::Infinity>()));
      u_ += solve_by_qr(B, MatrixXd(wanted - a));
      a = accelerate(t, u_);
      const double size = ordinary + (B.cwiseAbs() * u_.cwiseAbs()).maxCoeff();
      missed = (wanted - a).lpNorm<Eigen::Infinity>() / std::max(size, kLeastAcceleration);
      if (step >= 1 && missed < kMadeMotion) break;
    }
    if (!(missed < kMissedMotion))
      throw ModelError(fmt::format("{} cannot make this motion at {:.6g} s: with the efforts that "
                                   "come nearest the accelerations are off by {:.3g} of their size",
                                   name_efforts(), t, missed),
                       "a limit or a jump of the model stands between");
  }

  const System& system_;
  const IndexList& coordinates_;
  const IndexList& efforts_;
  const CoordinateMotion& motion_;
  const Index count_;
  IndexList rates_, open_places_, open_speeds_, integrated_;
  std::vector<std::string> open_names_;
  const SystemPrograms programs_;
  SystemInputs inputs_;
  Workspace workspace_;
  std::vector<double> values_, given_, x_, dx_;
  Index rows_ = 0;
  Program residual_, slopes_, follow_;
  Sparsity pattern_;
  std::vector<std::size_t> follower_places_;
  std::optional<KineticMatrix> mass_;
  MatrixXd shares_;
  VectorXd u_;
};

}  // namespace

InverseDynamics find_efforts(const System& system, const std::vector<double>& parameters,
                             const std::vector<int>& coordinates, const std::vector<int>& efforts,
                             const CoordinateMotion& motion) {
  if (system.discrete_count() > (system.roots ? 2 * system.roots->count() : 0))
    throw ModelError("the efforts depend on discrete states ('" + system.discrete_name(0) +
                         "'), which inverse dynamics does not know",
                     "leave out dry friction, joint limits and sampled parts");
  if (system.input_count() > 0)
    throw ModelError("the efforts depend on delayed signals ('" + system.inputs[0] + "')");
  InverseInstant instant(system, parameters, coordinates, efforts, motion);
  InverseDynamics result;
  for (int k = 0; k < instant.size(); ++k) result.integrated.push_back(instant.state_name(k));
  result.efforts.resize(motion.q.rows(), static_cast<Index>(coordinates.size()));
  std::vector<double> y = instant.start();
  std::unique_ptr<Integrator> integrator;
  if (!y.empty()) {
    integrator = make_integrator("dopri5", instant, {.tolerance = kIntegrated});
    integrator->start(motion.time.front(), y.data());
  }
  for (Index row = 0; row < motion.q.rows(); ++row) {
    throw_if_interrupted();
    const double t = motion.time[static_cast<std::size_t>(row)];
    if (integrator) {
      while (integrator->time() < t) integrator->step(t);
      y.assign(integrator->state(), integrator->state() + instant.size());
    }
    result.efforts.row(row) = instant.calc(t, y.data()).transpose();
    result.in.push_back(instant.take_inputs());
  }
  return result;
}

}  // namespace holon
