// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "holon/reader/scalar_positions.h"

namespace holon::detail {

/// A location in the text as in libyaml: from 0, columns in characters.
struct Mark {
  std::size_t line = 0, column = 0;
};

/// The error of libyaml.
struct YamlProblem {
  std::string context, problem;  ///< in libyaml's words
  Mark context_mark, mark;
  bool is_encoding = false;  ///< the bytes are not valid UTF-8 or contain control characters
  std::size_t byte = 0;      ///< its location, in this case
};

ScalarStyle style_of(yaml_scalar_style_t style);

/// libyaml's events, one at a time, with memory management.
class YamlEvents {
 public:
  explicit YamlEvents(std::string_view text);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  /// Advances to the next event; false at a problem, and from then on.
  bool advance();
  const yaml_event_t& event() const { return event_; }
  yaml_event_type_t type() const { return event_.type; }
  bool failed() const { return failed_; }
  YamlProblem problem() const;

 private:
  yaml_parser_t parser_;
  yaml_event_t event_;
  bool failed_ = false;
};

}  // namespace holon::detail
