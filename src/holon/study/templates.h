// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace holon {

/// A small model to start from.
struct ModelTemplate {
  std::string name, title;
  std::string line;  ///< what it is
  std::string text;  ///< with the placeholder @title@
};

/// The first one is that of `holon new`.
const std::vector<ModelTemplate>& model_templates();

/// The text of a template for a file of this name without folder and ending: "my_crane" has the
/// title "My crane".
std::string fill_template(const ModelTemplate& chosen, const std::string& stem);

}  // namespace holon
