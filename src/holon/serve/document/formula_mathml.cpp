// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/serve/document/formula_mathml.h"

#include <fmt/format.h>

#include <map>

#include "holon/base/escape.h"

namespace holon::serve {
namespace {

using FormulaOp = Formula::Op;

/// Names of Greek letters, alone or before digits.
const char* greek_letter(std::string_view name) {
  static const std::map<std::string_view, const char*> letters{
      {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
      {"zeta", "ζ"},  {"eta", "η"},    {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
      {"mu", "μ"},    {"nu", "ν"},     {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},
      {"sigma", "σ"}, {"tau", "τ"},    {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},
      {"omega", "ω"}, {"Delta", "Δ"},  {"Omega", "Ω"}, {"Phi", "Φ"},   {"Gamma", "Γ"},
      {"Theta", "Θ"}, {"Lambda", "Λ"}, {"Sigma", "Σ"}, {"Psi", "Ψ"},   {"time", "t"}};
  const auto found = letters.find(name);
  return found == letters.end() ? nullptr : found->second;
}

std::string identifier(std::string_view name) {
  const char* letter = greek_letter(name);
  // Several letters are upright: MathML has italics for single ones alone.
  return "<mi>" + (letter ? std::string(letter) : xml_text(name)) + "</mi>";
}

/// "pin.angle": angle with the index pin, as the quantity comes first.
std::string dotted_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return identifier(name);
  const std::string index = "<mtext>" + xml_text(name.substr(0, dot)) + "</mtext>";
  return "<msub>" + identifier(name.substr(dot + 1)) + index + "</msub>";
}

class FormulaWriter {
 public:
  explicit FormulaWriter(const Formula& formula) : formula_(formula) {}

  std::string write() { return in(formula_.root(), 0); }

 private:
  using Node = Formula::Node;

  /// How tightly an operation binds: operands that bind less are put in brackets.
  static int rank(FormulaOp op) {
    switch (op) {
      case FormulaOp::logical_or: return 1;
      case FormulaOp::logical_and: return 2;
      case FormulaOp::logical_not: return 3;
      case FormulaOp::less:
      case FormulaOp::less_equal:
      case FormulaOp::greater:
      case FormulaOp::greater_equal:
      case FormulaOp::equal:
      case FormulaOp::not_equal: return 4;
      case FormulaOp::add:
      case FormulaOp::subtract: return 5;
      case FormulaOp::negate: return 6;
      case FormulaOp::multiply: return 7;
      case FormulaOp::divide: return 9;  // a fraction needs no brackets
      default: return 9;
    }
  }

  const Node& child(const Node& node, std::size_t k) const {
    return formula_.node(formula_.children(node)[k]);
  }

  std::string in(const Node& node, int least) {
    std::string text = bare(node);
    if (rank(node.op) >= least) return text;
    return "<mrow><mo>(</mo>" + text + "<mo>)</mo></mrow>";
  }

  std::string infix(const Node& node, const char* sign, int left, int right) {
    return "<mrow>" + in(child(node, 0), left) + "<mo>" + sign + "</mo>" +
           in(child(node, 1), right) + "</mrow>";
  }

  std::string number(const Node& node) {
    std::string text = "<mn>" + fmt::format("{}", node.value) + "</mn>";
    const Unit* unit = formula_.unit(node);
    if (!unit || unit->text.empty()) return text;
    return "<mrow>" + text + "<mspace width=\"0.2em\"/><mi mathvariant=\"normal\">" +
           xml_text(unit->text) + "</mi></mrow>";
  }

  std::string list(const Node& node) {
    std::string rows;
    for (std::size_t k = 0; k < formula_.children(node).size(); ++k)
      rows += "<mtr><mtd>" + in(child(node, k), 0) + "</mtd></mtr>";
    return "<mrow><mo>[</mo><mtable>" + rows + "</mtable><mo>]</mo></mrow>";
  }

  std::string call(const Node& node) {
    const std::size_t count = formula_.children(node).size();
    if (node.text == "sqrt" && count == 1) return "<msqrt>" + in(child(node, 0), 0) + "</msqrt>";
    if (node.text == "abs" && count == 1)
      return "<mrow><mo>|</mo>" + in(child(node, 0), 0) + "<mo>|</mo></mrow>";
    if (node.text == "der" && count == 1)
      return "<mfrac><mi mathvariant=\"normal\">d</mi><mrow><mi mathvariant=\"normal\">d</mi>"
             "<mi>t</mi></mrow></mfrac>" +
             in(child(node, 0), 8);
    if (node.text == "exp" && count == 1)
      return "<msup><mi mathvariant=\"normal\">e</mi>" + in(child(node, 0), 0) + "</msup>";
    std::string arguments;
    for (std::size_t k = 0; k < count; ++k)
      arguments += (k > 0 ? "<mo>,</mo>" : "") + in(child(node, k), 0);
    return "<mrow><mi>" + xml_text(node.text) + "</mi><mo>(</mo>" + arguments + "<mo>)</mo></mrow>";
  }

  std::string name(const Node& node) {
    std::string text = node.text;
    // link[].tip with an index formula for each bracket.
    if (formula_.children(node).empty()) return dotted_name(text);
    return "<mtext>" + xml_text(formula_.text().substr(node.offset, node.length)) + "</mtext>";
  }

  std::string bare(const Node& node) {
    switch (node.op) {
      case FormulaOp::error: return "<mtext>?</mtext>";
      case FormulaOp::number: return number(node);
      case FormulaOp::name: return name(node);
      case FormulaOp::list: return list(node);
      case FormulaOp::negate: return "<mrow><mo>−</mo>" + in(child(node, 0), 7) + "</mrow>";
      case FormulaOp::logical_not: return "<mrow><mo>¬</mo>" + in(child(node, 0), 5) + "</mrow>";
      case FormulaOp::add: return infix(node, "+", 5, 5);
      case FormulaOp::subtract: return infix(node, "−", 5, 6);
      case FormulaOp::multiply: return infix(node, "·", 7, 7);
      case FormulaOp::divide:
        return "<mfrac>" + in(child(node, 0), 0) + in(child(node, 1), 0) + "</mfrac>";
      case FormulaOp::power: {
        const Node& base = child(node, 0);
        const bool is_simple = base.op == FormulaOp::number || base.op == FormulaOp::name;
        return "<msup>" + in(base, is_simple ? 0 : 10) + in(child(node, 1), 0) + "</msup>";
      }
      case FormulaOp::less: return infix(node, "&lt;", 5, 5);
      case FormulaOp::less_equal: return infix(node, "≤", 5, 5);
      case FormulaOp::greater: return infix(node, "&gt;", 5, 5);
      case FormulaOp::greater_equal: return infix(node, "≥", 5, 5);
      case FormulaOp::equal: return infix(node, "=", 5, 5);
      case FormulaOp::not_equal: return infix(node, "≠", 5, 5);
      case FormulaOp::logical_and: return infix(node, "∧", 2, 3);
      case FormulaOp::logical_or: return infix(node, "∨", 1, 2);
      case FormulaOp::call: return call(node);
      case FormulaOp::component:
        return "<msub>" + in(child(node, 0), 10) + identifier(node.text) + "</msub>";
      case FormulaOp::index:
        return "<msub>" + in(child(node, 0), 10) + in(child(node, 1), 0) + "</msub>";
    }
    return "";
  }

  const Formula& formula_;
};

}  // namespace

std::string write_formula_mathml(const Formula& formula) {
  if (formula.empty() || formula.has_errors()) return {};
  return "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">" + FormulaWriter(formula).write() +
         "</math>";
}

}  // namespace holon::serve
