// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/source.h"

/// The raw text behind YAML's events: what the parser has folded, unescaped or cut.
namespace holon::detail {

class YamlText {
 public:
  explicit YamlText(const std::string& text);

  /// Byte where a line (from 0) and column (from 0, in characters) stand.
  std::size_t offset(std::size_t line, std::size_t column) const;
  SourceNode::Position position(std::size_t offset) const;
  std::string_view between(std::size_t begin, std::size_t end) const;
  std::string_view text() const { return text_; }

  /// Positions of the characters of a decoded scalar whose raw text is [begin, end): nullptr where
  /// it stands there as it is.
  std::shared_ptr<const std::vector<SourceNode::Position>> align(std::string_view decoded,
                                                                 std::size_t begin, std::size_t end,
                                                                 char quote) const;
  /// The end of the formula that begins at `begin` and that a comma has cut: behind the bracket
  /// that closes its first one. `begin` where the brackets are not closed in this line.
  std::size_t find_formula_end(std::size_t begin) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> lines_;  // byte where each begins
};

/// More opening than closing parentheses, or a closing one too many.
bool is_unbalanced(std::string_view formula);

}  // namespace holon::detail
