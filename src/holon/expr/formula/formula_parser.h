// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holon/expr/formula/formula.h"
#include "holon/expr/formula/formula_functions.h"
#include "holon/expr/formula/formula_lexer.h"

namespace holon {

/// Precedence climbing over the lexer's tokens. Continues after every error, as far as the
/// following text can be interpreted, so that all errors are found.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, std::vector<TextError>& errors);
  Formula parse() &&;

 private:
  using Index = std::uint32_t;
  using Op = Formula::Op;
  using Token = detail::Token;

  bool take_whole_quantity();
  bool accept_quantity(double value, std::size_t number_begin, std::size_t number_end);

  Index parse_expression(int least_binding);
  Index parse_infix(Index left, Op op, int binding);
  Index parse_chained(Index comparison);
  Index parse_prefix();
  Index parse_number();
  Index parse_unit_brackets(Index number);
  Index parse_name();
  Index parse_call(std::string_view function, std::size_t offset);
  Index parse_list();
  Index parse_parenthesis();
  Index parse_postfix(Index of);
  /// Expressions separated by commas up to the closing token, which is consumed.
  std::vector<Index> parse_items(Token close, std::size_t open_offset);
  void check_call(const detail::FormulaFunctionInfo& info, std::size_t offset,
                  std::span<const Index> arguments);
  void mark_name(Index argument, bool is_frame, const detail::FormulaFunctionInfo& info);
  void report_missing_operator(Index left);
  void report_leftover();
  void report_missing_value();

  Index add(Op op, std::size_t begin, std::size_t end, std::initializer_list<Index> children = {});
  Index add(Op op, std::size_t begin, std::size_t end, std::span<const Index> children);
  std::size_t begin_of(Index node) const { return formula_.nodes_[node].offset; }
  std::size_t end_of(Index node) const {
    return formula_.nodes_[node].offset + formula_.nodes_[node].length;
  }
  std::string source(std::size_t begin, std::size_t end) const;
  std::string source(Index node) const { return source(begin_of(node), end_of(node)); }
  void report(std::size_t offset, std::size_t length, std::string message,
              std::string suggestion = {});
  /// Stops parsing: errors after one like this would be misleading.
  void give_up();

  Formula formula_;
  std::vector<TextError>& errors_;
  std::size_t errors_before_;
  detail::FormulaLexer lexer_;
  int depth_ = 0;
  bool gave_up_ = false;
};

}  // namespace holon
