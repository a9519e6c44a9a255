// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/report/linear/linear_report.h"
#include "holon/report/page/report.h"
#include "holon/study/loading.h"

namespace holon {

/// A linear model as a page for the browser, with the look of a run's report: poles, figures and
/// plots of every input and output, matrices. `report`: with formulas in MathML, or none.
/// `options`: what else was requested, with its names. Throws std::runtime_error where the program
/// was built without a front end.
std::string write_linear_page(const LinearReport& report, const LoadedModel& loaded,
                              const std::vector<std::pair<std::string, std::string>>& options,
                              const std::vector<std::string>& warnings);

/// Larger matrices are not shown in numbers.
inline constexpr Eigen::Index kMostShownStates = 16;
/// State space and transfer functions as MathML, for a page.
std::vector<EquationSheet> make_linear_sheets(const LinearReport& report);

}  // namespace holon
