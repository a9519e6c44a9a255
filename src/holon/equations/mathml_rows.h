// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// MathML knows no line breaks: pieces of an equation between which a line may end, in order. Each
/// but the first begins with a sign or "=", outside brackets, or within those that are too long
/// for a line.
std::vector<std::string> split_mathml(std::string_view equation);

/// One <math> element with all equations, broken into rows and set flush left.
std::string write_math_block(const std::vector<std::string>& equations);

/// A paragraph (HTML) for each equation, of pieces that the browser breaks into lines as wide as
/// the page.
std::string write_math_paragraphs(const std::vector<std::string>& equations);

}  // namespace holon
