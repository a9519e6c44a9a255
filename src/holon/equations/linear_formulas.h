// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "holon/analyse/linearise/linear_model.h"
#include "holon/expr/print/print.h"
#include "holon/study/loading.h"

namespace holon {

/// The matrices as formulas in parameters, and in states and time where the model is not linear.
/// States that are zero at the point, time and what is held have their values.
struct LinearFormulas {
  using Rows = std::vector<std::vector<std::string>>;
  Rows A, B, C, D;
  /// Symbols in them with their values, SI: parameters, then states.
  std::vector<std::pair<std::string, double>> symbols;
};

/// The same before dependent storage xd is reduced: x' = A x + B u + E xd', xd = F x + G u.
struct UnreducedFormulas {
  LinearFormulas::Rows A, B, E, F, G;
  std::vector<std::string> stored;  ///< xd
};

/// What scripts say of A0, B0, E, F and G.
inline constexpr const char* kUnreducedScript =
    "% Before storage in derivative causality is reduced:\n"
    "%   x' = A0 x + B0 u + E xd', xd = F x + G u\n";

/// `named`: the model with its parameters as symbols (load_with_parameters); `model`: the same in
/// numbers, which give the rows and columns. `name`: how a symbol is written. Throws ModelError
/// where loops are closed or signals delayed, and where the formulas are too long to be read.
LinearFormulas write_linear_formulas(const LoadedModel& named, const LinearModel& model,
                                     const OperatingPoint& point, const LinearRequest& request,
                                     Notation notation,
                                     const std::function<std::string(const std::string&)>& name);

/// x' = A x + …, as a LaTeX environment or as MathML. `formulas` or `unreduced` may be nullptr.
std::string render_formulas(const LinearFormulas* formulas, const UnreducedFormulas* unreduced,
                            const LinearModel& model, Notation notation);
/// A script for MATLAB and Octave: values of the parameters, then the matrices in them. One of the
/// two may be nullptr. `symbols`: of both; `written_names`: what they are called in the formulas.
std::string write_formula_script(const std::string& title, const LinearFormulas* formulas,
                                 const UnreducedFormulas* unreduced, const LinearModel& model,
                                 const std::vector<std::pair<std::string, double>>& symbols,
                                 const std::map<std::string, std::string>& written_names);

}  // namespace holon
