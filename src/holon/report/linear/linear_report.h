// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/analyse/linear/linear_analysis.h"
#include "holon/equations/linear_formulas.h"
#include "holon/model/assembly/model.h"
#include "holon/study/unreduced_model.h"

namespace holon {

/// A linear model with its analysis, and its matrices as formulas where they were requested.
struct LinearReport {
  std::string title;
  OperatingPoint point;
  std::vector<OpenedValue> opened;  ///< values that are inputs
  std::string loop;                 ///< the value at which a loop is open; empty: none
  bool has_modes = false;           ///< comparisons that are held
  bool has_samples = false;         ///< discrete states that are held
  /// Of bond graphs with dependent storage, before it is reduced.
  std::optional<UnreducedModel> unreduced;
  /// In place of numbers; nothing where they are too long.
  std::optional<LinearFormulas> formulas;
  std::optional<UnreducedFormulas> unreduced_formulas;
  /// Symbols of both with their values, SI.
  std::vector<std::pair<std::string, double>> symbols;
  std::map<std::string, std::string> written_names;  ///< of symbols in scripts, by name
  std::vector<std::string> notes;
  LinearAnalysis analysis;
};

/// A script for MATLAB and Octave that defines A, B, C, D, names and the operating point.
std::string write_linear_matlab(const LinearReport& report);

}  // namespace holon
