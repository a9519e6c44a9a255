// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "holon/analyse/linear_analysis.h"
#include "holon/json_report.h"
#include "holon/linear_formulas.h"
#include "holon/linear_unreduced.h"
#include "holon/model/assembly/model.h"

namespace holon::app {

/// What `holon linearize` tells of one model.
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

/// For the terminal.
std::string write_linear_text(const LinearReport& report);
/// As docs/schema/linearize.json has it, without the head.
void add_linear_json(const LinearReport& report, Json& json);
/// A script for MATLAB and Octave that defines A, B, C, D, names and the operating point.
std::string write_linear_matlab(const LinearReport& report);

}  // namespace holon::app
