// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// A text as a model, with the parts of signals and one that has every kind of field: it becomes a
// system, or errors say why not. Lines `#--set name=value` at its beginning are settings of the
// command line. Files that it names lie in corpus/files.
#include "fuzz.h"
#include "holon/model/test/toys.h"
#include "holon/reader/load.h"
#include "holon/signals/register.h"
#include "model_text.h"

namespace holon::fuzz {

void try_text(std::string_view text) {
  static const Catalogue catalogue = [] {
    Catalogue parts = test::make_catalogue();
    register_signals_parts(parts);
    return parts;
  }();
  try_model_text(text, catalogue);
}

}  // namespace holon::fuzz
