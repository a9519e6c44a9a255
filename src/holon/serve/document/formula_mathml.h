// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/expr/formula/formula.h"

namespace holon::serve {

/// A formula as it is written, as presentation MathML: fractions, powers, roots, names with their
/// dots as indices. Empty for one with errors.
std::string write_formula_mathml(const Formula& formula);

}  // namespace holon::serve
