// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holon::app {

/// MathML knows no line breaks: pieces of a long equation, each beginning with a sign or "=" that
/// stands in no bracket, and about `columns` signs wide at most where that is possible.
std::vector<std::string> break_mathml(std::string_view equation, int columns);

/// One <math> element with all equations, broken into rows and set flush left.
std::string write_math_block(const std::vector<std::string>& equations);

}  // namespace holon::app
