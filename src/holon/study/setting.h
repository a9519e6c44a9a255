// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace holon {

/// A value that replaces one of a model's file.
struct Setting {
  std::string name;              ///< "pin.damping", "simulate.until"
  std::string value;             ///< "0.2 N*m*s": whatever YAML writes in one line
  std::string option = "--set";  ///< the source of `value` in messages; begins with "--"
};

}  // namespace holon
