// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// With r the rates of the tangent coordinates δ (those of free coordinates left out), A = ∂r/∂δ, g
// the conditions of closed loops and G = ∂g/∂δ, two kinds of step, both within the constraints:
// δ = -G⁺ g + N ξ, where the columns of N span the null space of G, so that redundant conditions
// do no harm and nothing is required of r beside the constraints, where it need not be smooth.
//   Newton          A N ξ = -r - A (-G⁺ g), the shortest ξ where A N has no full rank
//   implicit Euler  Nᵀ (1/h - A) N ξ = Nᵀ r; h grows as |r| falls (C. T. Kelley, D. E. Keyes,
//                   Convergence analysis of pseudo-transient continuation, SIAM J. Numer. Anal. 35
//                   (1998) 508). With all speeds set to zero after each step it is the relaxation
//                   of a motion without inertia.
// Lengths are measured in nominal values; those of positions count tenfold.
#include "holon/simulate/start/equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holon/base/error_scale.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/quasirandom.h"
#include "holon/expr/program/program.h"
#include "holon/simulate/start/equilibrium_equations.h"
#include "holon/simulate/start/first_instant.h"
#include "holon/simulate/start/pure_integrals.h"
#include "holon/simulate/start/start_notes.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kNewtonSteps = 60, kEulerSteps = 400, kLineSearchHalvings = 12, kRounds = 12;
constexpr double kVanishingRate = 1e-8;  // of the terms of a rate
constexpr double kNewtonRank = 1e-10;    // of the largest pivot
// Where there is a choice, speeds change rather than positions, which the user has mostly given: a
// top precesses at the angle at which it was set up.
constexpr double kEaseOfPositions = 0.1;
// [rad, or in nominal values] A position moves by no more than this in a step.
constexpr double kLongestOfNewton = 1.0, kLongestOfEuler = 0.3;

/// δ = offset + N ξ: the steps that keep to the constraints, in coordinates measured by `ease`.
struct TangentSpace {
  VectorXd offset;
  MatrixXd N;
};

class Search {
 public:
  Search(const System& system, const std::vector<double>& parameters)
      : system_(system),
        programs_(system, {.engine = Engine::tape}),
        first_(find_first_instant(system, parameters)),
        equations_(system, programs_, parameters),
        n_(equations_.count()),
        pure_integrals_(find_pure_integrals(system)) {}

  Equilibrium run(bool holds_discrete) {
    const std::vector<double>& start = first_.x;
    meet_neighbours(start);
    set_ease(true);
    if (!find_from(start) && has_held_) {
      set_ease(false);
      gave_up_held_ = find_from(start);
    }
    if (!found_ && holds_discrete && !held_.empty()) {
      equilibrium_is_held_ = found_ = true;
      equations_.settle(start);
      equations_.set_state(held_);
    }
    if (!found_) fail();
    return make_result();
  }

 private:
  /// 0 for what the model holds, and for pure integrals, which keep their initial values.
  void set_ease(bool keeps_held) {
    ease_.resize(n_), nominal_.resize(n_), is_position_.assign(static_cast<std::size_t>(n_), false);
    int at = 0;
    for (const StateBlock& block : system_.states) {
      const bool is_position = block.role == StateBlock::Role::coordinate;
      const bool is_quaternion = block.kind == StateBlock::Kind::quaternion;
      const int count = is_quaternion ? 3 : block.size;
      for (int k = 0; k < count; ++k, ++at) {
        const bool is_held = equations_.has_constraints() && !block.held.empty() &&
                             block.held[static_cast<std::size_t>(is_quaternion ? 0 : k)];
        has_held_ = has_held_ || is_held;
        nominal_[at] = equations_.nominal()[at];
        const bool stays =
            (is_held && keeps_held) || pure_integrals_[static_cast<std::size_t>(block.offset + k)];
        ease_[at] = stays ? 0 : nominal_[at] * (is_position ? kEaseOfPositions : 1);
        is_position_[static_cast<std::size_t>(at)] = is_position;
      }
    }
  }

