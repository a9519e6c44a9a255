// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/expr/formula/formula.h"

#include <array>
#include <charconv>

#include "holon/expr/formula/formula_lexer.h"

namespace holon {
namespace {

using FormulaOp = Formula::Op;
namespace precedence = detail::precedence;

int binding_of(const Formula::Node& node) {
  switch (node.op) {
    case FormulaOp::logical_or: return precedence::kOr;
    case FormulaOp::logical_and: return precedence::kAnd;
    case FormulaOp::logical_not: return precedence::kNot;
    case FormulaOp::less:
    case FormulaOp::less_equal:
    case FormulaOp::greater:
    case FormulaOp::greater_equal:
    case FormulaOp::equal:
    case FormulaOp::not_equal: return precedence::kComparison;
    case FormulaOp::add:
    case FormulaOp::subtract: return precedence::kSum;
    case FormulaOp::multiply:
    case FormulaOp::divide: return precedence::kProduct;
    case FormulaOp::negate: return precedence::kSign;
    case FormulaOp::power: return precedence::kPower;
    default: return precedence::kWhole;
  }
}

std::string_view sign_of(FormulaOp op) {
  switch (op) {
    case FormulaOp::logical_or: return " or ";
    case FormulaOp::logical_and: return " and ";
    case FormulaOp::less: return " < ";
    case FormulaOp::less_equal: return " <= ";
    case FormulaOp::greater: return " > ";
    case FormulaOp::greater_equal: return " >= ";
    case FormulaOp::equal: return " == ";
    case FormulaOp::not_equal: return " != ";
    case FormulaOp::add: return " + ";
    case FormulaOp::subtract: return " - ";
    case FormulaOp::multiply: return "*";
    case FormulaOp::divide: return "/";
    case FormulaOp::power: return "^";
    default: return {};
  }
}

std::string number_text(double value) {
  std::array<char, 32> buffer;
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end};
}

class Writer {
 public:
  explicit Writer(const Formula& formula) : formula_(formula) {}

  std::string text() && {
    write(formula_.root(), 0);
    return std::move(out_);
  }

 private:
  void write(const Formula::Node& node, int least_binding) {
    const bool needs_parentheses = binding_of(node) < least_binding;
    if (needs_parentheses) out_ += '(';
    write_bare(node);
    if (needs_parentheses) out_ += ')';
  }

  void write_bare(const Formula::Node& node) {
    const auto children = formula_.children(node);
    switch (node.op) {
      case FormulaOp::error: out_ += "(?)"; return;
      case FormulaOp::number: write_number(node); return;
      case FormulaOp::name: write_name(node); return;
      case FormulaOp::list:
        out_ += '[';
        write_items(children);
        out_ += ']';
        return;
      case FormulaOp::call:
        out_ += node.text + '(';
        write_items(children);
        out_ += ')';
        return;
      case FormulaOp::component:
        // A preceding name or number would include the dot.
        write_operand(formula_.node(children[0]));
        out_ += '.' + node.text;
        return;
      case FormulaOp::index:
        write_operand(formula_.node(children[0]));
        out_ += '[';
        write(formula_.node(children[1]), 0);
        out_ += ']';
        return;
      case FormulaOp::negate:
        out_ += '-';
        write(formula_.node(children[0]), precedence::kSign);
        return;
      case FormulaOp::logical_not:
        out_ += "not ";
        write(formula_.node(children[0]), binding_of(node));
        return;
      default: write_infix(node); return;
    }
  }

  // Long sums and products are left-associative: processed without recursion.
  void write_infix(const Formula::Node& node) {
    std::vector<const Formula::Node*> chain;
    const Formula::Node* left = &node;
    const int binding = binding_of(node);
    const bool is_comparison = binding == 4;
    if (binding == precedence::kPower || is_comparison) {
      const auto children = formula_.children(node);
      write(formula_.node(children[0]), binding + 1);
      out_ += sign_of(node.op);
      // A sign is permitted in the exponent: 2^-x.
      write(formula_.node(children[1]), is_comparison ? binding + 1 : precedence::kSign);
      return;
    }
    while (binding_of(*left) == binding) {
      chain.push_back(left);
      left = &formula_.node(formula_.children(*left)[0]);
    }
    write(*left, binding);
    for (auto each = chain.rbegin(); each != chain.rend(); ++each) {
      out_ += sign_of((*each)->op);
      write(formula_.node(formula_.children(**each)[1]), binding + 1);
    }
  }

