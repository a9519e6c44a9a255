// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
// Names with their components and indices, and calls of functions.
#include <string>
#include <utility>

#include "holon/base/names.h"
#include "holon/expr/formula/formula_parser.h"

namespace holon {
namespace {

using FormulaOp = Formula::Op;
using detail::in_apostrophes;

}  // namespace

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

}  // namespace holon
