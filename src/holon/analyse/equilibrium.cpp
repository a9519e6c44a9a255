// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// F(x) = 0 with F the rates of the tangent coordinates (those of free coordinates left out) and the
// conditions g of closed loops behind them, J their exact slopes. Two ways to step:
//   Newton          J δ = -F, the shortest δ where J has no full rank
//   implicit Euler  (1/h - A) δ = x', back onto the constraints; h grows as |F| falls
//                   (C. T. Kelley, D. E. Keyes, Convergence analysis of pseudo-transient
//                   continuation, SIAM J. Numer. Anal. 35 (1998) 508)
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "holon/analyse/operating_point.h"
#include "holon/base/errors.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/program.h"
#include "holon/simulate/projection.h"
#include "holon/system/delays.h"
#include "holon/system/tangent.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kNewtonSteps = 60, kEulerSteps = 400, kHalvings = 12;
constexpr double kFound = 1e-8;  // of what the terms of a rate come to, at least of kLeast [SI]
constexpr double kLeast = 1e-2;
constexpr double kRank = 1e-10;  // of the largest pivot
// Where there is a choice, speeds change rather than places, which the user has mostly given: a top
// precesses at the angle at which it was set up.
constexpr double kPlacesGiveWay = 0.1;

class Equilibrium {
 public:
  Equilibrium(const System& system, OperatingPoint start)
      : system_(system),
        point_(std::move(start)),
        programs_(system, {.engine = Engine::tape}),
        projection_(system, programs_),
        slopes_(make_state_jacobian(system)),
        slope_program_(*slopes_.function),
        inputs_(system, programs_.indicators, 1),
        n_(tangent_count(system)) {
    if (has_constraints()) {
      const Function& g = *system.constraints->residual;
      residual_.emplace(g);
      constraint_slopes_ = make_tangent_jacobian(system, g);
      constraint_program_.emplace(*constraint_slopes_.function);
    }
    if (system.input_count() > 0) delayed_.emplace(*make_delayed_signals(system));
    const std::vector<double> p(parameter_begin(), parameter_begin() + system.parameter_count());
    const double* d = point_.in.data() + 1 + system.state_count() + system.input_count() +
                      system.parameter_count();
    inputs_.set_parameters(0, p);
    projection_.inputs().set_parameters(0, p);
    if (system.discrete_count() > 0) {
      inputs_.set_discrete(0, d);
      projection_.inputs().set_discrete(0, d);
    }
    for (int j = 0; j < n_; ++j) {
      const StateBlock& block = tangent_block(system, j);
      const bool is_place = block.role == StateBlock::Role::coordinate;
      size_.push_back(block.nominal);
      ease_.push_back(block.nominal * (is_place ? kPlacesGiveWay : 1));
    }
    x_.assign(point_.x(), point_.x() + system.state_count());
  }

  OperatingPoint find() {
    find_free();
    const std::vector<double> start = x_, rest = at_rest();
    bool found = false;
    for (const Way way : {Way::newton, Way::on_constraints, Way::euler})
      for (const std::vector<double>* from : {&start, &rest}) {
        if (found || (way == Way::on_constraints && !has_constraints())) break;
        calc(x_ = *from);
        if (way == Way::euler) by_euler();
        found = by_newton(way != Way::newton && has_constraints());
      }
    if (!found) {
      calc(x_ = start);
      fail();
    }
    OperatingPoint result = std::move(point_);
    result.kind = OperatingPoint::Kind::equilibrium;
    std::copy_n(inputs_.data(), result.in.size(), result.in.begin());
    for (int j = 0; j < n_; ++j)
      if (is_free_[static_cast<std::size_t>(j)]) {
        // A rate that is the rounding of standing still.
        const double rate = std::abs(rates_[j]) > threshold(j) ? rates_[j] : 0;
        result.free.push_back({tangent_name(system_, j), rate});
      }
    return result;
  }

 private:
  enum class Way : std::uint8_t {
    newton,          ///< with the constraints among the equations
    on_constraints,  ///< brought back onto them after every step, for redundant ones
    euler,
  };
  bool has_constraints() const {
    return system_.constraints && !system_.constraints->names.empty();
  }
  const double* parameter_begin() const {
    return point_.in.data() + 1 + system_.state_count() + system_.input_count();
  }