  /// So that coordinates on which nothing depends just here are not taken for free ones.
  void meet_neighbours(const std::vector<double>& start) {
    constexpr double kBeside = 0.1;
    equations_.settle(start);
    for (int k = 2; k >= 0; --k) {
      std::vector<double> x = start;
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] +=
            kBeside * k * std::max(1.0, std::abs(x[i])) * quasirandom(static_cast<double>(i), k);
      system_.project(x.data());
      equations_.set_state(x);
    }
  }

  bool find_from(const std::vector<double>& start) {
    equations_.settle(start);
    const std::vector<double> rest = equations_.rest(start);
    using Method = void (Search::*)();
    for (const Method method : {Method(nullptr), &Search::relax, &Search::follow_motion})
      for (const std::vector<double>* from : {&start, &rest}) {
        if (method == &Search::relax && from == &start) continue;  // which is at rest anyway
        if (!equations_.settle(*from)) continue;
        equations_.set_state(*from);
        is_first_ = method == nullptr;
        if (method) (this->*method)();
        if (confirm()) return found_ = true;
      }
    return false;
  }

  bool is_found() const {
    const VectorXd scaled = equations_.calc_scaled(equations_.scale());
    if (scaled.size() > 0 && !(scaled.maxCoeff() <= kVanishingRate)) return false;
    return equations_.gaps().size() == 0 || equations_.gaps().cwiseAbs().maxCoeff() < 1e-9;
  }

  /// Newton's method from here, and again with what is discrete there, until a run that begins
  /// where it ends stays.
  bool confirm() {
    const std::vector<double> from = equations_.x();
    for (int round = 0; round < kRounds; ++round) {
      if (!by_newton()) break;
      std::vector<double> x = equations_.x();
      if (is_first_ && round == 0) held_ = x;
      if (!equations_.settle(x)) break;
      equations_.project(x);
      equations_.set_state(x);
      if (is_found()) {
        leave_edge(from);
        return true;
      }
      // Friction or a limit lets go there: on from there.
    }
    note_best();
    return false;
  }

  /// At the edge of what friction holds it would be left to rounding whether it slides: a little
  /// further on it sticks.
  void leave_edge(const std::vector<double>& from) {
    constexpr double kBeyondEdge = 1e-6;
    const std::vector<double> x = equations_.x();
    if (!equations_.has_events() || system_.discrete_count() == 0 || x == from) return;
    const auto settle_at = [&](double part) {
      std::vector<double> moved = x;
      for (std::size_t i = 0; i < x.size(); ++i) moved[i] += part * (x[i] - from[i]);
      system_.project(moved.data());
      equations_.close(moved, ease_);
      if (!equations_.settle(moved)) return std::vector<double>();
      equations_.set_state(moved);
      return equations_.discrete();
    };
    const std::vector<double> inside = settle_at(-kBeyondEdge), beyond = settle_at(kBeyondEdge);
    if (!beyond.empty() && inside != beyond && is_found()) return;
    equations_.settle(x);
    equations_.set_state(x);
  }

  TangentSpace calc_tangent_space() const {
    TangentSpace t{VectorXd::Zero(n_), MatrixXd::Identity(n_, n_)};
    if (!equations_.has_constraints()) return t;
    const MatrixXd G = equations_.gap_slopes() * ease_.asDiagonal();
    t.offset = solve_least_squares(G, -equations_.gaps(), 1e-9);
    const PivotedQr qr(G.transpose());
    t.N = qr.Q().rightCols(n_ - qr.rank(1e-9));
    return t;
  }

  void shorten(VectorXd& step, double longest) const {
    double most = 0;
    for (int j = 0; j < n_; ++j) {
      const double size = is_position_[static_cast<std::size_t>(j)] ? longest : 1e3;
      most = std::max(most, std::abs(step[j]) / (size * std::max(nominal_[j], size_of(j))));
    }
    if (most > 1) step /= most;
  }
  double size_of(int tangent) const {
    const StateBlock& block = tangent_block(system_, tangent);
    double largest = 0;
    const bool turns =
        block.dimension == dimensions::kAngle || block.kind == StateBlock::Kind::quaternion;
    if (turns) return 0;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      largest = std::max(largest, std::abs(equations_.x()[static_cast<std::size_t>(i)]));
    return largest;
  }

  /// |r|² and, where loops are closed, |g|².
  double merit(const VectorXd& scale) const {
    const VectorXd scaled = equations_.calc_scaled(scale);
    double sum = scaled.squaredNorm();
    if (equations_.gaps().size() > 0) sum += equations_.gaps().squaredNorm();
    return std::isnan(sum) ? HUGE_VAL : sum;
  }

  /// Steps of Newton's method as long as they get nearer. True where they end at an equilibrium.
  bool by_newton() {
    constexpr double kPolish = 1e-4;  // beyond it is another equilibrium, where there are many
    for (int k = 0; k < kNewtonSteps; ++k) {
      const VectorXd scale = equations_.scale();
      const MatrixXd& A = equations_.slopes();
      if (!A.allFinite() || !equations_.rates().allFinite()) return false;
      const TangentSpace t = calc_tangent_space();
      const MatrixXd J =
          scale.cwiseInverse().asDiagonal() * equations_.remove_free(A * ease_.asDiagonal());
      const VectorXd r = equations_.rates().cwiseQuotient(scale) + J * t.offset;
      const VectorXd xi = solve_least_squares(J * t.N, -r, kNewtonRank);
      VectorXd step = ease_.cwiseProduct(t.offset + t.N * xi);
      shorten(step, kLongestOfNewton);
      const bool was_found = is_found();
      const double before = merit(scale);
      if (was_found && step.cwiseQuotient(nominal_).cwiseAbs().maxCoeff() > kPolish) return true;
      const std::vector<double> from = equations_.x();
      bool is_better = false;
      double length = 1;
      for (int h = 0; h < kLineSearchHalvings && !is_better; ++h, length /= 2) {
        std::vector<double> x = equations_.move(from, length * step);
        equations_.close(x, ease_);
        equations_.set_trial(x);
        is_better = merit(scale) < before * (1 - 1e-3 * length);
      }
      constexpr double kGain = 1e-6;
      if (!(is_better && merit(scale) < before * (1 - kGain))) {
        equations_.set_state(from);
        return was_found;
      }
      equations_.set_state(std::vector<double>(equations_.x()));
    }
    return is_found();
  }

  /// One implicit step of the motion; nothing where it cannot be solved.
  std::optional<VectorXd> calc_euler_step(double h, const VectorXd& motion) const {
    const TangentSpace t = calc_tangent_space();
    MatrixXd M = -equations_.slopes();
    M.diagonal().array() += 1 / h;
    const VectorXd inverse = ease_.unaryExpr([](double e) { return e > 0 ? 1 / e : 0.0; });
    MatrixXd scaled = inverse.asDiagonal() * M * ease_.asDiagonal();
    for (int j = 0; j < n_; ++j)
      if (ease_[j] == 0) scaled(j, j) = 1;  // stays
    const VectorXd right = inverse.cwiseProduct(motion);
    const VectorXd xi =
        solve_by_lu(MatrixXd(t.N.transpose() * scaled * t.N), MatrixXd(t.N.transpose() * right));
    VectorXd step = ease_.cwiseProduct(t.offset + t.N * xi);
    if (!step.allFinite()) return std::nullopt;
    return step;
  }

  double first_step() const {
    const double fastest = equations_.slopes().cwiseAbs().rowwise().sum().maxCoeff();
    return 0.1 / std::max(1e-12, std::isfinite(fastest) ? fastest : 1.0);
  }

  void follow_motion() {
    double h = first_step();
    for (int k = 0; k < kEulerSteps && !is_found(); ++k) {
      const VectorXd scale = equations_.scale();
      const double before = std::sqrt(merit(scale));
      const std::vector<double> last = equations_.x();
      const std::optional<VectorXd> step = calc_euler_step(h, equations_.motion());
      if (!step) return;
      std::vector<double> x = equations_.move(last, *step);
      equations_.close(x, ease_);
      equations_.set_state(x);
      const double ratio = before / std::max(std::sqrt(merit(scale)), 1e-300);
      if (!(ratio > 0.1)) {  // far astray
        equations_.set_state(last);
        h /= 8;
        continue;
      }
      // It has to gain even where the path leads through faster motion.
      h *= std::clamp(ratio, 1.2, 4.0);
    }
  }

  /// A motion without inertia: speeds are zero after each step, and limits end one.
  void relax() {
    constexpr int kMostLimits = 60;
    double h = first_step();
    int limits = 0;
    for (int k = 0; k < kEulerSteps && limits < kMostLimits && h > 1e-12 && !is_found(); ++k) {
      const VectorXd scale = equations_.scale();
      const double before = std::sqrt(merit(scale));
      const std::vector<double> last = equations_.x();
      std::optional<VectorXd> step = calc_euler_step(h, equations_.motion());
      if (!step) return;
      shorten(*step, kLongestOfEuler);
      std::vector<double> x = move_at_rest(last, *step);
      const bool is_at_limit = !equations_.is_admissible(x);
      if (is_at_limit) ++limits, x = go_to_limit(last, *step);
      const State before_step = take_state();
      if (!equations_.settle(x)) {
        equations_.settle(last);
        equations_.set_state(last);
        h /= 8;
        continue;
      }
      equations_.project(x);
      equations_.set_state(x);
      if (is_at_limit) {
        // Where it is pulled away from the limit but a long step would come back to it.
        constexpr double kStands = 1e-9;
        double moved = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
          moved = std::max(moved, std::abs(x[i] - last[i]) / (1 + std::abs(last[i])));
        if (moved < kStands) h /= 4;
        continue;
      }
      const double ratio = before / std::max(std::sqrt(merit(scale)), 1e-300);
      const bool switched = take_state() != before_step;
      if (!(ratio > 0.1) && !switched) {
        equations_.settle(last);
        equations_.set_state(last);
        h /= 8;
        continue;
      }
      // What begins to slide or to carry makes forces jump: steps may pass it.
      h *= ratio > 0.1 ? std::clamp(ratio, 1.2, 4.0) : 0.5;
    }
  }

  using State = std::pair<std::vector<double>, std::vector<double>>;
  State take_state() const { return {equations_.discrete(), equations_.modes()}; }

  std::vector<double> move_at_rest(const std::vector<double>& from, const VectorXd& step) {
    std::vector<double> x = equations_.move(from, step);
    equations_.close(x, ease_);
    return equations_.rest(std::move(x));
  }

  /// The last state along a step at which a run can begin.
  std::vector<double> go_to_limit(const std::vector<double>& from, const VectorXd& step) {
    double low = 0, high = 1;
    std::vector<double> x = from;
    for (double middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high)) {
      std::vector<double> trial = move_at_rest(from, middle * step);
      if (equations_.is_admissible(trial))
        low = middle, x = std::move(trial);
      else
        high = middle;
    }
    return x;
  }

  /// The nearest miss, to be reported.
  void note_best() {
    const VectorXd scaled = equations_.calc_scaled(equations_.scale());
    const double size = scaled.size() > 0 ? scaled.maxCoeff() : 0;
    if (!(size < best_size_)) return;
    best_size_ = size, best_rates_ = equations_.rates(), best_scale_ = equations_.scale();
  }

  std::string describe_rate(int tangent, double rate) const {
    const Dimension dimension = tangent_block(system_, tangent).dimension / dimensions::kTime;
    const std::string name = tangent_name(system_, tangent) + "'";
    return fmt::format("{} = {:.4g} {}", name, rate, dimension.to_string());
  }

  [[noreturn]] void fail() const {
    constexpr std::size_t kMostNamed = 4;
    std::vector<std::pair<double, int>> worst;
    for (int i = 0; i < best_rates_.size(); ++i) {
      const double scaled = std::abs(best_rates_[i]) / best_scale_[i];
      if (scaled > kVanishingRate) worst.emplace_back(-scaled, i);
    }
    std::sort(worst.begin(), worst.end());
    std::string rates;
    for (std::size_t k = 0; k < worst.size() && k < kMostNamed; ++k) {
      const int i = worst[k].second;
      rates += (k > 0 ? ", " : "") + describe_rate(i, best_rates_[i]);
    }
    throw ModelError("no equilibrium was found near the start" +
                         (rates.empty() ? ": those found are not kept by a run, since a limit is "
                                          "exceeded there or friction or a limit releases"
                                        : ": the remaining residual is " + rates),
                     "start nearer to it, or hold what is driven or falls freely");
  }

  Equilibrium make_result() const {
    Equilibrium e;
    e.x = equations_.x();
    constexpr double kNothing = 1e-15;  // of the nominal value: what Newton's method leaves of zero
    for (const StateBlock& block : system_.states)
      for (int i = block.offset; i < block.offset + block.size; ++i)
        if (double& value = e.x[static_cast<std::size_t>(i)];
            std::abs(value) < kNothing * nominal_size(block.nominal))
          value = 0;
    e.discrete = equations_.discrete();
    e.modes = equations_.modes();
    const VectorXd scaled = equations_.calc_scaled(equations_.scale());
    int worst = -1;
    for (int j = 0; j < n_; ++j) {
      if (worst < 0 || scaled[j] > scaled[worst]) worst = j;
      if (!equations_.is_free(j)) continue;
      // A rate that is the rounding of standing still.
      const double rate = equations_.motion()[j];
      const bool is_zero = std::abs(rate) <= kVanishingRate * equations_.scale()[j];
      e.free.push_back({tangent_name(system_, j), is_zero ? 0 : rate});
    }
    if (worst >= 0) {
      e.residual = scaled[worst] / kVanishingRate;
      e.residual_text = describe_rate(worst, equations_.rates()[worst]);
    }
    if (gave_up_held_)
      e.notes.emplace_back(
          "there is no equilibrium with all initial values of the model: they are used as guesses");
    if (equilibrium_is_held_)
      e.notes.emplace_back(
          "a run that starts there does not stay: it is an equilibrium only while comparisons and "
          "the values set by events and clocks are those of the start");
    return e;
  }

  const System& system_;
  const SystemPrograms programs_;
  const FirstInstant first_;
  EquilibriumEquations equations_;
  const int n_;
  const std::vector<bool> pure_integrals_;
  VectorXd ease_, nominal_;
  std::vector<bool> is_position_;
  std::vector<double> held_;  // an equilibrium with what is discrete as at the start
  bool is_first_ = false, equilibrium_is_held_ = false;
  bool has_held_ = false, gave_up_held_ = false, found_ = false;
  double best_size_ = HUGE_VAL;
  VectorXd best_rates_, best_scale_;
};

/// Whether a function's result changes with the time itself.
bool depends_on_time(const Function& f) {
  const std::vector<Expr> symbols = find_symbols(f.output_scalars());
  const Expr t = f.input_scalars().front();
  return std::find(symbols.begin(), symbols.end(), t) != symbols.end();
}

}  // namespace

Equilibrium find_equilibrium(const System& system, const std::vector<double>& parameters,
                             bool holds_discrete) {
  if (system.state_count() == 0) {
    const FirstInstant first = find_first_instant(system, parameters);
    return {first.x, first.discrete, first.modes, {}, 0, "", {}};
  }
  Equilibrium found = Search(system, parameters).run(holds_discrete);
  if (depends_on_time(*system.derivative))
    found.notes.emplace_back("the equations depend on time: the equilibrium is that at 0 s");
  return found;
}

}  // namespace holon
