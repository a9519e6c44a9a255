// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/reader/text_tree.h"

namespace holon::detail {

/// A value to be inserted into a text.
struct NewValue {
  TextNode node;  ///< its contents; locations are meaningless
  /// Its text: a scalar's bare text, which is quoted where necessary; a token in quotes or
  /// brackets; or the lines of a block, without indentation, the last without its line end.
  std::string text;
  enum class Form : std::uint8_t { bare, token, block } form = Form::bare;

  bool is_block() const { return form == Form::block; }
  /// On one line.
  std::string in_line(bool is_flow, ScalarStyle quotes = ScalarStyle::double_quoted) const;
};

/// Reads a value as in `--set name=value`: a quantity, a formula or a name is taken verbatim; a
/// value that begins with a bracket or a quotation mark is YAML; several lines are a block of YAML.
/// Throws InputError with locations in a source called `name` with the value as its text.
NewValue read_new_value(std::string_view written, const std::string& name);
/// The value with keys of maps around it: {key: value}.
NewValue wrap(std::string_view key, const NewValue& value);
/// The same as a line or lines of a block.
NewValue wrap_in_block(std::string_view key, const NewValue& value);
/// A node with its children in brackets, without anchors.
NewValue make_value(TextNode node);
/// A part of a text, with its comments.
NewValue copy_value(const TextTree& tree, const TextNode& node);

/// With up to `blanks` blanks removed from the start of each line, each ending in "\n".
std::string without_indent(std::string_view text, std::size_t blanks);
/// Lines indented by `spaces` blanks; except blank lines, and the first if it continues a line.
std::string indent_lines(std::string_view text, std::size_t spaces, const std::string& newline,
                         bool indents_first = true);

}  // namespace holon::detail
