// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/assembly/model.h"

/// What is wrong with a model, for tests of messages.
namespace holon::test {

/// Everything up to the system, "part: message; suggestion" in a line each, without its place in a
/// file. Empty where nothing is wrong.
inline std::string errors_of(const Model& model) {
  try {
    make_system(model);
  } catch (const InputError& error) {
    std::string text;
    for (const Diagnostic& d : error.diagnostics().all()) {
      text +=
          d.part_path + ": " + d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion) + "\n";
    }
    return text;
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

/// Errors and warnings of a model that was read with these diagnostics, and those up to the system,
/// "line:column: message; suggestion" in a line each.
inline std::string placed_errors_of(const Model& model, Diagnostics& diagnostics) {
  Diagnostics::Style style;
  style.source_line = false;
  try {
    const auto assembly = assemble(model, diagnostics);
    if (!diagnostics.has_errors()) assembly->make_system("");
  } catch (const InputError& error) {
    return error.diagnostics().to_string(style);
  } catch (const ModelError& error) {
    return error.what();
  }
  return diagnostics.to_string(style);
}

}  // namespace holon::test
