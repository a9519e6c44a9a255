// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "holon/base/names.h"
#include "holon/expr/print.h"
#include "holon/expr/program.h"
#include "holon/expr/traverse.h"
#include "holon/loading.h"
#include "holon/matlab_text.h"
#include "holon/mechanics/augmented_pattern.h"
#include "holon/mechanics_text.h"
#include "holon/terminal.h"
#include "holon/view/draw_sparsity.h"

namespace holon::app {
namespace {

/// Left sides with their expressions, in one notation.
struct Equations {
  std::vector<std::string> left;
  std::vector<Expr> right;
};

Notation notation_of(const std::string& format) {
  if (format == "latex") return Notation::latex;
  if (format == "mathml") return Notation::mathml;
  return Notation::text;
}

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

// The rates of the part's states and, where a part was named, its main outputs.
Equations collect(const System& system, const std::string& part, Notation notation) {
  Equations equations;
  const std::vector<Expr>& rates = system.derivative->output_scalars();
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
  const FunctionRef function = system.select_outputs(names);
  std::size_t at = 0;
  for (const std::string& name : names) {
    const std::optional<SystemOutput> output = system.find_output(name);
    for (int i = 0; i < output->size(); ++i) {
      const Expr value = function->output_scalars()[at++];
      const std::string component = component_name(output->name, output->components, i);
      if (value.op() == Op::symbol && value.symbol_name() == component) continue;  // a state
      equations.left.push_back(print_name(component, notation));
      equations.right.push_back(value);
    }
  }
  return equations;
}

std::string render(const Equations& equations, Notation notation) {
  const std::vector<Expr> flat = detail::flatten_calls(equations.right);
  std::vector<PrintedEquation> printed = print_equations(equations.left, flat, notation);
  const std::size_t definitions = printed.size() - equations.left.size();
  for (std::size_t i = 0; i < equations.left.size(); ++i)
    printed[definitions + i].left = equations.left[i];

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
    text += "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\n<mtable>\n";
    for (const PrintedEquation& e : printed)
      text +=
          "<mtr><mtd>" + e.left + "</mtd><mtd><mo>=</mo></mtd><mtd>" + e.right + "</mtd></mtr>\n";
    text += "</mtable>\n</math>\n";
  }
  return text;
}

bool part_exists(const LoadedModel& loaded, const std::string& part) {
  std::vector<std::string> names;
  for (const PartInstance& instance : loaded.model.parts()) {
    if (belongs_to(instance.name, part)) return true;
    names.push_back(instance.name);
  }
  const std::string suggestion = did_you_mean(part, names);
  print_error("there is no part '" + part + "'; " +
              (suggestion.empty() ? "there are " + quote_list(names, "and") : suggestion));
  return false;
}

// As in books; empty where the model is no machine, or its equations are too long for that.
std::string write_motion(const LoadedModel& loaded, const EquationsArguments& arguments,
                         Notation notation) {
  try {
    const LoadedModel named = load_with_parameters(loaded, arguments.settings);
    std::optional<EquationsOfMotion> equations = make_equations_of_motion(*named.assembly);
    constexpr std::size_t kLongest = 600;  // some three pages
    if (!equations || equations->term_count() > kLongest) return {};
    return write_equations_of_motion(*equations, named.system, arguments.of, notation);
  } catch (const ModelError&) {
    return {};
  }
}

int draw_augmented(const LoadedModel& loaded, const EquationsArguments& arguments) {
  const std::optional<AugmentedPattern> pattern = find_augmented_pattern(*loaded.assembly);
  if (!pattern) {
    print_error(arguments.model +
                ": no joints hold the bodies of this model, so there are no "
                "augmented equations to draw");
    return kModelIsWrong;
  }
  SparsityPicture picture;
  picture.title = loaded.system.title.empty() ? arguments.model : loaded.system.title;
  picture.size = pattern->size;
  picture.entries = pattern->entries;
  picture.groups = pattern->groups;
  std::ofstream file(arguments.sparsity);
  file << draw_sparsity(picture);
  file.close();
  if (!file) {
    print_error("cannot write '" + arguments.sparsity + "'");
    return kRunFailed;
  }
  return kDone;
}

}  // namespace

int equations_command(const EquationsArguments& arguments) {
  int status = kDone;
  Findings findings(arguments.model, arguments.settings);
  const std::optional<LoadedModel> loaded =
      load(arguments.model, arguments.settings, findings, status);
  if (!loaded) return status;
  const System& system = loaded->system;
  if (!arguments.of.empty() && !part_exists(*loaded, arguments.of)) return kCommandIsWrong;
  const bool is_whole = arguments.format == "c" || arguments.format == "matlab";
  if (is_whole && !arguments.of.empty()) {
    print_error("--of cannot go with --format " + arguments.format +
                ", which writes the whole right side");
    return kCommandIsWrong;
  }
  if (!arguments.sparsity.empty()) return draw_augmented(*loaded, arguments);
  if (arguments.format == "c") {
    print(write_c(*system.derivative));
    return kDone;
  }
  const Notation notation = notation_of(arguments.format);
  try {
    if (arguments.format == "matlab") {
      LoadedModel named = load_with_parameters(*loaded, arguments.settings);
      named.outputs = loaded->outputs;
      print(write_matlab(named));
      return kDone;
    }
    const std::string motion = write_motion(*loaded, arguments, notation);
    if (!motion.empty()) {
      print(motion);
      return kDone;
    }
    const Equations equations = collect(system, arguments.of, notation);
    if (equations.left.empty()) {
      print_warning(arguments.of.empty()
                        ? "the model has no states, so there are no equations of motion"
                        : "'" + arguments.of + "' has neither states nor outputs of its own");
      return kDone;
    }
    print(render(equations, notation));
  } catch (const ModelError& e) {
    print_error(arguments.model + ": " + e.what());
    return kModelIsWrong;
  }
  return kDone;
}

}  // namespace holon::app
