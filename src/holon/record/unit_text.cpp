// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/unit_text.h"

namespace holon {

bool is_energy(std::string_view output, const Dimension& dimension) {
  if (!(dimension == dimensions::kEnergy)) return false;
  if (output.starts_with("system.energy")) return true;
  // Of systems described by their energies.
  for (const std::string_view end :
       {".energy.kinetic", ".energy.potential", ".lagrangian", ".jacobi_integral"})
    if (output.ends_with(end)) return true;
  // Also for an integrator with such a name: "shaft_work.output".
  const std::size_t dot = output.rfind('.');
  const bool is_output = dot != std::string_view::npos && output.substr(dot) == ".output";
  const std::string_view name = is_output ? output.substr(0, dot) : output;
  const std::size_t part = name.rfind('.');
  const std::string_view own = name.substr(part == std::string_view::npos ? 0 : part + 1);
  return own.find("energy") != std::string_view::npos || own.find("work") != std::string_view::npos;
}

std::string unit_text(std::string_view output, const Dimension& dimension) {
  return is_energy(output, dimension) ? "J" : dimension.to_string();
}

}  // namespace holon
