// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/mechanics_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "holon/base/characters.h"
#include "holon/base/escape.h"
#include "holon/equations/equation_layout.h"
#include "holon/equations/equation_symbols.h"
#include "holon/equations/mathml_rows.h"
#include "holon/expr/print/trig_print.h"

namespace holon {
namespace {

/// Terms of a derivative that is not written out.
constexpr std::size_t kLongSlope = 6;

class MechanicsWriter {
 public:
  MechanicsWriter(EquationsOfMotion& equations, const System& system, const std::string& of,
                  Notation notation)
      : equations_(equations),
        system_(system),
        of_(of),
        notation_(notation),
        symbols_(equations, system),
        printer_(*equations.algebra, {notation, [this](Expr e) { return name_of(e); },
                                      [this](Expr e) { return is_parameter(e); }}) {
    find_abbreviations();
    find_named_conditions();
  }

  std::string run() {
    const EquationLines lines = write_lines();
    return lines.empty() ? std::string()
                         : lay_out_equations(system_.title, legend(), lines, notation_);
  }

  MotionSheet make_sheet() {
    const std::vector<std::string> all = write_lines().list(Notation::mathml);
    is_sheet_ = true;
    return {write_math_paragraphs(all), legend()};
  }

 private:
  EquationLines write_lines() {
    const std::string zero = notation_ == Notation::mathml ? "<mn>0</mn>" : "0";
    EquationLines lines;
    for (std::size_t i = 0; i < equations_.rows.size(); ++i) {
      if (belongs_to(equations_.rows[i].rate, of_)) lines.equations.push_back(write_row(i));
    }
    for (const auto& k : equations_.kinematics) {
      if (belongs_to(k.name, of_)) {
        lines.equations.push_back(symbols_.write(k.q, notation_, 1) + equals() +
                                  printer_.sum(k.rate));
      }
    }
    for (std::size_t k = 0; k < equations_.constraints.size(); ++k) {
      const auto& c = equations_.constraints[k];
      if (of_.empty() || c.name.starts_with(of_ + ":") || c.name == of_ ||
          belongs_to(c.name, of_)) {
        const std::string name = has_name_[k] ? condition(k) + equals() : "";
        lines.conditions.push_back(name + printer_.sum(c.equation) + equals() + zero + at_times(c));
      }
    }
    std::vector<Expr> needed = std::exchange(met_, {});
    if (!of_.empty()) {
      for (const auto& d : equations_.definitions) {
        if (belongs_to(d.output, of_)) needed.push_back(d.symbol);
      }
    }
    for (const Expr& e : needed) define(e, lines.definitions);
    return lines;
  }

  /// Writes what a symbol or abbreviation stands for behind what that needs.
  void define(Expr e, std::vector<std::string>& lines) {
    if (!defined_.insert(e.id()).second) return;
    used_.insert(e.id());
    std::string left, right;
    if (const auto it = abbreviations_.find(e.id()); it != abbreviations_.end()) {
      left = it->second;
      const std::string name = std::exchange(it->second, "");  // itself in full
      right = print(e, notation_, [this](Expr inner) { return name_of(inner); });
      it->second = name;
    } else {
      const auto d = std::find_if(equations_.definitions.begin(), equations_.definitions.end(),
                                  [&](const auto& one) { return one.symbol == e; });
      if (d == equations_.definitions.end()) return;
      left = symbols_.write(e, notation_);
      right = write_definition(*d);
    }
    for (const Expr& inner : std::exchange(met_, {})) define(inner, lines);
    if (!right.empty()) lines.push_back(left + equals() + right);
  }

  std::string write_definition(const EquationsOfMotion::Definition& d) {
    using Form = EquationsOfMotion::Definition::Form;
    switch (d.form) {
      case Form::named: return {};
      case Form::law: return print(d.law, notation_, [this](Expr e) { return name_of(e); });
      case Form::sum:
        if (d.divisor) return write_quotient(d.sum, name_of(*d.divisor));
        return printer_.sum(d.sum);
      case Form::root: break;
    }
    const std::string sum = printer_.sum(d.sum);
    if (notation_ == Notation::latex) return "\\sqrt{" + sum + "}";
    if (notation_ == Notation::mathml) return "<msqrt>" + sum + "</msqrt>";
    return "sqrt(" + sum + ")";
  }

  std::string write_quotient(const TrigSum& sum, const std::string& divisor) {
    const std::string text = printer_.sum(sum);
    if (sum.is_zero()) return text;
    if (notation_ == Notation::latex) return "\\frac{" + text + "}{" + divisor + "}";
    if (notation_ == Notation::mathml) {
      return "<mfrac><mrow>" + text + "</mrow><mrow>" + divisor + "</mrow></mfrac>";
    }
    return "(" + text + ")/" + divisor;
  }