  std::vector<double> run(const Program& program) {
    std::vector<double> out(static_cast<std::size_t>(program.output_count()));
    if (!out.empty()) program.run(inputs_.data(), out.data(), workspace_);
    return out;
  }
  static MatrixXd dense(const Sparsity& pattern, const std::vector<double>& entries) {
    MatrixXd J = MatrixXd::Zero(pattern.rows, pattern.columns);
    for (int j = 0; j < pattern.columns; ++j)
      for (int e = pattern.start[static_cast<std::size_t>(j)];
           e < pattern.start[static_cast<std::size_t>(j) + 1]; ++e)
        J(pattern.row[static_cast<std::size_t>(e)], j) = entries[static_cast<std::size_t>(e)];
    return J;
  }

  /// Rates, slopes and F at a state.
  void calc(const std::vector<double>& x) {
    const double t = 0;
    inputs_.fill(&t, x.data());
    if (delayed_) {
      const auto count = static_cast<std::size_t>(system_.input_count());
      for (std::size_t round = 0; round <= count; ++round) {
        inputs_.set_inputs(0, run(*delayed_).data());
        inputs_.fill(&t, x.data());
      }
    }
    if (system_.mode_count() > 0) inputs_.find_modes();
    A_ = dense(slopes_.pattern, run(slope_program_));
    rates_ = tangent_rates(x, run(programs_.derivative));
    scale_.resize(n_);
    for (int i = 0; i < n_; ++i) {
      double sum = 0;
      for (int j = 0; j < n_; ++j) sum += std::abs(A_(i, j)) * size_of(j, x);
      scale_[i] = sum;
    }
    const Index rows = has_constraints() ? residual_->output_count() : 0;
    F_.resize(n_ + rows);
    J_.resize(n_ + rows, n_);
    F_.head(n_) = rates_;
    J_.topRows(n_) = A_;
    for (int i = 0; i < n_; ++i)
      if (!is_free_.empty() && is_free_[static_cast<std::size_t>(i)]) {
        F_[i] = 0;
        J_.row(i).setZero();
      }
    if (rows == 0) return;
    const std::vector<double> g = run(*residual_);
    F_.tail(rows) = Eigen::Map<const VectorXd>(g.data(), rows);
    J_.bottomRows(rows) = dense(constraint_slopes_.pattern, run(*constraint_program_));
  }

  /// Of a quaternion the angular velocity of its own axes, 2 vec(conj(q) q').
  VectorXd tangent_rates(const std::vector<double>& x, const std::vector<double>& dx) const {
    VectorXd rates(n_);
    Index at = 0;
    for (const StateBlock& block : system_.states) {
      const auto o = static_cast<std::size_t>(block.offset);
      if (block.kind == StateBlock::Kind::quaternion) {
        for (std::size_t i = 0; i < 3; ++i) {
          const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
          rates[at++] = 2 * (x[o] * dx[o + 1 + i] - x[o + 1 + i] * dx[o] -
                             (x[o + 1 + j] * dx[o + 1 + k] - x[o + 1 + k] * dx[o + 1 + j]));
        }
      } else {
        for (int i = 0; i < block.size; ++i) rates[at++] = dx[o + static_cast<std::size_t>(i)];
      }
    }
    return rates;
  }
  double size_of(int tangent, const std::vector<double>& x) const {
    const StateBlock& block = tangent_block(system_, tangent);
    double largest = block.nominal;
    for (int i = block.offset; i < block.offset + block.size; ++i)
      largest = std::max(largest, std::abs(x[static_cast<std::size_t>(i)]));
    return largest;
  }

