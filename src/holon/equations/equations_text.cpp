// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/equations/equations_text.h"

#include <fmt/format.h>

#include "holon/base/escape.h"
#include "holon/equations/mechanics_text.h"
#include "holon/equations/rate_text.h"
#include "holon/expr/graph/traverse.h"
#include "holon/mechanics/formulations/formulation.h"
#include "holon/study/bond_facts.h"

namespace holon {
namespace {

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
  return {write_rates(load_with_element_names(loaded), of, notation),
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
  MotionSheet sheet = write_rate_sheet(load_with_element_names(loaded));
  if (sheet.mathml.size() <= kMostBytes)
    result.sheets.push_back(
        {"Rates of the states", std::move(sheet.mathml), std::move(sheet.legend)});
  result.note = why;
  if (result.sheets.empty() && why.empty()) result.note = "The equations are too long to read.";
  return result;
}

}  // namespace holon
