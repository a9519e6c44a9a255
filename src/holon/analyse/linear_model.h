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

/// A System near an operating point, exact to first order. Where loops are closed the states are
/// independent ones of the System's own, chosen so that all others follow from them.
struct LinearModel : StateSpaceMatrices {
  std::vector<LinearVariable> x, u, y;
  /// States of the system that the constraints make follow from x.
  std::vector<std::string> dependent;
  /// States that were left out: nothing depends on them, and no output shows them.
  std::vector<std::string> unseen;
  /// Delays by a time: their parts of x are those of Padé's approximation.
  std::vector<std::string> delays;
  std::vector<std::string> notes;
};

/// Which of the System's parameters are inputs, and what is an output.
struct LinearRequest {
  std::vector<std::string> inputs;   ///< names of parameters
  std::vector<std::string> outputs;  ///< whole ones or components
  int delay_order = 4;               ///< of Padé's approximation of delays
  double feedback = 1;               ///< outputs are times this: -1 makes a loop gain of 1 + L
  bool keeps_unseen = false;         ///< also states on which nothing depends and no output shows
};

/// Throws InputError for unknown names, ModelError where the derivatives are not finite at the
/// point.
LinearModel linearize(const System& system, const OperatingPoint& point,
                      const LinearRequest& request);

}  // namespace holon