  void write_operand(const Formula::Node& node) {
    const bool is_closed = node.op == FormulaOp::list || node.op == FormulaOp::call ||
                           node.op == FormulaOp::component || node.op == FormulaOp::index;
    if (!is_closed) out_ += '(';
    write(node, 0);
    if (!is_closed) out_ += ')';
  }

  void write_items(std::span<const std::uint32_t> items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) out_ += ", ";
      write(formula_.node(items[i]), 0);
    }
  }

  void write_number(const Formula::Node& node) {
    out_ += number_text(node.value);
    if (node.unit >= 0) out_ += " [" + node.text + ']';
  }

  void write_name(const Formula::Node& node) {
    const auto indices = formula_.children(node);
    std::size_t next = 0;
    for (std::size_t i = 0; i < node.text.size(); ++i) {
      out_ += node.text[i];
      if (node.text[i] == '[') write(formula_.node(indices[next++]), 0);
    }
  }

  const Formula& formula_;
  std::string out_;
};

}  // namespace

std::string Value::description() const {
  if (failed()) return "nothing";
  if (shape_ == Shape::condition) return "a condition";
  if (shape_ == Shape::quaternion) return "a quaternion";
  if (shape_ == Shape::vector) {
    std::string text = "a vector of " + std::to_string(list_.size());
    if (dimension_ && !dimension_->is_number()) text += " (" + dimension_->to_string() + ')';
    return text;
  }
  return dimension_ ? describe(*dimension_) : "a number";
}

TextError FormulaScope::explain_missing(std::string_view name) {
  return {0, 0, "'" + std::string(name) + "' is not known here", {}};
}

std::optional<Value> FormulaScope::find_orientation(std::string_view frame) {
  if (frame == "world") {
    return Value(std::vector<Expr>{1.0, 0.0, 0.0, 0.0}, Dimension{}, Value::Shape::quaternion);
  }
  return find(std::string(frame) + ".orientation");
}

std::optional<Expr> FormulaScope::time_derivative(Expr) { return {}; }

std::optional<Value> FormulaScope::lookup(std::string_view table, std::span<const Value>,
                                          TextError& error) {
  error.message = "there is no table '" + std::string(table) + "'";
  return {};
}

bool Formula::mentions(std::string_view name) const {
  for (const Name& each : names_) {
    const std::string_view text = each.text;
    if (!text.starts_with(name)) continue;
    if (text.size() == name.size() || text[name.size()] == '.' || text[name.size()] == '[') {
      return true;
    }
  }
  return false;
}

std::optional<Formula::Quantity> Formula::quantity() const {
  if (nodes_.empty() || has_errors_) return {};
  const Node* node = &root();
  double sign = 1;
  while (node->op == FormulaOp::negate) {
    sign = -sign;
    node = &nodes_[child_list_[node->first_child]];
  }
  if (node->op != FormulaOp::number) return {};
  Quantity quantity;
  quantity.value = sign * node->value;
  if (node->unit >= 0) quantity.unit = units_[static_cast<std::size_t>(node->unit)];
  return quantity;
}

std::optional<std::string> Formula::name() const {
  if (nodes_.empty() || has_errors_ || root().op != FormulaOp::name) return {};
  for (const Name& name : names_) {
    if (name.offset == root().offset && name.is_whole) return name.text;
  }
  return {};
}

Strictness Formula::strictness() const {
  const FormulaOp op = nodes_.empty() ? FormulaOp::error : root().op;
  return op == FormulaOp::name || quantity() ? Strictness::quantity : Strictness::formula;
}

std::string to_text(const Formula& formula) {
  if (formula.has_errors()) return formula.text();
  // A quantity that is the whole value is written as one if its sign is part of the number.
  if (formula.root().op == Formula::Op::number && formula.root().unit >= 0 &&
      formula.root().value < 0) {
    return number_text(formula.root().value) + ' ' + formula.root().text;
  }
  return Writer(formula).text();
}

bool is_name(std::string_view text) {
  return !text.empty() && detail::word_length(text, 0) == text.size();
}

bool is_reserved_word(std::string_view text) {
  return text == "and" || text == "or" || text == "not" || text == "if" || text == "pi" ||
         text == "time";
}

}  // namespace holon
