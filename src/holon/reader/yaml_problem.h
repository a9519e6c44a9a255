// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "holon/base/errors.h"
#include "holon/reader/text_index.h"
#include "holon/reader/yaml_parser.h"

namespace holon::detail {

/// The state of libyaml at the error.
struct YamlSurroundings {
  struct Quoted {
    Mark begin, end;
  };
  std::optional<Quoted> last_quoted;  ///< the last scalar, if it is quoted
  std::optional<Mark> open_bracket;   ///< the innermost '[' or '{' that is not closed
};

/// An error in terms of the model, and the lines to be omitted in the next pass to find further
/// errors.
struct ExplainedProblem {
  Diagnostic diagnostic;
  std::size_t first_line = 0, last_line = 0;  ///< from 0
  bool can_go_on = true;
};

ExplainedProblem explain(const YamlProblem& problem, const TextIndex& index,
                         const YamlSurroundings& surroundings);

/// A text as written between double quotes.
std::string in_quotes(std::string_view text);

}  // namespace holon::detail
