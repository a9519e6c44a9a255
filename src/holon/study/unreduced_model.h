// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/study/loading.h"

namespace holon {

/// A linear model of a bond graph before its dependent storage xd is reduced,
///   x' = A x + B u + E xd',   xd = F x + G u,
/// with the states and inputs of the reduced one.
struct UnreducedModel {
  std::vector<LinearVariable> stored;  ///< xd
  std::vector<double> rates;           ///< xd' at the operating point
  Eigen::MatrixXd A, B, E, F, G;
  /// (I - E F)^-1 A and (I - E F)^-1 B are those of the reduced model: not where E or F vary with
  /// the state and the machine moves, nor B where xd follows an input.
  bool gives_A = false, gives_B = false;
};

/// The same point for the same model with other parameters as symbols, whose values are its own,
/// and perhaps with other sums of energies; those begin at 0.
OperatingPoint transfer_point(const OperatingPoint& point, const System& from, const System& to);

/// Makes the equations of `loaded` once more with symbols for the rates of what dependent storage
/// holds, which have these values; their names. Empty where there is none.
std::vector<std::string> open_dependent_storage(LoadedModel& loaded,
                                                const std::vector<double>& values);

/// `reduced`: `model` in numbers about `point`; `again`: the same model, read once more. Nothing
/// where it has no dependent storage.
std::optional<UnreducedModel> linearize_unreduced(const LoadedModel& model,
                                                  const LinearModel& reduced,
                                                  const OperatingPoint& point, LoadedModel again);

}  // namespace holon
