// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "holon/expr/print/print.h"
#include "holon/mechanics/equations/equations_of_motion.h"
#include "holon/system/system.h"

namespace holon {

/// Equations of motion with a legend of their short names, in one notation. `of`: those of one
/// part; empty: all. Empty where the part has none.
std::string write_equations_of_motion(EquationsOfMotion& equations, const System& system,
                                      const std::string& of, Notation notation);

/// Equations for a page: a paragraph (HTML) for each, and what their symbols (MathML) mean.
struct MotionSheet {
  std::string mathml;
  std::vector<std::pair<std::string, std::string>> legend;
};
MotionSheet write_motion_sheet(EquationsOfMotion& equations, const System& system);

/// Whether a dotted name is the part's or below it; everything is below "".
bool belongs_to(const std::string& name, const std::string& part);

}  // namespace holon
