// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/model/assembly/model.h"
#include "holon/model/test/model_errors.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

/// Models in YAML in tests: runs, errors with their places.
namespace holon::test {

inline Model load(const std::string& text, Diagnostics& diagnostics) {
  return load_model_text("holon: 1\n" + text, builtin_catalogue(), {}, diagnostics);
}

inline Results run(const std::string& text, const std::vector<std::string>& outputs) {
  Diagnostics diagnostics;
  Model model = load(text, diagnostics);
  diagnostics.throw_if_errors();
  model.simulate.engine = EngineChoice::tape;
  return simulate(make_system(model), model.simulate, outputs);
}

/// Of `simulate: {formulation: …}`.
inline constexpr const char* kFormulations[] = {"recursive", "augmented", "aggregate"};

inline double last(const Results& r, const std::string& name) { return r.values(name).back(); }

/// All errors and warnings up to the system, "line:column: message; suggestion" each.
inline std::string errors_in(const std::string& text) {
  Diagnostics diagnostics;
  const Model model = load(text, diagnostics);
  return placed_errors_of(model, diagnostics);
}

#define EXPECT_MESSAGE(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

}  // namespace holon::test
