// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/reader/yaml_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/reader/text_index.h"
#include "holon/reader/yaml_problem.h"

namespace holon::detail {
namespace {

constexpr std::string_view kBrackets = ",[]{}";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Characters that must be escaped.
bool needs_escape(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7F) return true;
    // Line ends of Unicode (U+0085, U+2028, U+2029), control characters, byte order marks.
    if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      return true;
    }
    const std::string_view three = text.substr(i, 3);
    if (three == "\u2028" || three == "\u2029" || three == "\uFEFF") return true;
  }
  return false;
}

bool can_be_plain(std::string_view text, TextContext context) {
  if (text.empty() || text == "~" || text == "null" || needs_escape(text)) return false;
  if (is_blank(text.front()) || is_blank(text.back())) return false;
  if (std::string_view("!&*|>@`%\"'#,[]{}").find(text[0]) != std::string_view::npos) return false;
  if (text.starts_with("---") || text.starts_with("...")) return false;
  if (context.is_key && text == "<<") return false;
  const bool has_sign = std::string_view("-?:").find(text[0]) != std::string_view::npos;
  if (has_sign && (text.size() == 1 || is_blank(text[1]) || text[0] != '-')) return false;
  if (context.is_flow && text.find_first_of(kBrackets) != std::string_view::npos) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ':' && (i + 1 == text.size() || is_blank(text[i + 1]))) return false;
    if (text[i] == '#' && i > 0 && is_blank(text[i - 1])) return false;
  }
  return true;
}

std::string in_double_quotes(std::string_view text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = character_size(text, i);
    const std::string_view character = text.substr(i, size);
    const char c = text[i];
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (size == 1 && needs_escape(character)) {
      result += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    } else if (size == 2 && needs_escape(character)) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned char>(text[i + 1]));
    } else if (size == 3 && needs_escape(character)) {
      result += character == "\u2028" ? "\\u2028" : character == "\u2029" ? "\\u2029" : "\\uFEFF";
    } else {
      result += character;
    }
    i += size;
  }
  return result + '"';
}

std::string in_single_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + '\'';
}

}  // namespace

std::string write_scalar(std::string_view text, TextContext context, ScalarStyle quotes) {
  if (can_be_plain(text, context)) return std::string(text);
  if (needs_escape(text)) return in_double_quotes(text);
  return quotes == ScalarStyle::single_quoted ? in_single_quotes(text) : in_quotes(text);
}

std::string write_flow(const TextNode& node, bool keeps_anchors) {
  std::string result;
  if (keeps_anchors && !node.anchor.empty()) result = '&' + node.anchor + ' ';
  switch (node.kind) {
    case TextNode::Kind::empty: return result.empty() ? "~" : result + "~";
    case TextNode::Kind::alias: return '*' + node.text;
    case TextNode::Kind::scalar: return result + write_scalar(node.text, {.is_flow = true});
    default: break;
  }
  result += node.is_map() ? '{' : '[';
  bool is_first = true;
  for (const TextEntry& entry : node.entries) {
    if (!is_first) result += ", ";
    is_first = false;
    if (node.is_map()) {
      const bool is_merge = entry.key.text == "<<" && entry.key.style == ScalarStyle::plain;
      result += is_merge ? "<<" : write_scalar(entry.key.text, {.is_flow = true, .is_key = true});
      result += ": ";
    }
    result += write_flow(entry.value, keeps_anchors);
  }
  return result + (node.is_map() ? '}' : ']');
}

}  // namespace holon::detail
