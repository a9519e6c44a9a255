// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/base/dimension.h"
#include "holon/estimate/manifold.h"
#include "holon/model/describe/model_loader.h"
#include "holon/model/describe/part_type.h"

namespace holon {

/// What a filter estimates and measures: names, sizes and dimensions, from which its outputs
/// follow.
struct FilterShape {
  struct Measured {
    std::string name;                    ///< "gps"
    std::vector<std::string> predicted;  ///< outputs of the model, by which it is predicted
    Manifold manifold;
    std::vector<Dimension> dimensions;        ///< by block of the manifold
    int bias = -1;                            ///< its first bias in x; -1: none
    const InstalledSensor* sensor = nullptr;  ///< if it comes from one
    bool is_adaptive = false;
  };
  /// An output that the filter sets: a discrete state of its System.
  struct Output {
    enum class Kind {
      estimate,
      sigma,
      error,
      covariance,
      smoothed,
      smoothed_sigma,
      gain,  ///< only where it is requested
      innovation,
      deviation,
      nis,
      gate,
      accepted,
      noise,  ///< only where it is estimated
      counts,
      nees,
      nees_bound,
      nis_bound,
      log_likelihood
    } kind;
    OutputDeclaration declaration;
    /// Of the components in x, in δ or in z; of a covariance: row * n + column, of a gain: row +
    /// column * n.
    int first = 0;
    int of = -1;  ///< the measurement
  };

  /// An output that is a multiple of one that the filter sets.
  struct Bound {
    OutputDeclaration declaration;
    int of = 0;  ///< index in `outputs`
    double factor = 3;
  };

  /// A bias of a measurement among the states.
  struct Bias {
    int block = 0;                            ///< of the manifold
    const InstalledSensor* sensor = nullptr;  ///< that has it, if it is installed
  };

  Manifold manifold;                  ///< states, then estimated parameters, then biases
  std::vector<Dimension> dimensions;  ///< by block
  int model_blocks = 0;               ///< how many blocks are the model's
  std::vector<int> parameters;        ///< of the System, that are estimated
  std::vector<Measured> measured;
  std::vector<Bias> biases;
  std::vector<Output> outputs;
  std::vector<Bound> bounds;
};

/// What a filter asks for, as its part has it.
struct FilterRequest {
  ModelRequest model;
  std::vector<std::string> estimate;  ///< parameters, and biases "gps.bias"
  bool smooths = false;
  struct Measured {
    std::string name;
    std::vector<std::string> predicted;  ///< empty: an installed sensor
    bool is_adaptive = false;            ///< its noise is estimated
  };
  std::vector<Measured> measured;
};

/// Sorts `estimate` into parameters (ModelRequest::opened), biases of the unit that drives the
/// model (ModelRequest::biases), and biases of measurements; and sets ModelRequest::sensors.
void open_estimated(FilterRequest& request);

/// Throws InputError for names that the model does not have.
FilterShape make_filter_shape(const InnerModel& model, const FilterRequest& request);

}  // namespace holon