  /// Coordinates whose column vanishes, by structure or at several states about the start: nothing
  /// depends on where they are.
  void find_free() {
    std::vector<double> largest(static_cast<std::size_t>(n_), 0.0);
    double all = 0;
    for (int k = 0; k < 3; ++k) {
      std::vector<double> x = x_;
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] += 0.1 * k * std::max(1.0, std::abs(x[i])) * std::sin(1.0 + 2.3 * double(i) + k);
      system_.project(x.data());
      calc(x);
      for (int j = 0; j < n_; ++j) {
        const double column = largest_elsewhere(j);
        if (std::isfinite(column))
          largest[static_cast<std::size_t>(j)] =
              std::max(largest[static_cast<std::size_t>(j)], column);
        all = std::isfinite(column) ? std::max(all, column) : all;
      }
    }
    is_free_.assign(static_cast<std::size_t>(n_), false);
    for (int j = 0; j < n_; ++j)
      is_free_[static_cast<std::size_t>(j)] = largest[static_cast<std::size_t>(j)] <= 1e-13 * all;
    // All of an orientation or nothing.
    for (int j = 0; j < n_; ++j)
      for (int k = 0; k < n_; ++k)
        if (is_of_one_turn(j, k) && !is_free_[static_cast<std::size_t>(k)])
          is_free_[static_cast<std::size_t>(j)] = false;
  }
  bool is_of_one_turn(int j, int k) const {
    const StateBlock& block = tangent_block(system_, j);
    return block.kind == StateBlock::Kind::quaternion && &block == &tangent_block(system_, k);
  }
  /// The largest entry of a column of J, but for the rates of the same orientation, whose deviation
  /// turns with the body.
  double largest_elsewhere(int j) const {
    double largest = 0;
    for (Index i = 0; i < J_.rows(); ++i) {
      const double entry = std::abs(J_(i, j));
      if (i < n_ && is_of_one_turn(j, static_cast<int>(i))) continue;
      if (!(entry <= largest)) largest = entry;
    }
    return largest;
  }

  /// The start with all speeds zero.
  std::vector<double> at_rest() {
    std::vector<double> x = x_;
    for (const StateBlock& block : system_.states)
      if (block.role == StateBlock::Role::rate)
        std::fill_n(x.begin() + block.offset, block.size, 0.0);
    if (has_constraints()) projection_.project(0, x.data());
    return x;
  }

  std::vector<double> moved(const VectorXd& delta) {
    std::vector<double> x = x_;
    Index at = 0;
    for (const StateBlock& block : system_.states) {
      const auto o = static_cast<std::size_t>(block.offset);
      if (block.kind == StateBlock::Kind::quaternion) {
        const Eigen::Vector3d h = 0.5 * delta.segment<3>(at);
        const Eigen::Quaterniond q(x[o], x[o + 1], x[o + 2], x[o + 3]);
        const Eigen::Quaterniond r = (q * Eigen::Quaterniond(1, h[0], h[1], h[2])).normalized();
        x[o] = r.w(), x[o + 1] = r.x(), x[o + 2] = r.y(), x[o + 3] = r.z();
        at += 3;
      } else {
        for (int i = 0; i < block.size; ++i) x[o + static_cast<std::size_t>(i)] += delta[at++];
      }
    }
    return x;
  }

  double merit() const { return F_.allFinite() ? F_.squaredNorm() : HUGE_VAL; }

  double threshold(int i) const { return kFound * std::max(scale_[i], kLeast); }
  bool is_found() const {
    if (!F_.allFinite()) return false;
    for (int i = 0; i < n_; ++i)
      if (std::abs(F_[i]) > threshold(i)) return false;
    return F_.size() == n_ || F_.tail(F_.size() - n_).cwiseAbs().maxCoeff() < 1e-9;
  }

  /// Steps of Newton's method as long as they get nearer.
  bool by_newton(bool projects) {
    const VectorXd size = Eigen::Map<const VectorXd>(size_.data(), n_),
                   ease = Eigen::Map<const VectorXd>(ease_.data(), n_);
    for (int k = 0; k < kNewtonSteps; ++k) {
      if (!J_.allFinite() || !F_.allFinite()) return false;
      VectorXd step = ease.cwiseProduct(solve_least_squares(J_ * ease.asDiagonal(), -F_, kRank));
      // No joint turns by more than this at once: sines would mislead.
      const double longest = step.cwiseQuotient(size).cwiseAbs().maxCoeff();
      if (const double most = 1.0 + norm_of_state(); longest > most) step *= most / longest;
      const bool was_found = is_found();
      const double before = merit();
      double way = 1;
      std::vector<double> x;
      for (int h = 0; h < kHalvings; ++h, way /= 2) {
        x = moved(way * step);
        if (projects) projection_.project(0, x.data());
        calc(x);
        if (merit() < before * (1 - 1e-3 * way)) break;
      }
      constexpr double kGain = 1e-6;
      if (!(merit() < before * (1 - kGain))) {
        calc(x_);
        return was_found;
      }
      x_ = x;
    }
    return is_found();
  }
  double norm_of_state() const {
    double largest = 0;
    for (const double v : x_) largest = std::max(largest, std::abs(v));
    return largest;
  }

  void by_euler() {
    double h = 0.1 / std::max(1e-12, A_.cwiseAbs().rowwise().sum().maxCoeff());
    const VectorXd one = VectorXd::Ones(n_);
    for (int k = 0; k < kEulerSteps && !is_found(); ++k) {
      MatrixXd M = -A_;
      M.diagonal() += one / h;
      const VectorXd step = solve_by_lu(M, rates_);
      if (!step.allFinite()) return;
      const double before = std::sqrt(merit());
      const std::vector<double> last = x_;
      x_ = moved(step);
      projection_.project(0, x_.data());
      calc(x_);
      const double ratio = before / std::max(std::sqrt(merit()), 1e-300);
      if (!(ratio > 0.1)) {  // far astray
        x_ = last;
        calc(x_);
        h /= 8;
        continue;
      }
      // It has to gain even where the way leads through faster motion.
      h *= std::clamp(ratio, 1.2, 4.0);
    }
  }

  [[noreturn]] void fail() const {
    std::vector<std::pair<double, int>> worst;
    for (int i = 0; i < n_; ++i)
      if (std::abs(F_[i]) > threshold(i))
        worst.emplace_back(-std::abs(F_[i]) / std::max(scale_[i], 1.0), i);
    std::sort(worst.begin(), worst.end());
    std::vector<std::string> told;
    for (const auto& [size, i] : worst) {
      if (told.size() == 4) break;
      const Dimension rate = tangent_block(system_, i).dimension / dimensions::kTime;
      told.push_back(
          fmt::format("{}' = {:.4g} {}", tangent_name(system_, i), F_[i], rate.to_string()));
    }
    std::string what = "no equilibrium was found near the start";
    if (!told.empty()) {
      what += ": there remains ";
      for (std::size_t k = 0; k < told.size(); ++k) what += (k > 0 ? ", " : "") + told[k];
    }
    throw ModelError(what +
                     "; start nearer to it, hold what drives or falls, or linearise at a time of "
                     "the run by --at");
  }

  const System& system_;
  OperatingPoint point_;
  const SystemPrograms programs_;
  Projection projection_;
  const FunctionJacobian slopes_;
  const Program slope_program_;
  FunctionJacobian constraint_slopes_;
  std::optional<Program> residual_, constraint_program_, delayed_;
  SystemInputs inputs_;
  Workspace workspace_;
  const int n_;
  std::vector<double> size_, ease_, x_;
  std::vector<bool> is_free_;
  MatrixXd A_, J_;
  VectorXd rates_, scale_, F_;
};

/// Whether a function's result changes with the time itself.
bool depends_on_time(const Function& f) {
  const std::vector<Expr> symbols = find_symbols(f.output_scalars());
  const Expr t = f.input_scalars().front();
  return std::find(symbols.begin(), symbols.end(), t) != symbols.end();
}

}  // namespace

OperatingPoint find_equilibrium(const System& system, const std::vector<double>& parameters) {
  OperatingPoint start = find_start_point(system, parameters);
  if (system.state_count() == 0) {
    start.kind = OperatingPoint::Kind::equilibrium;
    return start;
  }
  OperatingPoint found = Equilibrium(system, std::move(start)).find();
  if (depends_on_time(*system.derivative))
    found.notes.emplace_back(
        "the equations depend on time: the equilibrium is that of what holds at 0 s");
  return found;
}

}  // namespace holon
