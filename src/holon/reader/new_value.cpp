// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/new_value.h"

#include <algorithm>

#include "holon/reader/text_index.h"
#include "holon/reader/yaml.h"
#include "holon/reader/yaml_writer.h"

namespace holon::detail {
namespace {

std::string_view without_space(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

NewValue read_yaml_value(std::string_view written, const std::string& name) {
  Diagnostics found;
  const YamlDocument document = read_yaml_text(name, std::string(written), found);
  found.throw_if_errors();
  const TextTree tree{std::string(written)};
  const TextNode& root = tree.root();
  const bool is_whole = tree.is_blank(root.end, written.size());
  if (!is_whole && !root.is_block()) {
    throw InputError(document.root.place(), "there is more than one value here",
                     "a value ends with its bracket or quotation mark");
  }
  return copy_value(tree, root);
}

}  // namespace

std::string NewValue::in_line(bool is_flow, ScalarStyle quotes) const {
  switch (form) {
    case Form::bare:
      // An empty text would not be an item in brackets.
      if (node.kind == TextNode::Kind::empty) return is_flow ? "~" : "";
      return write_scalar(text, {is_flow}, quotes);
    case Form::block: return write_flow(node, true);
    default: return text;
  }
}

NewValue read_new_value(std::string_view written, const std::string& name) {
  const std::string_view value = without_space(written);
  if (value.find('\n') != std::string_view::npos) return read_yaml_value(written, name);
  if (!value.empty() && std::string_view("[{\"'").find(value[0]) != std::string_view::npos) {
    return read_yaml_value(value, name);
  }
  NewValue result;
  result.text = value;
  result.node.text = value;
  result.node.kind = value.empty() ? TextNode::Kind::empty : TextNode::Kind::scalar;
  return result;
}

NewValue wrap(std::string_view key, const NewValue& value) {
  NewValue result;
  result.form = NewValue::Form::token;
  result.text =
      '{' + write_scalar(key, {.is_flow = true, .is_key = true}) + ": " + value.in_line(true) + '}';
  result.node.kind = TextNode::Kind::map;
  TextEntry& entry = result.node.entries.emplace_back();
  entry.key.kind = TextNode::Kind::scalar;
  entry.key.text = key;
  entry.value = value.node;
  return result;
}

NewValue wrap_in_block(std::string_view key, const NewValue& value) {
  NewValue result = wrap(key, value);
  result.form = NewValue::Form::block;
  result.text = write_scalar(key, {.is_flow = false, .is_key = true}) + ":";
  const std::string line = value.is_block() ? "" : value.in_line(false);
  if (value.is_block()) result.text += '\n' + indent_lines(value.text, 2, "\n");
  if (!line.empty()) result.text += ' ' + line;
  return result;
}

NewValue make_value(TextNode node) {
  const auto forget_anchors = [](const auto& self, TextNode& each) -> void {
    each.anchor.clear();
    for (TextEntry& entry : each.entries) self(self, entry.value);
  };
  forget_anchors(forget_anchors, node);
  NewValue result;
  result.form = NewValue::Form::token;
  result.text = write_flow(node, false);
  result.node = std::move(node);
  return result;
}

NewValue copy_value(const TextTree& tree, const TextNode& node) {
  NewValue result;
  result.node = node;
  if (node.kind == TextNode::Kind::empty && node.begin == node.end) return result;
  if (node.is_block() && !node.entries.empty() && node.anchor.empty()) {
    result.form = NewValue::Form::block;
    const std::size_t column = tree.column(node.content);
    // The line's own indentation, also if a dash or a key precedes the value.
    const std::size_t begin = node.content;
    result.text = without_indent(
        std::string(column, ' ') + tree.text().substr(begin, tree.line_end(node.end) - begin),
        column);
    return result;
  }
  result.form = NewValue::Form::token;
  const std::string_view raw(tree.text().data() + node.begin, node.end - node.begin);
  const bool is_one_line = raw.find('\n') == std::string_view::npos && !node.is_pair;
  result.text = is_one_line ? std::string(raw) : write_flow(node, true);
  return result;
}

std::string without_indent(std::string_view text, std::size_t blanks) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    line.remove_prefix(std::min(indentation(line), blanks));
    result += line;
    if (end < text.size()) result += '\n';
    at = end + 1;
  }
  return result;
}

std::string indent_lines(std::string_view text, std::size_t spaces, const std::string& newline,
                         bool indents_first) {
  std::string result;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (!line.empty() && (at > 0 || indents_first)) result += std::string(spaces, ' ');
    result += line;
    if (end < text.size()) result += newline;
    at = end + 1;
  }
  return result;
}

}  // namespace holon::detail
