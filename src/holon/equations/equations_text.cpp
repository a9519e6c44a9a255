// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/equations_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "holon/base/escape.h"
#include "holon/base/names.h"
#include "holon/base/text_layout.h"
#include "holon/equations/mathml_rows.h"
#include "holon/equations/mechanics_text.h"
#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/formulations/formulation.h"

namespace holon {
namespace {

/// Left sides with their expressions, in one notation.
struct Equations {
  std::vector<std::string> left;
  std::vector<Expr> right;
};

std::string derivative_of(const std::string& name, Notation notation) {
  const std::string printed = print_name(name, notation);
  switch (notation) {
    case Notation::text: return "der(" + printed + ")";
    case Notation::latex: return "\\dot{" + printed + "}";
    case Notation::mathml:
      return "<mover accent=\"true\"><mrow>" + printed + "</mrow><mo>˙</mo></mover>";
  }
  return printed;
}

/// As they are before a run: the search for a root begins at the model's guess.
std::vector<Expr> drop_last_roots(const System& system, const Function& function) {
  const std::vector<Expr>& outputs = function.output_scalars();
  if (!system.roots) return outputs;
  std::vector<Expr> flags;
  for (const Variable& group : function.inputs()) {
    if (group.name != "d") continue;
    for (const int flag : system.roots->flags)
      flags.push_back(group.elements[static_cast<std::size_t>(flag)]);
  }
  return substitute(outputs, flags, std::vector<Expr>(flags.size(), 0.0));
}

// The rates of the part's states and, where a part was named, its main outputs.
Equations collect(const System& system, const std::string& part, Notation notation) {
  Equations equations;
  const std::vector<Expr> rates = drop_last_roots(system, *system.derivative);
  for (int i = 0; i < system.state_count(); ++i) {
    const std::string name = system.state_name(i);
    if (!belongs_to(name, part)) continue;
    equations.left.push_back(derivative_of(name, notation));
    equations.right.push_back(rates[static_cast<std::size_t>(i)]);
  }
  if (part.empty()) return equations;
  std::vector<std::string> names;
  for (const SystemOutput& output : system.list_main_outputs())
    if (belongs_to(output.name, part)) names.push_back(output.name);
  if (names.empty()) return equations;
  const std::vector<Expr> values = drop_last_roots(system, *system.select_outputs(names));
  std::size_t at = 0;
  for (const std::string& name : names) {
    const std::optional<SystemOutput> output = system.find_output(name);
    for (int i = 0; i < output->size(); ++i) {
      const Expr value = values[at++];
      const std::string component = component_name(output->name, output->components, i);
      if (value.op() == Op::symbol && value.symbol_name() == component) continue;  // a state
      equations.left.push_back(print_name(component, notation));
      equations.right.push_back(value);
    }
  }
  return equations;
}

std::vector<PrintedEquation> print_all(const Equations& equations, Notation notation) {
  const std::vector<Expr> flat = detail::flatten_calls(equations.right);
  std::vector<PrintedEquation> printed = print_equations(equations.left, flat, notation);
  const std::size_t definitions = printed.size() - equations.left.size();
  for (std::size_t i = 0; i < equations.left.size(); ++i)
    printed[definitions + i].left = equations.left[i];
  return printed;
}

std::vector<std::string> list_mathml(const std::vector<PrintedEquation>& printed) {
  std::vector<std::string> all;
  for (const PrintedEquation& e : printed) all.push_back(e.left + "<mo>=</mo>" + e.right);
  return all;
}

std::string render(const Equations& equations, Notation notation) {
  const std::vector<PrintedEquation> printed = print_all(equations, notation);
  const std::size_t definitions = printed.size() - equations.left.size();
  std::string text;
  if (notation == Notation::text) {
    int widest = 0;
    for (const PrintedEquation& e : printed) widest = std::max(widest, display_width(e.left));
    widest = std::min(widest, 32);
    for (std::size_t i = 0; i < printed.size(); ++i) {
      if (i == definitions && i > 0) text += '\n';
      text += pad(printed[i].left, widest) + " = " + printed[i].right + "\n";
    }
  } else if (notation == Notation::latex) {
    text += "\\begin{align*}\n";
    for (std::size_t i = 0; i < printed.size(); ++i)
      text += "  " + printed[i].left + " &= " + printed[i].right +
              (i + 1 < printed.size() ? " \\\\\n" : "\n");
    text += "\\end{align*}\n";
  } else {
    text += write_math_block(list_mathml(printed));
  }
  return text;
}

constexpr std::size_t kLongestEquations = 600;  // terms: some three pages

std::string too_long(const EquationsOfMotion& equations) {
  return fmt::format("the equations of motion have {} terms, too many to read",
                     equations.term_count());
}

}  // namespace

Notation notation_of(const std::string& format) {
  if (format == "latex") return Notation::latex;
  if (format == "mathml") return Notation::mathml;
  return Notation::text;
}

WrittenEquations write_equations(const LoadedModel& loaded, const std::string& of,
                                 Notation notation) {
  std::string why;
  try {
    const LoadedModel named = load_with_parameters(loaded);
    std::optional<EquationsOfMotion> equations = make_equations_of_motion(*named.assembly);
    if (equations && equations->term_count() > kLongestEquations) {
      why = too_long(*equations);
    } else if (equations) {
      const std::string text = write_equations_of_motion(*equations, named.system, of, notation);
      if (!text.empty()) return {text};
    }
  } catch (const ModelError& e) {
    why = std::string("the equations of motion cannot be written: ") + e.what();
  }
  if (!why.empty() && find_formulation(loaded.model.simulate.formulation).has_body_states()) {
    // Rates over quaternions would show nothing of [M C_qᵀ; C_q 0].
    return {{},
            fmt::format("with multipliers, {0}; 'holon equations {1} --sparsity OUT.svg' draws "
                        "the non-zero entries of their matrix, '--format matlab' writes all of "
                        "it, and 'formulation: recursive' has shorter ones",
                        why, shell_path(loaded.path))};
  }
  const Equations equations = collect(loaded.system, of, notation);
  return {equations.left.empty() ? std::string() : render(equations, notation),
          why.empty() ? "" : why + "; these are the rates of the states"};
}

EquationSheets make_equation_sheets(const LoadedModel& loaded) {
  EquationSheets result;
  constexpr std::size_t kMostBytes = 200'000;  // of explicit equations that one may look at
  constexpr int kMostStates = 48;              // of a machine whose equations a page can hold
  if (loaded.system.state_count() == 0) {
    result.note = "The model has no states, so it has no equations of motion.";
    return result;
  }
  if (loaded.system.state_count() > kMostStates) {
    result.note = fmt::format(
        "With {} states the equations are too long to read; 'holon equations {} --of PART' prints "
        "those of one part.",
        loaded.system.state_count(), shell_path(loaded.path));
    return result;
  }
  std::string why;
  try {
    const LoadedModel named = load_with_parameters(loaded);
    std::optional<EquationsOfMotion> equations = make_equations_of_motion(*named.assembly);
    if (equations && equations->term_count() <= kLongestEquations) {
      MotionSheet sheet = write_motion_sheet(*equations, named.system);
      result.sheets.push_back(
          {"Equations of motion", std::move(sheet.mathml), std::move(sheet.legend)});
      return result;
    }
    if (equations) {
      why = too_long(*equations) + ".";
      why[0] = 'T';
    }
  } catch (const ModelError& e) {
    why = std::string("The equations of motion cannot be written: ") + e.what() + ".";
  }
  std::string text = write_math_paragraphs(
      list_mathml(print_all(collect(loaded.system, "", Notation::mathml), Notation::mathml)));
  if (text.size() <= kMostBytes)
    result.sheets.push_back({"Rates of the states", std::move(text), {}});
  result.note = why;
  if (result.sheets.empty() && why.empty()) result.note = "The equations are too long to read.";
  return result;
}

}  // namespace holon
