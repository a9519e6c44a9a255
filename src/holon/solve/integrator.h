// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holon/base/archive.h"
#include "holon/solve/rhs.h"

namespace holon {

struct IntegratorOptions {
  /// Bound on the local error of every state, relative to the larger of its group's
  /// nominal and present magnitude.
  double tolerance = 1e-8;
  /// [s] the step of a fixed-step method; required there, unused elsewhere.
  double step = 0;
  /// [s] first step of an adaptive method; 0 lets it choose.
  double initial_step = 0;
  /// [s] longest step of an adaptive method; 0 sets no bound.
  double max_step = 0;
};

/// What a run has cost so far.
struct StepStatistics {
  std::int64_t steps = 0;        ///< accepted
  std::int64_t rejections = 0;   ///< steps repeated for their error, or for an equation not solved
  std::int64_t evaluations = 0;  ///< of the right side
  std::int64_t jacobians = 0;    ///< evaluations of its derivative, implicit methods
  std::int64_t factorisations = 0;  ///< of 1 - γ ∂f/∂x, implicit methods
  double smallest_step = 0;         ///< [s] accepted, the last one to a limit aside
  double largest_step = 0;          ///< [s]
  double largest_drift = 0;         ///< largest violation that `project` found after a step
  /// Of the last step of an explicit method: its length times the rate of the fastest motion, as a
  /// share of what is stable. About 1 while stability, not accuracy, sets the step.
  double stability_use = 0;
  double stiff_since = -1;  ///< [s] from when on stability held the step down; negative: never
  /// [s] from when on a fixed step was too long for the fastest motion; negative: never.
  double coarse_since = -1;
  double coarse_pace = 0;  ///< step times rate of that motion then: 1 and more is too much
  /// Positions with a loss of rank that dopri5 has stepped across for another method.
  std::int64_t passages = 0;
  /// [s] from when on the right side finds unknowns that radau could not keep; negative: never.
  double unkept_since = -1;

  /// Those of another method that has made some of the steps.
  void add_steps_of(const StepStatistics& other);

  void archive(Archive& a);
};

/// Advances one sample of x' = f(t, x) step by step. Between the ends of the last step the solution
/// is a polynomial that `interpolate` evaluates.
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Begins, or begins anew, at (t, x). The state must lie on its invariants.
  virtual void start(double t, const double* x) = 0;
  /// Goes on from (t, x), which something has set that does not follow from the last step; the
  /// statistics go on too.
  virtual void restart(double t, const double* x) = 0;
  /// The same after events that may have changed nothing that matters here: where state and right
  /// side have the bits that they had, the steps go on as if nothing had happened.
  virtual void go_on(double t, const double* x) { restart(t, x); }
  /// One accepted step that does not pass `limit` (> time()), and lands on it exactly where it
  /// would come close; projects. Returns the new time. Throws RunError.
  virtual double step(double limit) = 0;

  virtual double time() const = 0;
  /// Where the last step began.
  virtual double previous_time() const = 0;
  /// The state at time(), projected (size).
  virtual const double* state() const = 0;
  /// x (size) at any previous_time() <= t <= time(), projected; at time() the state itself.
  virtual void interpolate(double t, double* x) = 0;

  virtual const StepStatistics& statistics() const = 0;
  /// The method of the last step: "dopri5".
  virtual std::string_view method() const = 0;
  /// Arithmetic operations spent so far on evaluations, linear algebra and the steps themselves:
  /// about what a run costs, the same on every machine.
  virtual double operation_count() const = 0;
  /// image (size) = A v of the last Jacobian A = ∂f/∂x; false where there is none.
  virtual bool multiply_jacobian(const double* /*v*/, double* /*image*/) { return false; }

  /// Writes or reads all that a restart leaves as it is. So restart(t, x) behind it is the same
  /// whether this integrator has made the steps before or has only read what came of them.
  virtual void archive(Archive& a) = 0;

  /// Whether the whole state of the method can be archived now. The memory of a library cannot, so
  /// CVODE and IDA continue from restarts only.
  virtual bool has_whole_state() const { return false; }
  /// Writes or reads everything that the next step and `interpolate` depend on, the statistics
  /// included: an integrator that has read it continues with the same bits as the one that has
  /// written it, without a restart. Throws InputError where what is read cannot be a state of this
  /// method. Only where has_whole_state() held when it was written.
  virtual void archive_whole(Archive& a);
};

/// Advances several samples side by side, each with its own time, step and acceptance. Every sample
/// gets exactly the numbers that an Integrator gives it alone.
class LaneIntegrator {
 public:
  static constexpr int kLanes = 8;
  virtual ~LaneIntegrator() = default;

  /// Begins at t (kLanes), x (size x kLanes). Lanes that are not in the mask `used` hold any finite
  /// numbers and never move.
  virtual void start(const double* t, const double* x, unsigned used) = 0;
  /// One attempt in every lane of the mask that has not reached its limit; returns the mask of
  /// those that completed a step. A lane that cannot go on leaves the game, see `failure`.
  virtual unsigned step(const double* limits, unsigned lanes) = 0;

  virtual double time(int lane) const = 0;
  virtual double previous_time(int lane) const = 0;
  /// x (size, contiguous) at time(lane).
  virtual void state(int lane, double* x) const = 0;
  virtual void interpolate(int lane, double t, double* x) = 0;
  /// Why the lane stopped, as an Integrator's RunError says it; empty where it has not.
  virtual std::string failure(int lane) const = 0;
  virtual const StepStatistics& statistics(int lane) const = 0;
};

/// The methods that `make_integrator` knows: "dopri5", "rk4", "radau", "radau5", "cvode",
/// "cvode_adams", "ida", "auto".
const std::vector<std::string>& integrator_names();

/// "dopri5": Dormand–Prince 5(4) with PI step control and dense output of order 4.
/// "rk4": the classical method at a fixed step with cubic Hermite dense output.
/// "radau": Radau IIA of order 5 or 9, implicit and one-step, for stiff problems with many events;
/// unknowns that the right side finds by Newton's method are kept as equations.
/// "radau5": the same of order 5 alone, with unknowns found by the right side.
/// "cvode": backward differences of orders 1 to 5 by CVODE, for stiff problems.
/// "cvode_adams": Adams' methods of orders 1 to 12 by CVODE; only without invariants.
/// "ida": backward differences by IDA, unknowns of algebraic loops and invariants kept as
/// equations. "auto": dopri5, and radau or cvode where that is cheaper since the problem is stiff.
/// Where the right side has constraints, dopri5 steps for the implicit methods across positions in
/// which these lose their rank; where equations of Newton's method cannot be kept, the right side
/// finds their unknowns for radau from then on.
/// The right side must outlive the integrator and have one lane. Throws std::invalid_argument for
/// another name or options out of range.
std::unique_ptr<Integrator> make_integrator(std::string_view method, Rhs& rhs,
                                            const IntegratorOptions& options);
/// "dopri5" or "rk4" for a right side of LaneIntegrator::kLanes lanes.
std::unique_ptr<LaneIntegrator> make_lane_integrator(std::string_view method, Rhs& rhs,
                                                     const IntegratorOptions& options);

}  // namespace holon
