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

/// Where libyaml was when it gave up.
struct YamlSurroundings {
  struct Quoted {
    Mark begin, end;
  };
  std::optional<Quoted> last_quoted;  ///< the scalar read last, if it stood in quotes
  std::optional<Mark> open_bracket;   ///< the innermost '[' or '{' that was not closed yet
};

/// An error in an engineer's words, and the lines that a second reading had better leave out to
/// find the errors behind it.
struct ExplainedProblem {
  Diagnostic diagnostic;
  std::size_t first_line = 0, last_line = 0;  ///< from 0
  bool can_go_on = true;
};

ExplainedProblem explain(const YamlProblem& problem, const TextIndex& index,
                         const YamlSurroundings& surroundings);

/// A text as it stands between double quotes.
std::string in_quotes(std::string_view text);

}  // namespace holon::detail
