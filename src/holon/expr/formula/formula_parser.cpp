// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/formula/formula_parser.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "holon/base/characters.h"
#include "holon/base/names.h"

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

FormulaParser::Index FormulaParser::parse_number() {
  const Index node = add(FormulaOp::number, lexer_.offset(), lexer_.offset() + lexer_.length());
  formula_.nodes_[node].value = lexer_.number();
  lexer_.advance();
  return lexer_.token() == Token::open_bracket ? parse_unit_brackets(node) : node;
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

FormulaParser::Index FormulaParser::parse_name() {
  const std::size_t offset = lexer_.offset();
  const std::string word(lexer_.spelling());
  lexer_.advance();
  if (lexer_.token() == Token::open) return parse_call(word, offset);
  if (word == "if") {
    report(offset, word.size(), "'if' is a function of three arguments",
           "write if(condition, then, else)");
    give_up();
    return add(FormulaOp::error, offset, offset + word.size());
  }
  if (word == "π") report(offset, word.size(), "'π' is not a name here", "write 'pi'");

  // The dotted path with its index formulas: the pattern "link[].tip" and one child for each [].
  std::string pattern = word, plain = word;
  bool is_whole = true;
  std::vector<Index> indices;
  for (;;) {
    if (lexer_.token() == Token::dot) {
      const std::size_t dot = lexer_.offset();
      lexer_.advance();
      if (lexer_.token() != Token::name) {
        report(dot, 1, "a name is missing after the dot");
        break;
      }
      pattern.append(1, '.').append(lexer_.spelling());
      if (is_whole) plain.append(1, '.').append(lexer_.spelling());
      lexer_.advance();
      if (lexer_.token() == Token::open) {
        const std::string name = source(offset, lexer_.previous_end());
        parse_call(name, offset);
        return add(FormulaOp::error, offset, lexer_.previous_end());
      }
    } else if (lexer_.token() == Token::number && lexer_.follows_directly() &&
               lexer_.spelling().starts_with('.')) {
      report(lexer_.offset(), lexer_.length(), "a name does not begin with a digit",
             "an index is written in brackets: " + source(offset, lexer_.previous_end()) + '[' +
                 std::string(lexer_.spelling().substr(1)) + ']');
      lexer_.advance();
    } else if (lexer_.token() == Token::open_bracket) {
      const std::size_t open = lexer_.offset();
      lexer_.advance();
      const std::vector<Index> items = parse_items(Token::close_bracket, open);
      if (items.size() != 1) {
        report(open, 1, "one index is written in brackets after a name");
        break;
      }
      indices.push_back(items[0]);
      pattern += "[]";
      const Formula::Node& index = formula_.nodes_[items[0]];
      is_whole = is_whole && index.op == FormulaOp::number && index.unit < 0;
      if (is_whole) plain.append(1, '[').append(source(items[0])).append(1, ']');
    } else {
      break;
    }
  }
  const Index node = add(FormulaOp::name, offset, lexer_.previous_end(), indices);
  formula_.nodes_[node].text = std::move(pattern);
  if (word != "pi") {
    Formula::Name name{std::move(plain), is_whole, offset, formula_.nodes_[node].length};
    formula_.names_.push_back(std::move(name));
  }
  return node;
}

FormulaParser::Index FormulaParser::parse_call(std::string_view function, std::size_t offset) {
  const std::size_t open = lexer_.offset();
  const std::size_t name_length = lexer_.previous_end() - offset;
  lexer_.advance();
  const std::vector<Index> arguments = parse_items(Token::close, open);
  const Index node = add(FormulaOp::call, offset, lexer_.previous_end(), arguments);
  formula_.nodes_[node].text = function;
  const detail::FormulaFunctionInfo* info = detail::find_formula_function(function);
  if (info) {
    check_call(*info, offset, arguments);
    return parse_postfix(node);
  }
  std::string suggestion;
  if (const std::string_view instead = detail::formula_function_instead(function);
      !instead.empty()) {
    suggestion = "write " + std::string(instead);
  } else {
    std::vector<std::string_view> known;
    for (const auto& each : detail::formula_functions()) known.push_back(each.name);
    suggestion = did_you_mean(function, known);
    if (suggestion.empty()) {
      suggestion = "a product is written " + std::string(function) + "*(…)";
    }
  }
  report(offset, name_length, in_apostrophes(function) + " is not a function",
         std::move(suggestion));
  formula_.nodes_[node].op = FormulaOp::error;
  return parse_postfix(node);
}

void FormulaParser::check_call(const detail::FormulaFunctionInfo& info, std::size_t offset,
                               std::span<const Index> arguments) {
  const int count = static_cast<int>(arguments.size());
  if (count < info.least_arguments || count > info.most_arguments) {
    std::string needed = std::to_string(info.least_arguments);
    if (info.most_arguments == detail::kAnyNumber) {
      needed += " or more";
    } else if (info.most_arguments > info.least_arguments) {
      needed += " or " + std::to_string(info.most_arguments);
    }
    report(offset, info.name.size(),
           std::string(info.name) + " takes " + needed + " argument" +
               (info.most_arguments == 1 ? "" : "s") + ", not " + std::to_string(count),
           "write " + std::string(info.name) + '(' + std::string(info.arguments) + ')');
    return;
  }
  using F = detail::FormulaFunction;
  if (info.function == F::to_frame || info.function == F::from_frame) {
    mark_name(arguments[1], true, info);
  } else if (info.function == F::lookup) {
    mark_name(arguments[0], false, info);
  }
}

void FormulaParser::mark_name(Index argument, bool is_frame,
                              const detail::FormulaFunctionInfo& info) {
  const Formula::Node& node = formula_.nodes_[argument];
  if (node.op != FormulaOp::name) {
    if (node.op == FormulaOp::error) return;
    report(node.offset, node.length,
           std::string("the ") + (is_frame ? "second" : "first") + " argument of " +
               std::string(info.name) + " is the name of a " + (is_frame ? "frame" : "table"));
    return;
  }
  for (Formula::Name& name : formula_.names_) {
    if (name.offset != node.offset) continue;
    (is_frame ? name.is_frame : name.is_table) = true;
  }
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
