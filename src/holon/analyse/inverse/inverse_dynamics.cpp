// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/inverse/inverse_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "holon/analyse/inverse/kinetic_matrix.h"
#include "holon/analyse/inverse/loop_closure.h"
#include "holon/base/errors.h"
#include "holon/base/interrupt.h"
#include "holon/base/matrices.h"
#include "holon/base/names.h"
#include "holon/expr/derive/dependence.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/simulate/start/start.h"
#include "holon/solve/integrator.h"
#include "holon/system/counted_revolutions.h"

namespace holon {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kIntegrated = 1e-11;  // of states that are integrated along the motion
constexpr double kEffortRank = 1e-10;
constexpr int kMostEffortSteps = 20;
constexpr double kEffortChange = 1e-6;                      // of efforts, for slopes
constexpr double kLeastAcceleration = 1e-300;               // [SI unit], for machines at rest
constexpr double kMadeMotion = 1e-9, kMissedMotion = 1e-6;  // of the accelerations' size

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

int find_rate_of(const System& system, int coordinate) {
  const Expr rate = system.derivative->output_scalars()[static_cast<std::size_t>(coordinate)];
  const std::vector<Expr>& inputs = system.derivative->input_scalars();
  for (int k = 0; k < system.state_count(); ++k)
    if (inputs[static_cast<std::size_t>(1 + k)] == rate) return k;
  return -1;
}

namespace {

using IndexList = std::vector<int>;

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
        loops_(system, inputs_),
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
    prepare_revolutions();
    if (loops_.rows() > 0) set_motion(motion.time.front());
    IndexList given = coordinates;
    given.insert(given.end(), rates_.begin(), rates_.end());
    loops_.sort_states(given, motion.time.front(), x_);
  }

  // Integrated states.
  int size() const override { return static_cast<int>(loops_.integrated().size()); }
  void run(const double* t, const double* y, double* dy) override {
    calc(*t, y);
    for (std::size_t k = 0; k < loops_.integrated().size(); ++k)
      dy[k] = dx_[static_cast<std::size_t>(loops_.integrated()[k])];
  }
  std::string state_name(int k) const override {
    return system_.state_name(loops_.integrated()[static_cast<std::size_t>(k)]);
  }
  std::vector<double> start() const {
    std::vector<double> y;
    for (const int k : loops_.integrated()) y.push_back(x_[static_cast<std::size_t>(k)]);
    return y;
  }

  const VectorXd& calc(double t, const double* y) {
    set_motion(t);
    for (std::size_t k = 0; k < loops_.integrated().size(); ++k)
      x_[static_cast<std::size_t>(loops_.integrated()[k])] = y[k];
    loops_.close(t, x_);
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
                     : detail::interpolate_rows(motion_, t, given_.data());
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      x_[static_cast<std::size_t>(coordinates_[k])] = given_[3 * k];
      x_[static_cast<std::size_t>(rates_[k])] = given_[3 * k + 1];
    }
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

  /// Accelerations of all rates by generalised efforts of 1, one column for each effort.
  void find_shares(double t) {
    if (!mass_) return;
    const IndexList& rates = mass_->rates();
    const auto n = static_cast<Index>(rates.size());
    MatrixXd Z = MatrixXd::Identity(n, n);
    if (const Index rows = loops_.rows(); rows > 0) {
      VectorXd g;
      const MatrixXd G = loops_.calc_slopes(t, x_, g).bottomRows(rows)(Eigen::all, rates);
      const PivotedQr qr(G.transpose());
      Z = qr.Q().rightCols(n - qr.rank(detail::kLoopRank));
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
      throw ModelError(
          fmt::format("the mass matrix is singular at {:.6g} s (something moves without "
                      "mass), so that generalised efforts do not determine the "
                      "accelerations",
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
      throw ModelError(fmt::format("{} cannot make this motion at {:.6g} s: the best "
                                   "efforts leave a relative error of the accelerations of {:.3g}",
                                   name_efforts(), t, missed),
                       "a limit or a discontinuity of the model prevents it");
  }

  const System& system_;
  const IndexList& coordinates_;
  const IndexList& efforts_;
  const CoordinateMotion& motion_;
  const Index count_;
  IndexList rates_;
  const SystemPrograms programs_;
  SystemInputs inputs_;
  detail::LoopClosure loops_;
  Workspace workspace_;
  std::vector<double> values_, given_, x_, dx_;
  Program follow_;
  std::vector<std::size_t> follower_places_;
  std::optional<detail::KineticMatrix> mass_;
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
