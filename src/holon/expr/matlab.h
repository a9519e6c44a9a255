// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/expr/function.h"

namespace holon {

/// The function as the text of an .m file that MATLAB and Octave run:
///   [output, …] = name(input, …)
/// with one argument for each group, a number or a column; names that are no MATLAB names are
/// changed, and told in the comment. Functions that are called become local functions, calls that
/// hand values from one to the next become loops (scans), systems are solved by `\` (by `pinv`
/// those of any rank), roots by a damped Newton iteration with the exact Jacobian, tables
/// interpolated as here. The same equations, not the same bits: MATLAB's own functions round as
/// they like, and `quality` is MATLAB's rcond. What has no real value (sqrt(-1)) is complex there
/// and NaN here.
std::string to_matlab(const Function& function, const std::string& name = {});

}  // namespace holon
