// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace holon {

/// The heading of a column in a table of text.
struct Heading {
  std::string name;  ///< "force", "link[3].angle"
  std::string unit;  ///< "kN"; empty if there is none
};

/// "force [kN]" as name and unit: the unit is in the last brackets, at the end. Brackets with a
/// whole number directly after a name are its index, "link[3]".
Heading split_heading(std::string_view text);

}  // namespace holon
