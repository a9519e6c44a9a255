// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Derivatives of a run with respect to parameters p, S = ∂x/∂p and D = ∂d/∂p at constant time.
//
// Within a step the method that makes it is differentiated with its step held constant (dopri5: the
// stages K_i = f_x S_i + f_d D + f_p; radau5 and radau: the linear equations of their stages, of
// radau in as many of them as reproduce the step), which is the derivative of the discrete solution
// (H. G. Bock, Springer Ser. Chem. Phys. 18 (1981) 102). A step of cvode, cvode_adams or ida
// depends on those before it. There the variational equation S' = f_x S + f_d D + f_p is integrated
// beside the run, as by CVODES and IDAS: in each step by the stages of a Radau method from the
// run's own states, of order 5 (9 for cvode_adams), which differs from the derivative of the run's
// discrete solution by the error of the run. Steps end at the run's own; within a step up to an
// event, or to a row, a step of that length is differentiated, which differs by the error of the
// method.
//
// At an event that an indicator g(t, x, d, p) = 0 places at t_e(p), with the rates f⁻ before and f⁺
// after it and the map (x, d)⁺ = R(t, x, d, p)⁻,
//
//   τ = dt_e/dp = -(g_p + g_x S + g_d D)/(g_t + g_x f⁻),
//   S⁺ = R_t τ + R_x (S + f⁻ τ) + R_d D + R_p - f⁺ τ,
//
// the saltation matrix with parameters (R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of
// Non-Smooth Mechanical Systems, 7.4). Ticks of clocks and jumps of time alone have constant times.
// The derivative does not exist where an indicator touches zero without crossing it, and where two
// of them switch together at times that differ when p changes; both are errors.
#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "holon/model/describe/settings.h"
#include "holon/record/results.h"
#include "holon/system/system.h"

namespace holon {

/// An event whose instant depends on the parameters.
struct EventSlope {
  double time = 0;        ///< [s]
  std::string name;       ///< of the comparison that switches
  Eigen::VectorXd slope;  ///< (np) dt/dp [s per SI unit]
};

/// Follows a run by the rows of its states after every step and event (Simulation::record_states
/// with RowSchedule::Kind::steps) and computes the derivatives of outputs. What it throws ends the
/// run: RunError where a derivative does not exist or is not available.
class SensitivitySink final : public RowSink {
 public:
  /// `which`: the parameters, by index in the System; `parameters`: values of all. The system must
  /// outlive this. Throws ModelError for what has no derivatives yet: time delays, starts that a
  /// search determines.
  SensitivitySink(const System& system, const SimulateSettings& settings,
                  const std::vector<double>& parameters, const std::vector<int>& which,
                  const std::vector<std::string>& outputs);
  ~SensitivitySink() override;

  void begin(const std::vector<Column>& columns) override;
  void row(const double* values) override;
  void end() override;

  /// After the run if an event has ended it: its time, if that was not a row of its own.
  void conclude_stop();

  /// (rows) [s], by `simulate.interval`, or after each step and event.
  const std::vector<double>& times() const;
  /// (components of the outputs) of each row.
  const std::vector<Eigen::VectorXd>& values() const;
  /// (components x np) of each row.
  const std::vector<Eigen::MatrixXd>& slopes() const;
  const std::vector<EventSlope>& events() const;
  /// Largest difference of a repeated step from the run's own, relative to the states.
  double largest_deviation() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holon
