// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/analyse/linear/frequency_response.h"
#include "holon/analyse/linear/poles.h"
#include "holon/analyse/linear/step_response.h"
#include "holon/analyse/linear/transfer_function.h"
#include "holon/analyse/linearise/linear_model.h"

namespace holon {

/// The analysis of one input and one output.
struct LinearChannel {
  Eigen::Index input = 0, output = 0;
  ZeroPoleGain transfer;
  /// Zeros, poles and gain do not give the response (find_contradiction): figures, margins and
  /// steady values are those of the response.
  bool is_contradicted = false;
  FrequencyResponse response;
  ResponseFigures figures;
  StepResponse step;
  std::optional<Margins> margins;  ///< of a loop gain
};

/// A linear model with its control-engineering analysis.
struct LinearAnalysis {
  LinearModel model;
  std::vector<Pole> poles;
  std::vector<std::complex<double>> zeros;  ///< of all inputs and outputs together
  Reach reach;
  std::vector<LinearChannel> channels;  ///< by input, then output
};

struct AnalysisOptions {
  std::optional<FrequencyRange> frequencies;  ///< nothing: by poles and zeros
  bool is_loop = false;                       ///< a channel is a loop gain L of 1 + L
};

LinearAnalysis analyse(LinearModel model, const AnalysisOptions& options = {});

}  // namespace holon
