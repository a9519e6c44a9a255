// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices of formulas as LaTeX, as MathML, and as a script for MATLAB and Octave.
#include <map>

#include "holon/base/escape.h"
#include "holon/base/text_layout.h"

#include "holon/equations/linear_formulas.h"

namespace holon {
namespace {

using Rows = LinearFormulas::Rows;
using Names = std::vector<std::string>;

Names names_of(const std::vector<LinearVariable>& list) {
  Names names;
  for (const LinearVariable& v : list) names.push_back(v.name);
  return names;
}

class Renderer {
 public:
  explicit Renderer(Notation notation, bool is_sampled = false)
      : is_latex_(notation == Notation::latex), mark_(is_sampled ? "<mo>⁺</mo>" : "<mo>′</mo>") {}

  struct Term {
    const Rows& matrix;
    const Names& names;
    bool dots = false;
  };

  /// left = Σ matrix · names; nothing where there is no left side.
  void add_equation(const Names& left, bool dots, const std::vector<Term>& terms) {
    if (left.empty()) return;
    std::string text = wrap(column_of(left, dots)) + (is_latex_ ? " &= " : "<mo>=</mo>");
    bool is_first = true;
    for (const Term& term : terms) {
      if (term.names.empty()) continue;
      if (!is_first) text += is_latex_ ? " + " : "<mo>+</mo>";
      text += wrap(matrix_of(term.matrix)) + wrap(column_of(term.names, term.dots));
      is_first = false;
    }
    if (is_first) text += is_latex_ ? "0" : "<mn>0</mn>";
    lines_.push_back(text);
  }

  /// An environment, or a display of each equation; begins with a remark where there is one.
  std::string end(const std::string& remark) {
    if (lines_.empty()) return {};
    std::string text, body;
    if (!remark.empty())
      text = (is_latex_ ? "% " + latex_comment(remark) : "<!-- " + xml_comment(remark) + " -->") +
             "\n";
    for (const std::string& line : lines_) {
      if (is_latex_)
        body += (body.empty() ? "  " : " \\\\\n  ") + line;
      else
        body += "<math display=\"block\" xmlns=\"http://www.w3.org/1998/Math/MathML\">" + line +
                "</math>\n";
    }
    lines_.clear();
    return text + (is_latex_ ? "\\begin{align*}\n" + body + "\n\\end{align*}\n" : body);
  }

 private:
  std::string wrap(const std::string& inside) const {
    return is_latex_ ? "\\begin{bmatrix} " + inside + " \\end{bmatrix}"
                     : "<mrow class=\"matrix\"><mo>[</mo><mtable>" + inside +
                           "</mtable><mo>]</mo></mrow>";
  }

  std::string column_of(const Names& list, bool dots) const {
    std::string text;
    for (const std::string& v : list) {
      const std::string name = print_name(v, is_latex_ ? Notation::latex : Notation::mathml);
      if (is_latex_)
        text += (text.empty() ? "" : " \\\\ ") + (dots ? "\\dot{" + name + "}" : name);
      else
        // A dot would not be seen over a long name. Of a sampled model: at the next instant.
        text += "<mtr><mtd><mrow>" + name + (dots ? mark_ : "") + "</mrow></mtd></mtr>";
    }
    return text;
  }

  std::string matrix_of(const Rows& rows) const {
    std::string text;
    for (const auto& row : rows) {
      std::string line;
      for (const std::string& entry : row)
        line += is_latex_ ? (line.empty() ? "" : " & ") + entry : "<mtd>" + entry + "</mtd>";
      text += is_latex_ ? (text.empty() ? "" : " \\\\ ") + line : "<mtr>" + line + "</mtr>";
    }
    return text;
  }

  const bool is_latex_;
  const std::string mark_;
  std::vector<std::string> lines_;
};

/// Not a matrix of zeros, which is left out.
bool says_something(const Rows& rows) {
  for (const auto& row : rows)
    for (const std::string& entry : row)
      if (entry != "0" && entry != "<mn>0</mn>") return true;
  return false;
}

std::string script_matrix(const std::string& name, const Rows& rows, std::size_t columns) {
  std::string text = name + " = ";
  if (rows.empty() || columns == 0)
    return text + "zeros(" + std::to_string(rows.size()) + ", " + std::to_string(columns) + ");\n";
  const std::string indent(text.size() + 1, ' ');
  text += "[";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) text += ";\n" + indent;
    for (std::size_t j = 0; j < columns; ++j) {
      // A blank would begin another column.
      std::string entry = rows[i][j];
      std::erase(entry, ' ');
      text += (j > 0 ? ", " : "") + entry;
    }
  }
  return text + "];\n";
}

}  // namespace

std::string render_formulas(const LinearFormulas* formulas, const UnreducedFormulas* unreduced,
                            const LinearModel& model, Notation notation) {
  const Names x = names_of(model.x), u = names_of(model.u), y = names_of(model.y);
  Renderer renderer(notation, model.period > 0);
  std::string text;
  if (formulas) {
    renderer.add_equation(x, true, {{formulas->A, x}, {formulas->B, u}});
    renderer.add_equation(y, false, {{formulas->C, x}, {formulas->D, u}});
    text = renderer.end("");
  }
  if (!unreduced) return text;
  std::vector<Renderer::Term> rates{{unreduced->A, x}, {unreduced->B, u}},
      stored{{unreduced->F, x}};
  rates.push_back({unreduced->E, unreduced->stored, true});
  if (says_something(unreduced->G)) stored.push_back({unreduced->G, u});
  renderer.add_equation(x, true, rates);
  renderer.add_equation(unreduced->stored, false, stored);
  return text + renderer.end("before storage in derivative causality is reduced");
}

std::string write_formula_script(const std::string& title, const LinearFormulas* formulas,
                                 const UnreducedFormulas* unreduced, const LinearModel& model,
                                 const std::vector<std::pair<std::string, double>>& symbols,
                                 const std::map<std::string, std::string>& written_names) {
  std::string text =
      "% " + matlab_comment(title) + ": x' = A x + B u, y = C x + D u, in SI units and radians.\n";
  const auto list = [&](const char* letter, const Names& names) {
    for (std::size_t k = 0; k < names.size(); ++k)
      text += std::string("%   ") + letter + "(" + std::to_string(k + 1) + ")  " +
              matlab_comment(names[k]) + "\n";
  };
  list("x", names_of(model.x)), list("u", names_of(model.u)), list("y", names_of(model.y));
  text += "\n";
  for (const auto& [name, value] : symbols) {
    const std::string& written = written_names.at(name);
    text += written + " = " + print_number(value) + ";" +
            (written == name ? "" : "  % " + matlab_comment(name)) + "\n";
  }
  const std::size_t nx = model.x.size(), nu = model.u.size();
  if (formulas)
    text += script_matrix("A", formulas->A, nx) + script_matrix("B", formulas->B, nu) +
            script_matrix("C", formulas->C, nx) + script_matrix("D", formulas->D, nu);
  if (!unreduced) return text;
  text += std::string("\n") + kUnreducedScript;
  list("xd", unreduced->stored);
  return text + script_matrix("A0", unreduced->A, nx) + script_matrix("B0", unreduced->B, nu) +
         script_matrix("E", unreduced->E, unreduced->stored.size()) +
         script_matrix("F", unreduced->F, nx) + script_matrix("G", unreduced->G, nu);
}

}  // namespace holon
