// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "holon/base/names.h"
#include "holon/equations/mechanics_text.h"
#include "holon/equations_text.h"
#include "holon/expr/program/program.h"
#include "holon/files.h"
#include "holon/loading.h"
#include "holon/matlab_text.h"
#include "holon/sparsity.h"
#include "holon/terminal.h"

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
  const std::optional<SparsityPlot> image = make_sparsity_plot(loaded);
  if (!image) return kModelIsWrong;
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
  int status = kDone;
  Findings findings(arguments.model, arguments.settings);
  const std::optional<LoadedModel> loaded =
      load(arguments.model, arguments.settings, findings, status);
  if (!loaded) return status;
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
      LoadedModel named = load_with_parameters(*loaded, arguments.settings);
      named.outputs = loaded->outputs;
      print(write_matlab(named));
      return kDone;
    }
    const std::optional<std::string> text =
        write_equations(*loaded, arguments.settings, arguments.of, notation);
    if (!text) return kDone;
    if (text->empty()) {
      print_warning(arguments.of.empty()
                        ? "the model has no states, so there are no equations of motion"
                        : "'" + arguments.of + "' has neither states nor outputs of its own");
      return kDone;
    }
    print(*text);
  } catch (const ModelError& e) {
    print_error(arguments.model + ": " + e.what());
    return kModelIsWrong;
  }
  return kDone;
}

}  // namespace holon::app
