// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/analyse/checks/check.h"

#include <fmt/format.h>

namespace holon {

Check make_check(std::string group, std::string what, double value, double tolerance,
                 std::string reason, std::string where) {
  const auto verdict = value <= tolerance ? Check::Verdict::agrees : Check::Verdict::disagrees;
  return {std::move(group), std::move(what),   verdict,         value,
          tolerance,        std::move(reason), std::move(where)};
}

Check not_applicable(std::string group, std::string what, std::string reason) {
  return {std::move(group),
          std::move(what),
          Check::Verdict::not_applicable,
          0,
          0,
          std::move(reason),
          {}};
}

std::string at_time(double time) { return fmt::format("at {:.4g} s", time); }

}  // namespace holon
