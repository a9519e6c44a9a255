// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/expr/print/print.h"
#include "holon/loading.h"
#include "holon/report/page/report.h"

namespace holon::app {

/// Of the name of an output format: "latex", "mathml"; text for any other.
Notation notation_of(const std::string& format);

/// The equations of a model, or of one of its parts: as in books where it is a machine and they
/// are not too long, else the rates of its states. Empty where there are none; nothing where it was
/// told why they are not written (augmented equations of many bodies). Throws ModelError.
std::optional<std::string> write_equations(const LoadedModel& loaded,
                                           const std::vector<Setting>& settings,
                                           const std::string& of, Notation notation);

/// The same for a page, with a sentence where something is left out.
struct EquationSheets {
  std::vector<Report::EquationSheet> sheets;
  std::string note;
};
EquationSheets make_equation_sheets(const LoadedModel& loaded,
                                    const std::vector<Setting>& settings);

}  // namespace holon::app