  /// Names for what stands more than once within roots, branches and other functions.
  void find_abbreviations() {
    std::vector<Expr> factors;
    Graph& graph = equations_.algebra->graph();
    const auto add = [&](const TrigSum& s) {
      for (const auto& [key, factor] : s.terms) {
        for (const auto& [node, n] : key.powers) factors.push_back(graph.expr(node));
        for (const auto& [node, n] : key.angle) factors.push_back(graph.expr(node));
      }
    };
    for (const auto& row : equations_.rows) {
      for (const TrigSum& s : row.mass) add(s);
      for (const TrigSum& s : row.constraint) add(s);
      for (const TrigSum& s : row.action) add(s);
      for (const TrigSum* s : {&row.bias, &row.weight, &row.force}) add(*s);
    }
    for (const auto& c : equations_.constraints) add(c.equation);
    for (const auto& d : equations_.definitions) {
      add(d.sum);
      factors.push_back(d.law);
    }
    std::size_t count = 0;
    for (const Expr& e : find_repeated(factors)) {
      abbreviations_[e.id()] = write_symbol(symbols_.abbreviation(count++), 0, notation_);
    }
  }

  /// Conditions with long derivatives have names, so that these need not be written out.
  void find_named_conditions() {
    for (std::size_t k = 0; k < equations_.constraints.size(); ++k) {
      has_name_.push_back(std::any_of(
          equations_.rows.begin(), equations_.rows.end(),
          [k](const auto& row) { return row.q && row.constraint[k].terms.size() > kLongSlope; }));
    }
  }

  std::string condition(std::size_t k) const {
    return write_symbol(symbols_.condition(k), 0, notation_);
  }

  /// What the k-th multiplier does along a coordinate: ∂C/∂q λ, or with the derivative in full; of
  /// a condition on speeds along the rate.
  std::string write_constraint(const EquationsOfMotion::Row& row, std::size_t k, bool& minus) {
    const TrigSum& slope = row.constraint[k];
    if (!has_name_[k] || !row.q || slope.terms.size() < 3) {
      return printer_.product(slope, multiplier(k), minus);
    }
    const Expr along = equations_.constraints[k].of_speeds ? row.v : *row.q;
    used_.insert(along.id());
    const std::string c = condition(k), q = symbols_.write(along, notation_);
    if (notation_ == Notation::latex) {
      return "\\frac{\\partial " + c + "}{\\partial " + q + "} \\, " + multiplier(k);
    }
    if (notation_ == Notation::mathml) {
      return "<mfrac><mrow><mi>∂</mi>" + c + "</mrow><mrow><mi>∂</mi>" + q +
             "</mrow></mfrac><mo>&#x2062;</mo>" + multiplier(k);
    }
    return "∂" + c + "/∂" + q + "*" + multiplier(k);
  }

  std::string at_times(const EquationsOfMotion::Constraint& c) const {
    if (!c.at_times) return {};
    const std::string text = "while it holds: " + c.name;
    if (notation_ == Notation::mathml)
      return "<mspace width=\"2em\"/><mtext>" + xml_text(text) + "</mtext>";
    return notation_ == Notation::latex ? "\\quad\\text{" + latex_text(text) + "}" : "   " + text;
  }

  std::string equals() const { return notation_ == Notation::mathml ? "<mo>=</mo>" : " = "; }

  bool is_parameter(Expr e) const {
    return e.op() == Op::symbol && !symbols_.contains(e) && e.symbol_name() != "time";
  }

  std::string name_of(Expr e) {
    if (e.op() != Op::symbol) {
      const auto it = abbreviations_.find(e.id());
      if (it == abbreviations_.end() || it->second.empty()) return {};
      met_.push_back(e);
      return it->second;
    }
    used_.insert(e.id());
    if (symbols_.contains(e)) {
      met_.push_back(e);
      return symbols_.write(e, notation_);
    }
    const std::string name(e.symbol_name());
    if (is_parameter(e)) parameters_.insert(name);
    return print_name(name == "time" ? "t" : name, notation_);
  }

  void put(std::string& text, const std::string& term, bool minus) const {
    const std::string sign = minus ? "-" : "+";
    if (notation_ == Notation::mathml) {
      if (!text.empty() || minus) text += "<mo>" + sign + "</mo>";
    } else if (text.empty()) {
      text += minus ? "-" : "";
    } else {
      text += " " + sign + " ";
    }
    text += term;
  }

  /// A sum that comes after something.
  void put_sum(std::string& text, const TrigSum& s) {
    if (s.is_zero()) return;
    std::string sum = printer_.sum(s);
    const std::string minus = notation_ == Notation::mathml ? "<mo>-</mo>" : "-";
    const bool is_negative = sum.starts_with(minus);
    if (is_negative) sum.erase(0, minus.size());
    put(text, sum, is_negative);
  }

