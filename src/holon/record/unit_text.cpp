// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/unit_text.h"

namespace holon {

bool is_energy(std::string_view output, const Dimension& dimension) {
  if (!(dimension == dimensions::kEnergy)) return false;
  if (output.starts_with("system.energy")) return true;
  const std::size_t dot = output.rfind('.');
  const std::string_view own = output.substr(dot == std::string_view::npos ? 0 : dot + 1);
  return own.find("energy") != std::string_view::npos || own.find("work") != std::string_view::npos;
}

std::string unit_text(std::string_view output, const Dimension& dimension) {
  return is_energy(output, dimension) ? "J" : dimension.to_string();
}

}  // namespace holon
