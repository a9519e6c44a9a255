// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/linear_formulas.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "holon/base/errors.h"
#include "holon/expr/closed_form.h"
#include "holon/expr/rational_form.h"
#include "holon/expr/traverse.h"
#include "holon/expr/trig_print.h"
#include "holon/system/tangent.h"

namespace holon::app {
namespace {

using Rows = LinearFormulas::Rows;

constexpr std::size_t kLongest = 600;  // terms: some three pages

/// Where a matrix of numbers has its rows and columns in those of the whole system.
struct Choice {
  std::vector<int> states;           // tangent coordinates of x
  std::vector<std::size_t> outputs;  // rows of y
};

class FormulaWriter {
 public:
  FormulaWriter(const LoadedModel& named, const LinearModel& model, const OperatingPoint& point,
                const LinearRequest& request, Notation notation,
                const std::function<std::string(const std::string&)>& name)
      : named_(named),
        model_(model),
        point_(point),
        request_(request),
        notation_(notation),
        name_(name) {}

  LinearFormulas write() {
    const System& system = named_.system;
    if (system.constraints && !system.constraints->names.empty())
      throw ModelError("closed loops leave the matrices in numbers alone",
                       "without --format they are told in numbers");
    if (system.input_count() > 0)
      throw ModelError("delays leave the matrices in numbers alone",
                       "without --format they are told in numbers");
    std::vector<int> columns;
    for (const std::string& input : request_.inputs) columns.push_back(place_of(input));
    const int n = tangent_count(system);
    std::vector<int> states;
    for (const LinearVariable& x : model_.x)
      for (int j = 0; j < n; ++j)
        if (tangent_name(system, j) == x.name) states.push_back(j);
    std::vector<int> all = states;
    for (std::size_t k = 0; k < columns.size(); ++k) all.push_back(n + static_cast<int>(k));
    LinearFormulas result;
    split(write_matrix(make_state_jacobian(system, columns), states, all, 1), states.size(),
          result.A, result.B);
    const FunctionRef h = system.select_outputs(request_.outputs);
    std::vector<int> rows;
    for (int i = 0; i < h->output_count(); ++i) rows.push_back(i);
    split(write_matrix(make_tangent_jacobian(system, *h, columns), rows, all, request_.feedback),
          states.size(), result.C, result.D);
    if (terms_ > kLongest)
      throw ModelError(
          "the formulas have " + std::to_string(terms_) + " terms, too many to be read",
          "without --format they are told in numbers");
    for (const SystemParameter& p : system.parameters)
      if (used_.contains(p.name)) result.symbols.emplace_back(p.name, p.value);
    for (int i = 0; i < system.state_count(); ++i)
      if (used_.contains(system.state_name(i)))
        result.symbols.emplace_back(system.state_name(i), point_.x()[i]);
    return result;
  }

 private:
  int place_of(const std::string& parameter) const {
    const auto& list = named_.system.parameters;
    const auto at = std::find_if(list.begin(), list.end(),
                                 [&](const SystemParameter& p) { return p.name == parameter; });
    return 1 + named_.system.state_count() + named_.system.input_count() +
           static_cast<int>(at - list.begin());
  }

  static void split(const Rows& both, std::size_t at, Rows& left, Rows& right) {
    for (const auto& row : both) {
      const auto middle = row.begin() + static_cast<std::ptrdiff_t>(at);
      left.emplace_back(row.begin(), middle);
      right.emplace_back(middle, row.end());
    }
  }

  /// What stands for numbers at the point: time, zeros of the state, what is held.
  std::vector<Expr> at_point(const Function& f) const {
    std::vector<Expr> arguments = f.input_scalars();
    const auto nx = static_cast<std::size_t>(named_.system.state_count());
    arguments[0] = point_.time;
    for (std::size_t i = 1; i <= nx; ++i)
      if (std::abs(point_.in[i]) < 1e-12) arguments[i] = 0.0;
    // Discrete states and modes stand last, here and there.
    const std::size_t held =
        static_cast<std::size_t>(named_.system.discrete_count() + named_.system.mode_count());
    for (std::size_t k = 1; k <= held; ++k)
      arguments[arguments.size() - k] = point_.in[point_.in.size() - k];
    return f.substitute(arguments);
  }

  Rows write_matrix(const FunctionJacobian& jacobian, const std::vector<int>& rows,
                    const std::vector<int>& columns, double factor) {
    const Function& f = *jacobian.function;
    const std::vector<Expr> entries = expand_solves(detail::flatten_calls(at_point(f)));
    TrigSums sums(*f.graph());
    RationalForms forms(sums);
    TrigPrinter printer(sums, {notation_, [&](Expr e) { return name_of(e); },
                               [&](Expr e) { return is_parameter(e); }});
    std::map<std::pair<int, int>, Expr> at;
    const Sparsity& pattern = jacobian.pattern;
    for (int j = 0; j < pattern.columns; ++j)
      for (int e = pattern.start[static_cast<std::size_t>(j)];
           e < pattern.start[static_cast<std::size_t>(j) + 1]; ++e)
        at[{pattern.row[static_cast<std::size_t>(e)], j}] = entries[static_cast<std::size_t>(e)];
    Rows result;
    for (const int i : rows) {
      std::vector<std::string>& row = result.emplace_back();
      for (const int j : columns) {
        const auto found = at.find({i, j});
        if (found == at.end()) {
          row.emplace_back(printer.sum({}));
          continue;
        }
        const RationalForms::Quotient entry = forms.of(factor * found->second);
        terms_ += entry.term_count();
        row.push_back(print(entry, printer, notation_));
      }
    }
    return result;
  }

