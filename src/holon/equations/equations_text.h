// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "holon/equations/equation_sheet.h"
#include "holon/expr/print/print.h"
#include "holon/study/loading.h"

namespace holon {

/// Of the name of an output format: "latex", "mathml"; text for any other.
Notation notation_of(const std::string& format);

struct WrittenEquations {
  /// Empty where there are none; nothing where they are not written in this notation (augmented
  /// equations of many bodies), which the note explains.
  std::optional<std::string> text;
  std::string note{};  ///< why they are not those of a textbook; empty where they are
};

/// The equations of a model, or of one of its parts (`of` empty: of all): as in textbooks where it
/// is a machine and they are not too long, else the rates of its states. Throws ModelError.
WrittenEquations write_equations(const LoadedModel& loaded, const std::string& of,
                                 Notation notation);

/// The same for a page, with a sentence where something is left out.
struct EquationSheets {
  std::vector<EquationSheet> sheets;
  std::string note;
};
EquationSheets make_equation_sheets(const LoadedModel& loaded);

}  // namespace holon
