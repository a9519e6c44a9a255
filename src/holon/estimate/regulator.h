// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/estimate/riccati.h"

namespace holon {

/// A number for a state, an input or an output of a linear model, by its name.
using NamedNumber = std::pair<std::string, double>;

/// What is designed for a linear model.
struct RegulatorRequest {
  std::vector<NamedNumber> weights;  ///< [1/unit²] of states and outputs (default 0), inputs (1)
  double period = 0;                 ///< [s] of a sampled controller; 0: continuous
  std::vector<std::complex<double>> poles;  ///< placed instead of weights; in s
  /// Of states: the root of the power spectral density of the noise in its rate [unit/s^0.5].
  std::vector<NamedNumber> process_noise;
  std::vector<NamedNumber> sigma;  ///< [unit] of measured outputs; with both: an estimator, too
};

/// u = −K x, of a sampled one held over a period; x̂' = A x̂ + B u + L (y − C x̂ − D u), of a sampled
/// one x̂ predicted, x̂[k+1] = F x̂ + G u + L (y − C x̂ − D u).
struct RegulatorDesign {
  std::vector<std::string> states, inputs, measured;
  double period = 0;
  Eigen::MatrixXd K;
  std::vector<std::complex<double>> poles;  ///< of the regulator
  std::optional<SteadyFilter> estimator;
  std::vector<std::complex<double>> estimator_poles;
  /// The controller from the measured values to the inputs: estimator and regulator together.
  StateSpaceMatrices controller;
};

/// The linear quadratic regulator of a continuous linear model (with `period`: the cost is that of
/// the continuous motion between samples), or gains that place poles; and with noise the steady
/// Kalman filter (LQG). Throws InputError for unknown names, ModelError as solve_care.
RegulatorDesign design_regulator(const LinearModel& model, const RegulatorRequest& request);

}  // namespace holon
