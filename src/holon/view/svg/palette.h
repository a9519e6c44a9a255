// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "holon/model/describe/color.h"

namespace holon {

/// Okabe and Ito's colours (2008), which are distinguishable with any kind of colour vision,
/// without the yellow, which is too pale on paper; strongest first.
inline constexpr std::array<const char*, 7> kPalette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#56b4e9", "#e69f00", "#4d4d4d"};

/// Colour and dash of the n-th curve: the colours repeat with another dash pattern.
inline const char* curve_color(std::size_t index) { return kPalette[index % kPalette.size()]; }
inline const char* curve_dash(std::size_t index) {
  constexpr std::array<const char*, 4> dashes{"", "7 3", "2 2.5", "9 3 2 3"};
  return dashes[index / kPalette.size() % dashes.size()];
}

/// "#rrggbb".
std::string format_color(const Rgb& color);
/// The colour mixed with a fraction `part` of another.
Rgb mix(const Rgb& color, const Rgb& other, double part);

}  // namespace holon
