// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/analyse/operating_point.h"
#include "holon/analyse/state_space.h"
#include "holon/base/dimension.h"

namespace holon {

/// A state, input or output of a linear model: deviations from the value at the operating point.
struct LinearVariable {
  std::string name;  ///< "hip.angle", "body.orientation.x" (of the rotation vector)
  Dimension dimension;
  double value = 0;  ///< [SI unit] at the operating point; 0 for a rotation vector
};

/// A System near an operating point, exact to first order. Where sampled parts have a share in it
/// the model is sampled: what is continuous between ticks is followed exactly, by the exponential
/// of its matrix, over the least common multiple of the periods. Where loops are closed the states
/// are independent ones of the System's own, chosen so that all others follow from them.
struct LinearModel : StateSpaceMatrices {
  std::vector<LinearVariable> x, u, y;
  /// States of the system that the constraints make follow from x.
  std::vector<std::string> dependent;
  /// States that were left out: nothing depends on them, and no output shows them.
  std::vector<std::string> unseen;
  /// Delays by a time: their parts of x are those of Padé's approximation.
  std::vector<std::string> delays;
  /// Of a sampled model (period > 0): the clocks, "controller.sample every 0.01 s". States are
  /// those at the beginning of a period, before its first tick; inputs stand still over it, and
  /// outputs are what they are behind that tick.
  std::vector<std::string> clocks;
  bool outputs_vary = false;  ///< outputs of a sampled model go on between its instants
  std::vector<std::string> notes;
};

/// Which of the System's parameters are inputs, and what is an output.
struct LinearRequest {
  std::vector<std::string> inputs;   ///< names of parameters
  std::vector<std::string> outputs;  ///< whole ones or components
  int delay_order = 4;               ///< of Padé's approximation of delays
  double feedback = 1;               ///< outputs are times this: -1 makes a loop gain of 1 + L
  bool keeps_unseen = false;         ///< also states on which nothing depends and no output shows
  bool holds_samples = false;        ///< discrete states stand still: a continuous model
};

/// Throws InputError for unknown names, ModelError where the derivatives are not finite at the
/// point.
LinearModel linearize(const System& system, const OperatingPoint& point,
                      const LinearRequest& request);

}  // namespace holon