  std::string name_of(Expr e) {
    if (e.op() != Op::symbol) return {};
    const std::string name(e.symbol_name());
    used_[name] = true;
    return name_(name);
  }
  bool is_parameter(Expr e) const {
    const auto& list = named_.system.parameters;
    return e.op() == Op::symbol && std::any_of(list.begin(), list.end(), [&](const auto& p) {
             return p.name == e.symbol_name();
           });
  }

  const LoadedModel& named_;
  const LinearModel& model_;
  const OperatingPoint& point_;
  const LinearRequest& request_;
  const Notation notation_;
  const std::function<std::string(const std::string&)>& name_;
  std::map<std::string, bool> used_;
  std::size_t terms_ = 0;
};

std::string column_of(const std::vector<LinearVariable>& list, Notation notation, bool dots) {
  std::string text;
  for (const LinearVariable& v : list) {
    const std::string name = print_name(v.name, notation);
    if (notation == Notation::latex)
      text += (text.empty() ? "" : " \\\\ ") + (dots ? "\\dot{" + name + "}" : name);
    else
      text += "<mtr><mtd>" +
              (dots ? "<mover accent=\"true\"><mrow>" + name + "</mrow><mo>˙</mo></mover>" : name) +
              "</mtd></mtr>";
  }
  return text;
}

std::string matrix_of(const Rows& rows, Notation notation) {
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (const std::string& entry : row)
      line += notation == Notation::latex ? (line.empty() ? "" : " & ") + entry
                                          : "<mtd>" + entry + "</mtd>";
    text += notation == Notation::latex ? (text.empty() ? "" : " \\\\ ") + line
                                        : "<mtr>" + line + "</mtr>";
  }
  return text;
}

}  // namespace

LinearFormulas write_linear_formulas(const LoadedModel& named, const LinearModel& model,
                                     const OperatingPoint& point, const LinearRequest& request,
                                     Notation notation,
                                     const std::function<std::string(const std::string&)>& name) {
  return FormulaWriter(named, model, point, request, notation, name).write();
}

std::string render_formulas(const LinearFormulas& formulas, const LinearModel& model,
                            Notation notation) {
  const bool is_latex = notation == Notation::latex;
  const auto wrap = [&](const std::string& inside) {
    return is_latex ? "\\begin{bmatrix} " + inside + " \\end{bmatrix}"
                    : "<mrow><mo>[</mo><mtable>" + inside + "</mtable><mo>]</mo></mrow>";
  };
  const auto equation = [&](const std::vector<LinearVariable>& left, bool dots, const Rows& by_x,
                            const Rows& by_u) {
    std::string text = wrap(column_of(left, notation, dots)) + (is_latex ? " &= " : "<mo>=</mo>");
    bool is_first = true;
    for (const auto& [rows, list] : {std::pair{&by_x, &model.x}, std::pair{&by_u, &model.u}}) {
      if (list->empty()) continue;
      if (!is_first) text += is_latex ? " + " : "<mo>+</mo>";
      text += wrap(matrix_of(*rows, notation)) + wrap(column_of(*list, notation, false));
      is_first = false;
    }
    return text;
  };
  std::vector<std::string> lines;
  if (!model.x.empty()) lines.push_back(equation(model.x, true, formulas.A, formulas.B));
  if (!model.y.empty()) lines.push_back(equation(model.y, false, formulas.C, formulas.D));
  std::string text;
  if (is_latex) {
    for (const std::string& line : lines) text += (text.empty() ? "  " : " \\\\\n  ") + line;
    return "\\begin{align*}\n" + text + "\n\\end{align*}\n";
  }
  for (const std::string& line : lines)
    text += "<math display=\"block\" xmlns=\"http://www.w3.org/1998/Math/MathML\">" + line +
            "</math>\n";
  return text;
}

std::string matlab_name(const std::string& name) {
  std::string text;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  while (text.size() > 1 && text.back() == '_') text.pop_back();
  return text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0 ? "p_" + text
                                                                                : text;
}

std::string write_formula_script(const std::string& title, const LinearFormulas& formulas,
                                 const LinearModel& model) {
  std::string text = "% " + title + ": x' = A x + B u, y = C x + D u, in SI units and radians.\n";
  const auto list = [&](const char* letter, const std::vector<LinearVariable>& variables) {
    for (std::size_t k = 0; k < variables.size(); ++k)
      text += std::string("%   ") + letter + "(" + std::to_string(k + 1) + ")  " +
              variables[k].name + "\n";
  };
  list("x", model.x), list("u", model.u), list("y", model.y);
  text += "\n";
  for (const auto& [name, value] : formulas.symbols)
    text += matlab_name(name) + " = " + print_number(value) + ";" +
            (matlab_name(name) == name ? "" : "  % " + name) + "\n";
  const auto matrix = [&](const char* letter, const Rows& rows, std::size_t columns) {
    text += std::string(letter) + " = ";
    if (rows.empty() || columns == 0) {
      text += "zeros(" + std::to_string(rows.size()) + ", " + std::to_string(columns) + ");\n";
      return;
    }
    text += "[";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0) text += ";\n     ";
      for (std::size_t j = 0; j < columns; ++j) {
        // A blank would begin another column.
        std::string entry = rows[i][j];
        std::erase(entry, ' ');
        text += (j > 0 ? ", " : "") + entry;
      }
    }
    text += "];\n";
  };
  matrix("A", formulas.A, model.x.size());
  matrix("B", formulas.B, model.u.size());
  matrix("C", formulas.C, model.x.size());
  matrix("D", formulas.D, model.u.size());
  return text;
}

}  // namespace holon::app
