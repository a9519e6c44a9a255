// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "example.h"
#include "holon/model/assembly/conserved.h"
#include "model_text.h"

/// Systems described by their energies in tests.
namespace holon::test {

/// Global error of runs at a tolerance of 1e-10 over the spans used here, relative to signals of
/// order one: some hundred steps, each of which may err by the tolerance.
inline constexpr double kRunError = 1e-8;
/// Two descriptions whose exact equations are the same, run with the same steps.
inline constexpr double kSameEquations = 1e-9;

inline std::vector<std::string> conserved_in(const Model& model, Diagnostics& diagnostics) {
  diagnostics.throw_if_errors();
  const auto assembly = assemble(model, diagnostics);
  diagnostics.throw_if_errors();
  return assembly->domain<ConservedOutputs>().names;
}

inline std::vector<std::string> conserved_in(const std::string& text) {
  Diagnostics diagnostics;
  const Model model = load(text, diagnostics);
  return conserved_in(model, diagnostics);
}

inline double largest_difference(const Results& r, const std::string& a, const std::string& b) {
  double largest = 0;
  for (std::size_t k = 0; k < r.row_count(); ++k)
    largest = std::max(largest, std::abs(r.values(a)[k] - r.values(b)[k]));
  return largest;
}

}  // namespace holon::test
