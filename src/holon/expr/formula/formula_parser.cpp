// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/formula/formula_parser.h"

#include <algorithm>
#include <utility>

#include "holon/base/characters.h"

namespace holon {
namespace {

using FormulaOp = Formula::Op;
using detail::in_apostrophes;
using detail::Token;
namespace precedence = detail::precedence;

/// Limit of nesting, which bounds the stack.
constexpr int kDeepest = 200;

struct Infix {
  FormulaOp op = FormulaOp::error;
  int binding = -1;
};

Infix infix_of(Token token) {
  switch (token) {
    case Token::logical_or: return {FormulaOp::logical_or, precedence::kOr};
    case Token::logical_and: return {FormulaOp::logical_and, precedence::kAnd};
    case Token::less: return {FormulaOp::less, precedence::kComparison};
    case Token::less_equal: return {FormulaOp::less_equal, precedence::kComparison};
    case Token::greater: return {FormulaOp::greater, precedence::kComparison};
    case Token::greater_equal: return {FormulaOp::greater_equal, precedence::kComparison};
    case Token::equal: return {FormulaOp::equal, precedence::kComparison};
    case Token::not_equal: return {FormulaOp::not_equal, precedence::kComparison};
    case Token::plus: return {FormulaOp::add, precedence::kSum};
    case Token::minus: return {FormulaOp::subtract, precedence::kSum};
    case Token::times: return {FormulaOp::multiply, precedence::kProduct};
    case Token::over: return {FormulaOp::divide, precedence::kProduct};
    case Token::power: return {FormulaOp::power, precedence::kPower};
    default: return {};
  }
}

bool begins_operand(Token token) {
  return token == Token::number || token == Token::name || token == Token::open ||
         token == Token::open_bracket || token == Token::logical_not;
}

}  // namespace

FormulaParser::FormulaParser(std::string_view text, std::vector<TextError>& errors)
    : formula_(text),
      errors_(errors),
      errors_before_(errors.size()),
      lexer_(formula_.text_, errors) {
  formula_.nodes_.reserve(8);
}

Formula FormulaParser::parse() && {
  if (!take_whole_quantity()) {
    if (lexer_.token() == Token::end && errors_.size() == errors_before_) {
      report(0, 1, "a value or formula is missing here");
      formula_.root_ = add(FormulaOp::error, 0, 0);
    } else {
      formula_.root_ = parse_expression(precedence::kLoosest);
      while (lexer_.token() != Token::end && !gave_up_) {
        report_leftover();
        lexer_.advance();
        if (begins_operand(lexer_.token()) || lexer_.token() == Token::minus) {
          parse_expression(precedence::kLoosest);
        }
      }
    }
  }
  std::stable_sort(formula_.names_.begin(), formula_.names_.end(),
                   [](const auto& a, const auto& b) { return a.offset < b.offset; });
  formula_.has_errors_ = errors_.size() > errors_before_;
  return std::move(formula_);
}

FormulaParser::Index FormulaParser::parse_expression(int least_binding) {
  if (++depth_ > kDeepest) {
    report(lexer_.offset(), lexer_.length(), "the formula is nested too deeply",
           "give parts of it names of their own as parameters");
    give_up();
  }
  Index left = parse_prefix();
  for (;;) {
    if (begins_operand(lexer_.token())) {
      const std::size_t before = lexer_.offset();
      report_missing_operator(left);
      // Continues as if a product had been written.
      if (lexer_.offset() == before && !gave_up_) {
        const Index right = parse_expression(precedence::kProduct + 1);
        left = add(FormulaOp::multiply, begin_of(left), end_of(right), {left, right});
      }
      continue;
    }
    const Infix infix = infix_of(lexer_.token());
    if (infix.binding < least_binding || infix.op == FormulaOp::error) break;
    left = parse_infix(left, infix.op, infix.binding);
  }
  --depth_;
  return left;
}

FormulaParser::Index FormulaParser::parse_infix(Index left, FormulaOp op, int binding) {
  lexer_.advance();
  const bool is_right_associative = binding == precedence::kPower;
  const Index right = parse_expression(is_right_associative ? binding : binding + 1);
  const Index node = add(op, begin_of(left), std::max(end_of(left), end_of(right)), {left, right});
  if (binding == precedence::kComparison &&
      infix_of(lexer_.token()).binding == precedence::kComparison) {
    return parse_chained(node);
  }
  return node;
}

FormulaParser::Index FormulaParser::parse_chained(Index comparison) {
  const Index middle = formula_.child_list_[formula_.nodes_[comparison].first_child + 1];
  const Infix infix = infix_of(lexer_.token());
  const std::size_t sign = lexer_.offset(), length = lexer_.length();
  const std::string spelling(lexer_.spelling());
  lexer_.advance();
  const Index right = parse_expression(precedence::kComparison + 1);
  report(sign, length, "comparisons cannot be chained",
         "write '" + source(comparison) + " and " + source(middle) + ' ' + spelling + ' ' +
             source(right) + "'");
  return add(infix.op, begin_of(comparison), end_of(right), {comparison, right});
}

FormulaParser::Index FormulaParser::parse_prefix() {
  const std::size_t offset = lexer_.offset();
  switch (lexer_.token()) {
    case Token::number: return parse_number();
    case Token::name: return parse_name();
    case Token::open: return parse_parenthesis();
    case Token::open_bracket: return parse_list();
    case Token::plus: lexer_.advance(); return parse_expression(precedence::kSign);
    case Token::minus: {
      lexer_.advance();
      const Index operand = parse_expression(precedence::kSign);
      return add(FormulaOp::negate, offset, end_of(operand), {operand});
    }
    case Token::logical_not: {
      lexer_.advance();
      const Index operand = parse_expression(precedence::kNot);
      return add(FormulaOp::logical_not, offset, end_of(operand), {operand});
    }
    default: break;
  }
  report_missing_value();
  return add(FormulaOp::error, offset, offset);
}

FormulaParser::Index FormulaParser::parse_number() {
  const Index node = add(FormulaOp::number, lexer_.offset(), lexer_.offset() + lexer_.length());
  formula_.nodes_[node].value = lexer_.number();
  lexer_.advance();
  return lexer_.token() == Token::open_bracket ? parse_unit_brackets(node) : node;
}

FormulaParser::Index FormulaParser::parse_list() {
  const std::size_t open = lexer_.offset();
  lexer_.advance();
  const std::vector<Index> items = parse_items(Token::close_bracket, open);
  const Index node = add(FormulaOp::list, open, lexer_.previous_end(), items);
  if (items.empty() && !gave_up_) {
    report(open, lexer_.previous_end() - open, "a vector needs elements: [x, y, z]");
  }
  return parse_postfix(node);
}

FormulaParser::Index FormulaParser::parse_parenthesis() {
  const std::size_t open = lexer_.offset();
  lexer_.advance();
  const std::vector<Index> items = parse_items(Token::close, open);
  if (items.size() == 1) return parse_postfix(items[0]);
  if (!gave_up_) {
    report(open, lexer_.previous_end() - open,
           items.empty() ? "the parentheses are empty"
                         : "a list is written in brackets, not in parentheses",
           items.empty() ? "" : "write '[" + source(open + 1, lexer_.previous_end() - 1) + "]'");
  }
  return parse_postfix(add(FormulaOp::error, open, lexer_.previous_end()));
}

std::vector<FormulaParser::Index> FormulaParser::parse_items(Token close, std::size_t open_offset) {
  std::vector<Index> items;
  if (lexer_.token() == close) {
    lexer_.advance();
    return items;
  }
  for (;;) {
    items.push_back(parse_expression(precedence::kLoosest));
    if (gave_up_) return items;
    if (lexer_.token() == Token::comma) {
      lexer_.advance();
      continue;
    }
    if (lexer_.token() == close) {
      lexer_.advance();
      return items;
    }
    const char open = formula_.text_[open_offset];
    if (lexer_.token() == Token::end) {
      report(open_offset, 1, std::string("this '") + open + "' is never closed");
      give_up();
      return items;
    }
    const char requested = close == Token::close ? ')' : ']';
    report(lexer_.offset(), lexer_.length(),
           std::string("expected '") + requested + "' for the '" + open + "' before, found " +
               in_apostrophes(lexer_.spelling()));
    if (lexer_.token() == Token::close || lexer_.token() == Token::close_bracket) {
      lexer_.advance();
      return items;
    }
    lexer_.advance();
    if (lexer_.token() == Token::end || lexer_.token() == close) {
      lexer_.advance();
      return items;
    }
  }
}

FormulaParser::Index FormulaParser::parse_postfix(Index of) {
  // Every component and index adds a nesting level.
  for (int count = 0;; ++count) {
    if (count > kDeepest && !gave_up_) {
      report(lexer_.offset(), lexer_.length(), "too many components and indices in a row");
      give_up();
    }
    if (lexer_.token() == Token::dot) {
      const std::size_t dot = lexer_.offset();
      lexer_.advance();
      const std::string_view component = lexer_.spelling();
      if (lexer_.token() != Token::name || component.size() != 1 ||
          std::string_view("xyzw").find(component[0]) == std::string_view::npos) {
        report(dot, 1 + (lexer_.token() == Token::name ? component.size() : 0),
               "a component is .x, .y, .z or .w");
        if (lexer_.token() == Token::name) lexer_.advance();
        continue;
      }
      const Index node = add(FormulaOp::component, begin_of(of), lexer_.offset() + 1, {of});
      formula_.nodes_[node].text = component;
      lexer_.advance();
      of = node;
    } else if (lexer_.token() == Token::open_bracket && lexer_.follows_directly()) {
      const std::size_t open = lexer_.offset();
      lexer_.advance();
      const std::vector<Index> items = parse_items(Token::close_bracket, open);
      if (items.size() != 1) {
        if (!gave_up_) report(open, 1, "one index is written in the brackets");
        return of;
      }
      of = add(FormulaOp::index, begin_of(of), lexer_.previous_end(), {of, items[0]});
    } else {
      return of;
    }
  }
}

FormulaParser::Index FormulaParser::add(FormulaOp op, std::size_t begin, std::size_t end,
                                        std::initializer_list<Index> children) {
  return add(op, begin, end, std::span<const Index>(children.begin(), children.size()));
}

FormulaParser::Index FormulaParser::add(FormulaOp op, std::size_t begin, std::size_t end,
                                        std::span<const Index> children) {
  Formula::Node node;
  node.op = op;
  node.offset = static_cast<std::uint32_t>(begin);
  node.length = static_cast<std::uint32_t>(std::max(end, begin) - begin);
  node.first_child = static_cast<std::uint32_t>(formula_.child_list_.size());
  node.children = static_cast<std::uint32_t>(children.size());
  formula_.child_list_.insert(formula_.child_list_.end(), children.begin(), children.end());
  formula_.nodes_.push_back(std::move(node));
  return static_cast<Index>(formula_.nodes_.size() - 1);
}

std::string FormulaParser::source(std::size_t begin, std::size_t end) const {
  return formula_.text_.substr(begin, std::max(end, begin) - begin);
}

void FormulaParser::report(std::size_t offset, std::size_t length, std::string message,
                           std::string suggestion) {
  if (gave_up_) return;
  errors_.push_back({offset, length, std::move(message), std::move(suggestion)});
}

void FormulaParser::give_up() {
  gave_up_ = true;
  lexer_.jump(formula_.text_.size());
}

Formula parse_value(std::string_view text, std::vector<TextError>& errors) {
  return FormulaParser(text, errors).parse();
}

}  // namespace holon
