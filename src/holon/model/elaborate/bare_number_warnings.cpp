// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/model/elaborate/bare_number_warnings.h"

#include <cmath>
#include <numbers>

#include "holon/base/names.h"
#include "holon/expr/print/print.h"

namespace holon::detail {

void BareNumberWarnings::add(const BareNumbers& found, const SourceNode& node,
                             const PartLabel& label) {
  if (found.carriers.empty()) return;
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::string> bare;
  std::string written, given;  // replacements for numbers, and for parameters
  for (const BareNumber& b : found.carriers) {
    if (bare.size() == kMostNamed) break;
    bare.push_back(b.text);
    const std::string unit = b.needed.to_string();
    std::string& advice = b.is_name ? given : written;
    advice += advice.empty() ? b.is_name ? "give " : "write " : " and ";
    advice += b.is_angle  ? b.text + " [deg] or " + b.text + " [rad]"
              : b.is_name ? "'" + b.text + "' in " + unit
                          : b.text + " [" + unit + "]";
  }
  const BareNumber& first = found.carriers.front();
  const Place place = node.place_at(first.offset);
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.place = place;
  warning.part_path = label.path;
  warning.part_type = label.type;
  warning.subject = label.subject;
  warning.length = static_cast<int>(first.length);
  const bool is_one = bare.size() == 1;
  warning.message =
      first.is_angle && is_one
          ? quote_list(bare, "and") + " is taken in radians, as it has no unit"
          : quote_list(bare, "and") + (is_one ? " has no unit and is used as a quantity here"
                                              : " have no units and are used as quantities here");
  warning.suggestion = written + (written.empty() || given.empty() ? "" : "; ") + given;
  warnings_.add(std::move(warning));
}

void BareNumberWarnings::check_angle(double number, const SourceNode& node, const PartLabel& label,
                                     const Requirement& needed) {
  if (needed.kind == Requirement::Kind::any || needed.dimension != dimensions::kAngle ||
      std::abs(number) <= 2 * std::numbers::pi) {
    return;
  }
  node.warning(warnings_, label, "an angle of " + print_number(number) + " is taken in radians",
               "write '" + print_number(number) + " deg', or '" + print_number(number) +
                   " rad' if that is intended");
}

}  // namespace holon::detail
