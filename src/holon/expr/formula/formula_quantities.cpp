// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Numbers with units: `350 bar` as a whole value, `2 [m]` within a formula.
#include <algorithm>
#include <charconv>

#include "holon/base/characters.h"
#include "holon/expr/formula/formula_parser.h"

namespace holon {
namespace {

using FormulaOp = Formula::Op;

}  // namespace

// `350 bar`, `-9.81 m/s^2`, `5e-3 deg/s/sqrt(Hz)`: a number and a unit that is the whole rest.
bool FormulaParser::take_whole_quantity() {
  const std::string_view text = formula_.text_;
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  std::size_t number = begin;
  if (number < text.size() && (text[number] == '-' || text[number] == '+')) ++number;
  if (number >= text.size() ||
      !(text[number] == '.' || (text[number] >= '0' && text[number] <= '9')))
    return false;
  double value = 0;
  const auto [stop, code] = std::from_chars(text.data() + number, text.data() + text.size(), value);
  if (code != std::errc{}) return false;
  const auto number_end = static_cast<std::size_t>(stop - text.data());
  if (number_end == text.size()) return false;
  return accept_quantity(text[begin] == '-' ? -value : value, begin, number_end);
}

bool FormulaParser::accept_quantity(double value, std::size_t number_begin,
                                    std::size_t number_end) {
  const std::string_view text = formula_.text_;
  std::size_t unit_begin = number_end;
  while (unit_begin < text.size() && is_space(text[unit_begin])) ++unit_begin;
  std::size_t unit_end = text.size();
  while (unit_end > unit_begin && is_space(text[unit_end - 1])) --unit_end;
  const std::string_view unit_text = text.substr(unit_begin, unit_end - unit_begin);
  if (unit_text.empty()) return false;
  constexpr std::string_view kOperators = "+-*/^()[]<>=!,&|?:.;{}";
  if (kOperators.find(unit_text.front()) != std::string_view::npos) return false;
  const std::string_view word = unit_text.substr(0, detail::word_length(unit_text, 0));
  if (word == "and" || word == "or" || word == "not") return false;

  const UnitParse unit = parse_unit(unit_text);
  if (!unit) {
    // `2 time`, `2 pi`: a product without its sign.
    if (is_reserved_word(word) || detail::find_formula_function(word)) return false;
    // Is it an incomplete formula, rather than a quantity with a wrong unit?
    const bool is_formula = unit_begin == number_end || word.empty() ||
                            unit_text.find_first_of("*+[],<>=- ") != std::string_view::npos;
    if (is_formula) return false;
    const std::size_t from = detail::byte_offset(unit_text, unit.offset);
    const std::size_t to = detail::byte_offset(unit_text, unit.offset + unit.length);
    const bool may_be_name = unit.suggestion.empty() && word == unit_text;
    report(unit_begin + from, std::max<std::size_t>(to - from, 1), unit.message,
           may_be_name ? "for a product write '" + source(number_begin, number_end) + '*' +
                             std::string(word) + "'"
                       : unit.suggestion);
    formula_.root_ = add(FormulaOp::error, number_begin, unit_end);
    return true;
  }
  if (unit_begin == number_end) {
    report(unit_begin, unit_text.size(), "a space is missing between the number and its unit",
           "write '" + source(number_begin, number_end) + ' ' + std::string(unit_text) + "'");
  }
  formula_.root_ = add(FormulaOp::number, number_begin, unit_end);
  Formula::Node& node = formula_.nodes_[formula_.root_];
  node.value = value;
  node.text = unit_text;
  node.unit = static_cast<std::int32_t>(formula_.units_.size());
  formula_.units_.push_back(*unit.unit);
  return true;
}

FormulaParser::Index FormulaParser::parse_unit_brackets(Index number) {
  const std::string_view text = formula_.text_;
  const std::size_t open = lexer_.offset();
  const std::size_t close = text.find(']', open);
  if (close == std::string_view::npos) {
    report(open, 1, "this '[' is never closed");
    give_up();
    return number;
  }
  std::size_t begin = open + 1, end = close;
  while (begin < end && is_space(text[begin])) ++begin;
  while (end > begin && is_space(text[end - 1])) --end;
  const std::string_view unit_text = text.substr(begin, end - begin);
  Formula::Node& node = formula_.nodes_[number];
  node.length = static_cast<std::uint32_t>(close + 1 - node.offset);
  if (unit_text.empty()) {
    report(open, close + 1 - open, "a unit is missing in the brackets",
           "a unit is written after a number: 2 [m]");
  } else if (const UnitParse unit = parse_unit(unit_text)) {
    node.text = unit_text;
    node.unit = static_cast<std::int32_t>(formula_.units_.size());
    formula_.units_.push_back(*unit.unit);
  } else {
    const std::size_t from = detail::byte_offset(unit_text, unit.offset);
    const std::size_t to = detail::byte_offset(unit_text, unit.offset + unit.length);
    report(begin + from, std::max<std::size_t>(to - from, 1), unit.message, unit.suggestion);
  }
  lexer_.jump(close + 1);
  return number;
}

}  // namespace holon
