// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// As reader_fuzz.cpp, with all parts that come with Holon: their checks and their physics.
#include "fuzz.h"
#include "holon/catalogue/builtin.h"
#include "model_text.h"

namespace holon::fuzz {

void try_text(std::string_view text) { try_model_text(text, builtin_catalogue()); }

}  // namespace holon::fuzz
