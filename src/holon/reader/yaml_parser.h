// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "holon/reader/scalar_positions.h"

namespace holon::detail {

/// A place in the text as libyaml counts: from 0, columns in characters.
struct Mark {
  std::size_t line = 0, column = 0;
};

/// Why libyaml gave up.
struct YamlProblem {
  std::string context, problem;  ///< in libyaml's words
  Mark context_mark, mark;
  bool is_encoding = false;  ///< the bytes are no UTF-8 or hold control characters
  std::size_t byte = 0;      ///< then: where
};

ScalarStyle style_of(yaml_scalar_style_t style);

/// libyaml's events, one at a time, with the memory looked after.
class YamlEvents {
 public:
  explicit YamlEvents(std::string_view text);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  /// Goes to the next event; false at a problem, and then for good.
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
