// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/analyse/linearise/operating_point.h"
#include "holon/analyse/linearise/state_space.h"
#include "holon/base/dimension.h"

namespace holon {

/// A state, input or output of a linear model: deviations from the value at the operating point.
struct LinearVariable {
  std::string name;  ///< "hip.angle", "body.orientation.x" (of the rotation vector)
  Dimension dimension;
  double value = 0;  ///< [SI unit] at the operating point; 0 for a rotation vector
};

/// A System near an operating point, exact to first order. If it depends on sampled parts the model
/// is one of discrete time: the continuous part between ticks is integrated exactly, by the matrix
/// exponential, over the least common multiple of the periods. For closed loops the states are
/// independent ones of the System, chosen so that all others follow from them.
struct LinearModel : StateSpaceMatrices {
  std::vector<LinearVariable> x, u, y;
  /// States of the system that follow from x by the constraints.
  std::vector<std::string> dependent;
  /// States that were omitted: neither rates nor outputs depend on them.
  std::vector<std::string> unseen;
  /// Time delays: their states in x are those of the Padé approximation.
  std::vector<std::string> delays;
  /// For a sampled model (period > 0): the clocks, "controller.sample every 0.01 s". States are
  /// those at the beginning of a period, before its first tick; inputs are constant over it, and
  /// outputs are those after that tick.
  std::vector<std::string> clocks;
  bool outputs_vary = false;  ///< outputs of a sampled model vary between its instants
  std::vector<std::string> notes;
};

/// The inputs, among the System's parameters, and the outputs.
struct LinearRequest {
  std::vector<std::string> inputs;   ///< names of parameters
  std::vector<std::string> outputs;  ///< complete ones or components
  int delay_order = 4;               ///< of the Padé approximation of delays
  double feedback = 1;               ///< factor of the outputs: -1 for a loop gain of 1 + L
  bool keeps_unseen = false;         ///< also states on which neither rates nor outputs depend
  bool holds_samples = false;        ///< discrete states are constant: a continuous model
};

/// Throws InputError for unknown names, ModelError if the derivatives are not finite at the point.
LinearModel linearize(const System& system, const OperatingPoint& point,
                      const LinearRequest& request);

}  // namespace holon
