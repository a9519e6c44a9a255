// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "holon/base/names.h"
#include "holon/commands/commands.h"
#include "holon/equations/augmented_plot.h"
#include "holon/equations/equations_text.h"
#include "holon/equations/matlab_text.h"
#include "holon/equations/mechanics_text.h"
#include "holon/expr/program/program.h"
#include "holon/output/files.h"
#include "holon/output/terminal.h"
#include "holon/study/loading.h"

namespace holon::app {
namespace {

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

int draw_augmented(const LoadedModel& loaded, const std::string& path) {
  const std::optional<SparsityPlot> image = make_augmented_plot(loaded);
  if (!image) {
    print_error(loaded.path + kNoAugmentedEquations);
    return kModelIsWrong;
  }
  try {
    write_file(path, draw_sparsity(*image));
  } catch (const CommandError&) {
    throw;
  } catch (const std::runtime_error& e) {
    print_error(e.what());
    return kRunFailed;
  }
  return kDone;
}

}  // namespace

int equations_command(const EquationsArguments& arguments) {
  Findings findings(arguments.model, arguments.settings, &terminal_observer());
  const std::optional<LoadedModel> loaded = load(arguments.model, {arguments.settings}, findings);
  if (!loaded) return status_of(findings.fault());
  if (!arguments.of.empty() && !part_exists(*loaded, arguments.of)) return kCommandIsWrong;
  const bool is_whole = arguments.format == "c" || arguments.format == "matlab";
  if (is_whole && !arguments.of.empty()) {
    print_error("--of cannot go with --format " + arguments.format +
                ", which writes the whole right-hand side");
    return kCommandIsWrong;
  }
  if (!arguments.sparsity.empty()) return draw_augmented(*loaded, arguments.sparsity);
  if (arguments.format == "c") {
    print(write_c(*loaded->system.derivative));
    return kDone;
  }
  const Notation notation = notation_of(arguments.format);
  try {
    if (arguments.format == "matlab") {
      LoadedModel named = load_with_parameters(*loaded);
      named.outputs = loaded->outputs;
      print(write_matlab(named));
      return kDone;
    }
    const WrittenEquations written = write_equations(*loaded, arguments.of, notation);
    if (!written.note.empty()) print_note(loaded->path + ": " + written.note);
    if (!written.text) return kDone;
    if (written.text->empty()) {
      print_warning(arguments.of.empty()
                        ? "the model has no states, so there are no equations of motion"
                        : "'" + arguments.of + "' has neither states nor outputs of its own");
      return kDone;
    }
    print(*written.text);
  } catch (const ModelError& e) {
    print_error(arguments.model + ": " + e.what());
    return kModelIsWrong;
  }
  return kDone;
}

}  // namespace holon::app
