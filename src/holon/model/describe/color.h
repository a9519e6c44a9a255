// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace holon {

struct Rgb {
  double r = 0, g = 0, b = 0;  ///< 0 to 1
};
/// A CSS colour: a name ("steelblue"), "#rgb" or "#rrggbb". False for anything else.
bool parse_color(std::string_view text, Rgb& color);
/// The CSS name most similar to a misspelt one; may be "".
std::string nearest_color_name(std::string_view name);

}  // namespace holon
