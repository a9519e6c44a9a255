// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/mathml_rows.h"

#include <algorithm>

namespace holon {
namespace {

constexpr int kRowSigns = 84;
/// A bracket that is wider than this is broken, too.
constexpr int kLongBracket = 40;

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

/// The name with which a row begins: of a power or an index its base; else nothing.
std::string_view first_name(std::string_view mathml) {
  static constexpr std::string_view kOpen = "<mi>";
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const std::string_view tag : {"<msup>", "<msub>", "<msubsup>", "<mrow>"})
      if (mathml.starts_with(tag)) mathml.remove_prefix(tag.size()), goes_on = true;
  }
  if (!mathml.starts_with(kOpen)) return {};
  mathml.remove_prefix(kOpen.size());
  return mathml.substr(0, mathml.find('<'));
}

/// The name with which it ends: likewise.
std::string_view last_name(std::string_view mathml) {
  for (const std::string_view tag : {"mi", "msup", "msub", "msubsup"})
    if (mathml.ends_with("</" + std::string(tag) + ">"))
      return first_name(mathml.substr(mathml.rfind("<" + std::string(tag) + ">")));
  return {};
}

/// A thin space between factors of which one is a word: "density a" and not "densitya".
std::string space_words(std::string_view mathml) {
  static constexpr std::string_view kTimes = "<mo>&#x2062;</mo>";
  const auto is_word = [](std::string_view name) {
    return name.size() > 1 && static_cast<unsigned char>(name[0]) < 0x80;
  };
  std::string text;
  std::size_t from = 0;
  for (std::size_t at = mathml.find(kTimes); at != std::string_view::npos;
       at = mathml.find(kTimes, from)) {
    const std::size_t after = at + kTimes.size();
    const std::string_view before = mathml.substr(0, at), rest = mathml.substr(after);
    const bool words = is_word(last_name(before)) || is_word(first_name(rest));
    text += mathml.substr(from, after - from);
    if (words) text += "<mspace width=\"0.17em\"/>";
    from = after;
  }
  return text + std::string(mathml.substr(from));
}

/// The end of the element that begins at `at`, behind its closing tag.
std::size_t end_of_element(std::string_view mathml, std::size_t at) {
  int depth = 0;
  while (at < mathml.size()) {
    const std::size_t end = mathml.find('>', at);
    if (end == std::string_view::npos) break;
    if (mathml[at + 1] == '/') {
      --depth;
    } else if (mathml[end - 1] != '/') {
      ++depth;
    }
    if (depth == 0) return end + 1;
    at = mathml.find('<', end);
  }
  return mathml.size();
}

/// Cuts a row of elements in front of its signs; long brackets lose their <mrow> and are cut, too.
void cut(std::string_view row, std::vector<std::string>& pieces) {
  static constexpr std::string_view kBracket = "<mrow><mo>(</mo>", kEnd = "</mrow>",
                                    kOpen = "<mo>(</mo>", kEquals = "<mo>=</mo>";
  for (std::size_t at = 0; at < row.size();) {
    const std::size_t end = end_of_element(row, at);
    const std::string_view element = row.substr(at, end - at);
    at = end;
    const bool is_long = element.starts_with(kBracket) && count_signs(element) > kLongBracket;
    if (is_long) {
      cut(element.substr(6, element.size() - 6 - kEnd.size()), pieces);
      continue;
    }
    const std::string& before = pieces.back();
    // A sign in front of a whole side or bracket stays with it.
    const bool begins = before.empty() || before.ends_with(kOpen) || before.ends_with(kEquals);
    if (is_sign(element) && !begins) pieces.emplace_back();
    pieces.back() += element;
  }
}

/// A sign that begins a line stands between terms all the same.
std::string as_infix(const std::string& piece) {
  if (!is_sign(std::string_view(piece).substr(0, std::min<std::size_t>(piece.size(), 10)))) {
    return piece;
  }
  return "<mo form=\"infix\"" + piece.substr(3);
}

}  // namespace

std::vector<std::string> split_mathml(std::string_view equation) {
  std::vector<std::string> pieces(1);
  cut(equation, pieces);
  return pieces;
}

std::string write_math_block(const std::vector<std::string>& equations) {
  std::string text =
      "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\n<mtable>\n";
  for (const std::string& equation : equations) {
    std::vector<std::string> rows;
    int width = 0;
    for (const std::string& piece : split_mathml(space_words(equation))) {
      const int own = count_signs(piece);
      if (rows.empty() || width + own > kRowSigns) {
        rows.emplace_back(rows.empty() ? "" : "<mspace width=\"2em\"/>");
        width = 0;
      }
      rows.back() += piece;
      width += own;
    }
    for (const std::string& row : rows) {
      text += "<mtr><mtd style=\"text-align: left\">" + row + "</mtd></mtr>\n";
    }
  }
  return text + "</mtable>\n</math>\n";
}

std::string write_math_paragraphs(const std::vector<std::string>& equations) {
  std::string text;
  for (const std::string& equation : equations) {
    text += "<p class=\"equation\">";
    for (const std::string& piece : split_mathml(space_words(equation))) {
      text +=
          "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">" + as_infix(piece) + "</math><wbr>";
    }
    text += "</p>\n";
  }
  return text;
}

}  // namespace holon
