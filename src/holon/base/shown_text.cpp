// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "holon/base/characters.h"

namespace holon {
namespace {

/// A hidden character, or a byte that is not valid UTF-8, as an escape sequence.
std::string spell(std::string_view text, const Character& c) {
  if (!c.is_valid) return fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
  if (c.code <= 0xFFFF) return fmt::format("\\u{:04x}", static_cast<unsigned>(c.code));
  return fmt::format("\\U{:08x}", static_cast<unsigned>(c.code));
}

/// `keep(code, rest)`: the length of a hidden sequence that is kept unchanged.
template <class Keep>
std::string show(std::string_view text, const Keep& keep) {
  if (is_ascii_text(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    std::size_t length = c.length;
    if (c.is_valid && !is_hidden(c.code)) {
      out += text.substr(0, length);
    } else if (const std::size_t kept = keep(text); kept > 0) {
      out += text.substr(0, length = kept);
    } else {
      out += spell(text, c);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::size_t keep_breaks(std::string_view text) {
  if (text[0] == '\n' || text[0] == '\t') return 1;
  return text.starts_with("\r\n") ? 2 : 0;
}

/// A text of more than `longest` characters as its first and last ones with "…" between.
std::string cut(std::string_view text, std::size_t longest, std::size_t head, std::size_t tail) {
  if (text.size() <= longest) return std::string(text);
  std::vector<std::size_t> starts;  // of characters
  for (std::size_t k = 0; k < text.size(); ++k) {
    if ((static_cast<unsigned char>(text[k]) & 0xC0) != 0x80) starts.push_back(k);
  }
  if (starts.size() <= longest) return std::string(text);
  return std::string(text.substr(0, starts[head])) + "…" +
         std::string(text.substr(starts[starts.size() - tail]));
}

std::string cut_line(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    out += cut(line.substr(at, end - at), 512, 160, 80);
    if (end < line.size()) out += line[end];
    at = end + 1;
  }
  return cut(out, 4000, 2000, 1000);
}

}  // namespace

std::string show_text(std::string_view text) { return show(text, keep_breaks); }

std::string show_message(std::string_view text) {
  const std::string shown = show_text(text);
  std::string out;
  for (std::size_t at = 0; at < shown.size();) {
    const std::size_t end = std::min(shown.find('\n', at), shown.size());
    out += cut_line(std::string_view(shown).substr(at, end - at));
    if (end < shown.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

std::string show_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\r') {
      line += "\\r";
    } else if (c == '\t') {
      line += "\\t";
    } else {
      line += c;
    }
  }
  return show_message(line);
}

std::string show_columns(std::string_view text) {
  if (is_ascii_text(text)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    const bool is_shown = c.is_valid && (!is_hidden(c.code) || c.code == '\t');
    out += is_shown ? text.substr(0, c.length) : kReplacementCharacter;
    text.remove_prefix(c.length);
  }
  return out;
}

}  // namespace holon
