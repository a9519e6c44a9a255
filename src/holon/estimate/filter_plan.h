// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holon/estimate/biased_models.h"
#include "holon/estimate/filter_log.h"
#include "holon/estimate/filter_shape.h"
#include "holon/estimate/gaussian_filter.h"
#include "holon/estimate/transition.h"
#include "holon/model/describe/model_loader.h"

namespace holon {

/// A filter as it runs at ticks: everything that is constant.
///
/// Inputs of the Process in this order: known values of the model (known_parameters,
/// known_discrete, then `inputs`), as they have been since the last tick of the filter's clock; the
/// values of `ramped`, as they are now, and whether they are valid; for each measurement z (size),
/// its standard deviations (1 or as many as the errors of z), its delay [s], whether it is valid (1
/// or as many as z has); then the true values by component of x (of those that are known); with
/// `draws_start` a normal number by error. Its clocks: the filter's, then one for each measurement.
/// Outputs: those of the shape.
struct FilterPlan {
  std::string name;  ///< "nav"
  std::shared_ptr<const InnerModel> model;
  FilterShape shape;
  TransitionStep step;
  FilterOptions options;
  ProcessNoise noise;
  std::vector<StateDecay> decays;  ///< of biases and estimated values
  /// Means of x at the start; nothing: the model's own.
  std::vector<std::optional<double>> mean;
  Eigen::MatrixXd covariance;  ///< at the start
  double history = 1;          ///< [s]
  std::vector<int> inputs;     ///< parameters of the model's System, after the known ones
  /// Parameters that are linear in time between the ticks of the filter's clock.
  std::vector<int> ramped;
  /// By block of the shape: the mean at the start is the true value.
  std::vector<char> starts_at_truth;
  bool has_differences = false;  ///< derivatives by differences, as a check
  bool draws_start = false;      ///< errors at the start are drawn from the covariance
  struct Measured {
    int sigmas = 1;          ///< how many standard deviations there are
    bool is_matrix = false;  ///< sigmas are the rows of a covariance
    int valids = 1;          ///< 1: of all; else by number of z
    double gate = 0;         ///< probability; 0: none
    int adaptive = 0;        ///< readings over which its noise is estimated; 0: as given
    /// With a log.
    std::vector<double> logged_sigma{};
    double logged_delay = 0;  ///< [s]
    int clock = 0;            ///< index among the Process's clocks; 0: the filter's
  };
  std::vector<Measured> measured;
  /// Recorded measurements in place of the inputs, of which there are none then.
  std::shared_ptr<const FilterLog> log;
  bool smooths = false;         ///< the log, at the first tick
  double period = 0;            ///< [s] of the filter's clock
  std::vector<char> has_truth;  ///< by block of the shape
};

}  // namespace holon
