// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "holon/base/characters.h"
#include "holon/base/escape.h"
#include "holon/base/shown_text.h"

/// Properties of every text that base/escape.h and base/shown_text.h return, checked by small
/// readers of the languages that share no code with the writers. Used by tests and by the fuzzer
/// `escape`.
namespace holon::test {

inline bool contains(std::string_view text, std::string_view piece) {
  return text.find(piece) != std::string_view::npos;
}

/// Valid UTF-8 without hidden characters except those of `allowed`.
inline bool is_visible(std::string_view text, std::string_view allowed = {}) {
  while (!text.empty()) {
    const Character c = first_character(text);
    if (!c.is_valid || (is_hidden(c.code) && !contains(allowed, text.substr(0, 1)))) return false;
    text.remove_prefix(c.length);
  }
  return true;
}

/// The text of 'it''s'; nothing if the quotes do not match.
inline std::optional<std::string> read_matlab_string(std::string_view text) {
  if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return {};
  text = text.substr(1, text.size() - 2);
  std::string value;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\'' && (k + 1 == text.size() || text[++k] != '\'')) return {};
    value += text[k];
  }
  return value;
}

/// The text of XML's character data; nothing if it contains markup or an entity that is not one of
/// the four.
inline std::optional<std::string> read_xml_text(std::string_view text) {
  std::string value;
  while (!text.empty()) {
    if (std::string_view("<>\"").find(text[0]) != std::string_view::npos) return {};
    std::string_view read = text.substr(0, 1);
    std::size_t length = 1;
    if (text[0] == '&') {
      constexpr std::string_view kEntities[][2] = {
          {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}};
      length = 0;
      for (const auto& [entity, character] : kEntities)
        if (text.starts_with(entity)) read = character, length = entity.size();
      if (length == 0) return {};
    }
    value += read;
    text.remove_prefix(length);
  }
  return value;
}

/// The text of LaTeX with only the escapes of special characters and `words`; nothing if anything
/// else is active.
inline std::optional<std::string> read_latex(std::string_view text,
                                             const std::string_view (&words)[3][2]) {
  std::string value;
  while (!text.empty()) {
    if (text[0] != '\\') {
      if (std::string_view("{}$&#%_^~").find(text[0]) != std::string_view::npos) return {};
      value += text[0];
      text.remove_prefix(1);
      continue;
    }
    std::size_t length = 0;
    if (text.size() > 1 && std::string_view("{}$&#%_").find(text[1]) != std::string_view::npos) {
      value += text[1];
      length = 2;
    }
    for (const auto& [word, character] : words)
      if (text.starts_with(word)) value += character, length = word.size();
    if (length == 0) return {};
    text.remove_prefix(length);
  }
  return value;
}

/// A field of RFC 4180; nothing if a comma or a line break is outside quotes.
inline std::optional<std::string> read_csv_field(std::string_view text) {
  if (text.empty() || text.front() != '"') {
    if (text.find_first_of(",\"\r\n") != std::string_view::npos) return {};
    return std::string(text);
  }
  std::string value;
  for (std::size_t k = 1; k < text.size(); ++k) {
    if (text[k] == '"') {
      if (k + 1 == text.size()) return value;
      if (text[++k] != '"') return {};
    }
    value += text[k];
  }
  return {};
}

/// One word as bash reads it; nothing if it is not one word, or if anything in it is expanded.
inline std::optional<std::string> read_shell_word(std::string_view text) {
  std::string value;
  while (!text.empty()) {
    if (text.starts_with("$'")) {
      std::size_t k = 2;
      for (; k < text.size() && text[k] != '\''; ++k) {
        if (text[k] != '\\') {
          value += text[k];
        } else if (text[k + 1] == 'x') {
          value += static_cast<char>(std::stoi(std::string(text.substr(k + 2, 2)), nullptr, 16));
          k += 3;
        } else {
          value += text[++k];
        }
      }
      text.remove_prefix(k + 1);
    } else if (text[0] == '"') {
      const std::size_t end = text.find('"', 1);
      const std::string_view inside = text.substr(1, end == text.npos ? end : end - 1);
      if (end == text.npos || inside.find_first_of("$`\\!") != text.npos) return {};
      value += inside;
      text.remove_prefix(end + 1);
    } else if (text[0] == '\'') {
      const std::size_t end = text.find('\'', 1);
      if (end == std::string_view::npos) return {};
      value += text.substr(1, end - 1);
      text.remove_prefix(end + 1);
    } else if (text.starts_with("\\'")) {
      value += '\'';
      text.remove_prefix(2);
    } else if (std::isalnum(static_cast<unsigned char>(text[0])) != 0 ||
               std::string_view("_./:=@%+,-").find(text[0]) != std::string_view::npos) {
      value += text[0];
      text.remove_prefix(1);
    } else {
      return {};
    }
  }
  return value;
}

/// The violated properties of the outputs for this text; "" if there are none.
inline std::string find_escape_fault(std::string_view text) {
  const std::string plain = plain_text(text);
  if (!is_visible(plain)) return "plain_text";
  if (is_visible(text) && plain != text) return "plain_text changes what is plain";
  if (matlab_comment(text) != plain) return "matlab_comment";
  if (latex_comment(text) != plain) return "latex_comment";
  if (read_matlab_string(matlab_string(text)) != plain) return "matlab_string";
  const std::string c = c_comment(text);
  if (!is_visible(c) || contains(c, "*/") || contains(c, "/*")) return "c_comment";
  if (read_latex(latex_text(text), {{"\\textbackslash{}", "\\"},
                                    {"\\textasciicircum{}", "^"},
                                    {"\\textasciitilde{}", "~"}}) != plain) {
    return "latex_text";
  }
  if (read_latex(latex_math(text),
                 {{"\\backslash{}", "\\"}, {"\\wedge{}", "^"}, {"\\sim{}", "~"}}) != plain) {
    return "latex_math";
  }
  const std::string xml = xml_text(text);
  if (!is_visible(xml, "\n") || !read_xml_text(xml)) return "xml_text";
  if (!contains(text, "\n") && read_xml_text(xml) != plain) return "xml_text changes the text";
  const std::string comment = xml_comment(text);
  if (!is_visible(comment, "\n") || contains(comment, "--")) return "xml_comment";
  if (contains(embed_json(text), "<")) return "embed_json";
  if (read_csv_field(csv_field(text)) != text) return "csv_field";
  const std::string word = shell_word(text);
  if (!is_visible(word)) return "shell_word hides something";
  if (read_shell_word(word) != text || word.empty()) return "shell_word";
  if (shell_path(text).starts_with("-")) return "shell_path";
  const std::string name = matlab_identifier(text);
  if (name.empty() || name.size() > 54 || std::isalpha(static_cast<unsigned char>(name[0])) == 0 ||
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
          std::string::npos ||
      matlab_identifier(name) != name) {
    return "matlab_identifier";
  }
  if (!is_visible(show_text(text), "\r\n\t")) return "show_text";
  if (!is_visible(show_message(text), "\r\n\t")) return "show_message";
  if (!is_visible(show_line(text))) return "show_line";
  if (show_line(text).size() > 24000) return "show_line is long";
  const std::string columns = show_columns(text);
  if (!is_visible(columns, "\t")) return "show_columns";
  return {};
}

}  // namespace holon::test
