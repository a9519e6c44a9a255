// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/view/svg/palette.h"

#include <algorithm>
#include <cmath>

namespace holon {

std::string format_color(const Rgb& color) {
  std::string text = "#";
  for (double part : {color.r, color.g, color.b}) {
    const int byte = static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * 255));
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Rgb mix(const Rgb& color, const Rgb& other, double part) {
  const double rest = 1 - part;
  return {rest * color.r + part * other.r, rest * color.g + part * other.g,
          rest * color.b + part * other.b};
}

}  // namespace holon
