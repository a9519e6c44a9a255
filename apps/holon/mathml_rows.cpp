// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/mathml_rows.h"

namespace holon::app {
namespace {

constexpr int kColumns = 84;

bool is_sign(std::string_view element) {
  return element == "<mo>+</mo>" || element == "<mo>-</mo>" || element == "<mo>=</mo>";
}

/// Signs that a reader sees, roughly: characters outside tags; entities, which are invisible
/// operators here, do not count.
int count_signs(std::string_view mathml) {
  int count = 0;
  bool in_tag = false, in_entity = false;
  for (const char c : mathml) {
    if (c == '<') in_tag = true;
    if (!in_tag && !in_entity && (static_cast<unsigned char>(c) & 0xC0U) != 0x80) ++count;
    if (c == '&' && !in_tag) in_entity = true, --count;
    if (c == ';') in_entity = false;
    if (c == '>') in_tag = false;
  }
  return count;
}

/// A thin space between factors of which one is a word: "density a" and not "densitya".
std::string space_words(std::string_view mathml) {
  static constexpr std::string_view kTimes = "<mo>&#x2062;</mo>", kOpen = "<mi>", kClose = "</mi>";
  const auto is_word = [](std::string_view name) {
    return name.size() > 1 && static_cast<unsigned char>(name[0]) < 0x80;
  };
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = mathml.find(kTimes); at != std::string_view::npos;
       at = mathml.find(kTimes, from)) {
    const std::size_t after = at + kTimes.size();
    const std::string_view before = mathml.substr(0, at), rest = mathml.substr(after);
    bool words = false;
    if (before.ends_with(kClose)) {
      const std::size_t open = before.rfind(kOpen) + kOpen.size();
      words = is_word(before.substr(open, at - kClose.size() - open));
    }
    if (rest.starts_with(kOpen)) {
      words = words || is_word(rest.substr(kOpen.size(), rest.find(kClose) - kOpen.size()));
    }
    text += mathml.substr(from, after - from);
    if (words) text += "<mspace width=\"0.17em\"/>";
    from = after;
  }
  return text + std::string(mathml.substr(from));
}

}  // namespace

std::vector<std::string> break_mathml(std::string_view equation, int columns) {
  // Pieces between the signs of depth 0.
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < equation.size(); ++at) {
    if (equation[at] != '<') continue;
    const std::size_t end = equation.find('>', at);
    if (end == std::string_view::npos) break;
    if (equation[at + 1] == '/') {
      --depth;
    } else if (equation[end - 1] != '/') {
      const std::size_t close = equation.find("</mo>", at);
      if (depth == 0 && close != std::string_view::npos && at > begin &&
          is_sign(equation.substr(at, close + 5 - at))) {
        pieces.push_back(equation.substr(begin, at - begin));
        begin = at;
      }
      ++depth;
    }
    at = end;
  }
  pieces.push_back(equation.substr(begin));

  std::vector<std::string> rows;
  int width = 0;
  for (const std::string_view piece : pieces) {
    const int own = count_signs(piece);
    if (rows.empty() || width + own > columns) {
      rows.emplace_back();
      width = 0;
    }
    rows.back() += piece;
    width += own;
  }
  return rows;
}

std::string write_math_block(const std::vector<std::string>& equations) {
  std::string text =
      "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\n<mtable>\n";
  for (const std::string& equation : equations) {
    bool is_first = true;
    for (const std::string& row : break_mathml(space_words(equation), kColumns)) {
      text += "<mtr><mtd style=\"text-align: left\">";
      if (!is_first) text += "<mspace width=\"2em\"/>";
      text += row + "</mtd></mtr>\n";
      is_first = false;
    }
  }
  return text + "</mtable>\n</math>\n";
}

}  // namespace holon::app
