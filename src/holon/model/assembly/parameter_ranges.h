// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/model/assembly/assembly.h"

namespace holon {

/// Of an assembly: the values of parts that depend on parameters and have a range, which the
/// parameters of a study's sample may leave. A model that is read with such a value is refused.
struct ParameterRanges {
  struct Range {
    std::string text;  ///< "'gear.efficiency' exceeds 1 (model.yaml:7:20)"
    Expr value, is_outside;
    Dimension dimension;
  };
  std::vector<Range> list;

  /// What is wrong with values of the System's parameters; empty: nothing. It may be called by
  /// several threads. Without ranges the function itself is empty.
  std::function<std::string(const std::vector<double>& parameters)> make_check(
      const Symbols& symbols, const std::vector<SystemParameter>& parameters) const;
};

}  // namespace holon
