// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// What a formula lacks, or has too much, with suggestions.
#include <algorithm>
#include <string>
#include <utility>

#include "holon/base/characters.h"
#include "holon/expr/formula/formula_parser.h"

namespace holon {
namespace {

using FormulaOp = Formula::Op;
using detail::in_apostrophes;

}  // namespace

void FormulaParser::report_missing_value() {
  const std::string_view text = formula_.text_;
  if (lexer_.token() == Token::end) {
    // Characters dropped by the lexer have been reported already.
    if (errors_.size() > errors_before_ && errors_.back().offset >= lexer_.previous_end()) return;
    std::size_t end = text.size();
    while (end > 0 && is_space(text[end - 1])) --end;
    const std::size_t last = end > 0 ? end - 1 : 0;
    report(last, 1, "the formula ends where a value should follow");
  } else {
    report(lexer_.offset(), lexer_.length(),
           "a value is missing before " + in_apostrophes(lexer_.spelling()));
  }
}

void FormulaParser::report_missing_operator(Index left) {
  const std::string before = source(left);
  const Formula::Node& node = formula_.nodes_[left];
  if (node.op == FormulaOp::number && node.unit < 0 && lexer_.token() == Token::name) {
    // The largest extent of a unit: `3 rad/s * time`, `2 kg/(m s)`, `1 m/(a-b)`.
    const std::string_view text = formula_.text_;
    const std::size_t begin = lexer_.offset();
    // `1 J/kg K`: the error of the complete unit, not of its first factor.
    const std::string_view rest = text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
    const UnitParse whole = parse_unit(rest);
    if (rest.find_first_of(" \t") != std::string_view::npos &&
        rest.find_first_of("*+-,)]<>=") == std::string_view::npos && !whole.suggestion.empty() &&
        whole.message.starts_with("a factor after a division")) {
      report(begin, rest.size(), whole.message, whole.suggestion);
      lexer_.jump(begin + rest.size());
      return;
    }
    const std::size_t open = text.find('(', begin);
    const std::size_t close = std::min(text.find(')', std::min(open, text.size())), text.size());
    const std::size_t blank = text.find_first_of(" \t\n*+-,)]<>=", begin);
    const bool is_divided = open != std::string_view::npos && text[open - 1] == '/';
    const std::size_t slash = is_divided ? open - 1 : open;
    for (const std::size_t stop : {close + 1, blank, std::min(blank, slash)}) {
      const std::size_t end = std::min(stop, text.size());
      const std::string unit(text.substr(begin, end - begin));
      if (!parse_unit(unit)) continue;
      report(
          begin, end - begin, "a unit is written in brackets in a formula",
          "write '" + before + " [" + unit + "]', or for a product '" + before + '*' + unit + "'");
      lexer_.jump(end);
      return;
    }
  }
  report(lexer_.offset(), lexer_.length(),
         "an operator is missing between " + in_apostrophes(before) + " and " +
             in_apostrophes(lexer_.spelling()),
         lexer_.token() == Token::name || lexer_.token() == Token::open
             ? "a product is written with *"
             : "");
}

void FormulaParser::report_leftover() {
  const std::size_t offset = lexer_.offset();
  std::string message = in_apostrophes(lexer_.spelling()) + " is not expected here";
  std::string suggestion;
  if (lexer_.token() == Token::close) message = "this ')' closes nothing";
  if (lexer_.token() == Token::close_bracket) message = "this ']' closes nothing";
  if (lexer_.token() == Token::comma) {
    const Formula::Node& root = formula_.nodes_[formula_.root_];
    const std::string_view text = formula_.text_;
    const bool is_decimal = root.op == FormulaOp::number && offset + 1 < text.size() &&
                            text[offset + 1] >= '0' && text[offset + 1] <= '9';
    suggestion = is_decimal ? "numbers are written with a point: " + source(formula_.root_) + '.' +
                                  std::string(text.substr(offset + 1))
                            : "a list is written in brackets: [a, b]";
  }
  report(offset, std::max<std::size_t>(lexer_.length(), 1), std::move(message),
         std::move(suggestion));
}

}  // namespace holon
