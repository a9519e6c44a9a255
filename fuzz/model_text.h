// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include "fuzz.h"
#include "holon/reader/load.h"

namespace holon::fuzz {

/// Reads a model as far as its equations.
inline void try_model_text(std::string_view text, const Catalogue& catalogue) {
  constexpr std::string_view kSet = "#--set ";
  LoadOptions options;
  while (text.starts_with(kSet))
    options.overrides.emplace_back(take_line(text).substr(kSet.size()));
  Diagnostics diagnostics;
  try {
    const std::string name = HOLON_SOURCE_DIR "/fuzz/corpus/files/text.yaml";
    const Model model = load_model_text(std::string(text), catalogue, options, diagnostics, name);
    const std::shared_ptr<Assembly> assembly = assemble(model, diagnostics);
    if (!diagnostics.has_errors()) assembly->make_system("text");
  } catch (const InputError& e) {
    diagnostics.append(e.diagnostics());
    require(diagnostics.has_errors(), "what is thrown holds an error");
  } catch (const ModelError& e) {
    require(!e.message().empty(), "an error has a message");
  }
  for (const Diagnostic& d : diagnostics.all()) {
    require(!d.message.empty(), "a message is not empty");
    require(d.place.line >= 0 && d.place.column >= 0 && d.length >= 0, "a place is one");
  }
  diagnostics.to_string();
}

}  // namespace holon::fuzz
