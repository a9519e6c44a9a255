// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "holon/analyse/sensitivity/input_slopes.h"
#include "holon/analyse/sensitivity/sensitivity.h"
#include "holon/simulate/events/regular_times.h"
#include "holon/simulate/rhs/projection.h"
#include "holon/simulate/rhs/system_rhs.h"
#include "holon/solve/radau_tableau.h"

namespace holon {

/// Derivatives S = ∂x/∂p, D = ∂d/∂p along a run: sensitivity.cpp has the start and the rows,
/// sensitivity_steps.cpp the steps of the solver, sensitivity_events.cpp the events.
struct SensitivitySink::Impl {
  Impl(const System& a_system, const SimulateSettings& a_settings,
       const std::vector<double>& a_parameters, const std::vector<int>& a_which,
       const std::vector<std::string>& output_names);

  void start(const double* values);
  void start_at_equilibrium(const std::vector<double>& modes);
  void step(double t1);
  void advance(double t, double h, std::vector<double>& x, Eigen::MatrixXd& S);
  void advance_explicitly(double t, double h, std::vector<double>& x, Eigen::MatrixXd& S);
  void advance_implicitly(double t, double h, std::vector<double>& x, Eigen::MatrixXd& S);
  double repeat_step(double t1, const std::vector<double>& x1, std::vector<double>& x,
                     Eigen::MatrixXd& S);
  void project(double t, const std::vector<double>& x, const std::vector<double>& d,
               const std::vector<double>& m, Eigen::MatrixXd& S, const Eigen::MatrixXd& D,
               const Eigen::VectorXd& tau);
  void jump(double t, const std::vector<double>& x1, const std::vector<double>& d1,
            const std::vector<double>& m1, bool at_start);
  Eigen::VectorXd find_shift(double t, bool is_tick, std::string& name);
  void add_row(double t, const std::vector<double>& x, const Eigen::MatrixXd& S);
  std::vector<double> list_due(double t) const;
  const double* fill(double t, const std::vector<double>& x, const std::vector<double>& d,
                     const std::vector<double>& m);
  std::vector<double> run_rates(double t, const std::vector<double>& x,
                                const std::vector<double>& d, const std::vector<double>& m);
  Eigen::MatrixXd calc_rate_slopes(double t, const std::vector<double>& x,
                                   const Eigen::MatrixXd& S);
  [[noreturn]] void fail(double t, const std::string& cause, const std::string& advice) const;

  const System& system;
  const SimulateSettings settings;
  const std::vector<double> parameters;
  const std::vector<int> which;
  const Eigen::Index nx, nd, np;
  const detail::RadauTableau* tableau = nullptr;  // of the last step; nothing: dopri5
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
  Eigen::MatrixXd S, D;
  std::optional<RegularTimes> row_times;
  std::int64_t next_row = 0;

  std::vector<double> times;
  std::vector<Eigen::VectorXd> values;
  std::vector<Eigen::MatrixXd> slopes;
  std::vector<EventSlope> events;
  double deviation = 0;
};

/// Of the time: instants that are the same.
inline constexpr double kSameSensitivityInstant = 1e-12;

}  // namespace holon