  std::string write_row(std::size_t i) {
    const EquationsOfMotion::Row& row = equations_.rows[i];
    std::string text;
    for (std::size_t j = 0; j < row.mass.size(); ++j) {
      if (row.mass[j].is_zero()) continue;
      const Expr v = equations_.rows[j].v;
      used_.insert(v.id());
      const std::string acceleration = symbols_.write(v, notation_, 1);
      bool minus = false;
      const std::string term = printer_.product(row.mass[j], acceleration, minus);
      put(text, term, minus);
    }
    put_sum(text, row.bias);
    put_sum(text, row.weight);
    for (std::size_t k = 0; k < row.constraint.size(); ++k) {
      if (row.constraint[k].is_zero()) continue;
      bool minus = false;
      const std::string term = write_constraint(row, k, minus);
      put(text, term, minus);
    }
    std::string right;
    put_sum(right, row.force);
    for (std::size_t k = 0; k < row.action.size(); ++k) {
      if (row.action[k].is_zero()) continue;
      bool minus = false;
      const std::string term = printer_.product(row.action[k], effort(k), minus);
      put(right, term, minus);
    }
    if (right.empty()) right = printer_.sum({});
    return text + equals() + right;
  }

  /// F, or F/L of what pulls along a line.
  std::string effort(std::size_t k) {
    const EquationsOfMotion::Action& action = equations_.actions[k];
    const std::string force = name_of(action.effort);
    if (!action.length) return force;
    const std::string length = name_of(*action.length);
    if (notation_ == Notation::latex) return "\\frac{" + force + "}{" + length + "}";
    if (notation_ == Notation::mathml) return "<mfrac>" + force + length + "</mfrac>";
    return force + "/" + length;
  }

  std::string multiplier(std::size_t k) const {
    EquationSymbol s{"lambda", ""};
    if (equations_.constraints.size() > 1) s.index = std::to_string(k + 1);
    return write_symbol(s, 0, notation_);
  }

  /// Symbols of the legend: plain, where it stands in a comment.
  std::string legend_symbol(Expr e) const { return legend_symbol(symbols_.of(e)); }
  std::string legend_symbol(const EquationSymbol& s) const {
    return write_symbol(s, 0, is_sheet_ ? Notation::mathml : Notation::text);
  }
  std::string legend_name(const std::string& name) const {
    return is_sheet_ ? print_name(name, Notation::mathml) : name;
  }

  std::vector<std::pair<std::string, std::string>> legend() const {
    std::vector<std::pair<std::string, std::string>> list;
    for (const auto& row : equations_.rows) {
      const Expr shown = row.q ? *row.q : row.v;
      if (!used_.contains(row.v.id()) && !used_.contains(shown.id())) continue;
      const std::string unit = !row.unit.empty() ? row.unit
                               : !row.q          ? "rad/s"
                               : row.turns       ? "rad"
                                                 : "m";
      list.emplace_back(legend_symbol(shown),
                        (row.q ? row.coordinate : row.rate) + " [" + unit + "]");
    }
    for (const auto& k : equations_.kinematics) {
      if (used_.contains(k.q.id())) list.emplace_back(legend_symbol(k.q), k.name);
    }
    for (std::size_t k = 0; k < equations_.constraints.size(); ++k) {
      const auto& c = equations_.constraints[k];
      EquationSymbol s{"lambda", ""};
      if (equations_.constraints.size() > 1) s.index = std::to_string(k + 1);
      list.emplace_back(legend_symbol(s),
                        (c.multiplier.empty() ? "holds " + c.name : c.multiplier + " [N]") +
                            (c.at_times ? ", 0 while it does not" : ""));
    }
    for (const auto& d : equations_.definitions) {
      if (!used_.contains(d.symbol.id())) continue;
      if (symbols_.dots(d.symbol) > 0) continue;  // explained by the symbol without a dot
      list.emplace_back(legend_symbol(d.symbol),
                        d.output + " [" + d.unit + "]" + (d.remark.empty() ? "" : ", " + d.remark));
    }
    for (const SystemParameter& p : system_.parameters) {
      if (!parameters_.contains(p.name)) continue;
      const std::string unit = p.dimension.to_string();
      list.emplace_back(legend_name(p.name), print_tidy(p.value) + (unit == "1" ? "" : " " + unit));
    }
    if (parameters_.contains("g") && !equations_.g.is_constant()) {
      list.emplace_back(legend_name("g"), print_tidy(equations_.g_value) + " m/s^2");
    }
    return list;
  }

  EquationsOfMotion& equations_;
  const System& system_;
  const std::string& of_;
  Notation notation_;
  bool is_sheet_ = false;
  EquationSymbols symbols_;
  std::unordered_map<std::uint32_t, std::string> abbreviations_;  ///< by node
  std::vector<bool> has_name_;                                    ///< by condition
  std::vector<Expr> met_;  ///< symbols and abbreviations, since somebody looked
  std::set<std::uint32_t> defined_;
  std::set<std::uint32_t> used_;
  std::set<std::string> parameters_;
  TrigPrinter printer_;
};

}  // namespace

bool belongs_to(const std::string& name, const std::string& part) {
  return part.empty() || name == part ||
         (name.size() > part.size() && name.starts_with(part) &&
          (name[part.size()] == '.' || name[part.size()] == '['));
}

std::string write_equations_of_motion(EquationsOfMotion& equations, const System& system,
                                      const std::string& of, Notation notation) {
  return MechanicsWriter(equations, system, of, notation).run();
}

MotionSheet write_motion_sheet(EquationsOfMotion& equations, const System& system) {
  return MechanicsWriter(equations, system, "", Notation::mathml).make_sheet();
}

}  // namespace holon
