// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holon/catalogue/builtin.h"
#include "holon/reader/load.h"
#include "holon/simulate/simulation.h"

/// Models with filters, from text to numbers.
namespace holon::test {

struct ModelRun {
  Results rows;
  std::vector<std::string> notes;
  double at(std::size_t row, const std::string& name) const { return rows.values(name)[row]; }
  std::size_t last() const { return rows.row_count() - 1; }
};

struct ModelRunOptions {
  EngineChoice engine = EngineChoice::tape;
  std::optional<std::uint64_t> seed{};  ///< in place of the model's
};

inline ModelRun run_model(Model model, const ModelRunOptions& options = {}) {
  model.simulate.engine = options.engine;
  if (options.seed) model.simulate.seed = *options.seed;
  const System system = make_system(model);
  ModelRun run;
  Simulation simulation(system, model.simulate);
  simulation.record(run.rows, model.outputs, RowSchedule::from(model.simulate));
  run.notes = simulation.run().notes;
  return run;
}

inline ModelRun run_model(const std::string& text, const ModelRunOptions& options = {}) {
  Diagnostics diagnostics;
  Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics, "model.yaml");
  diagnostics.throw_if_errors();
  return run_model(std::move(model), options);
}

/// All errors of a model, with their suggestions, a line each.
inline std::string errors_of_text(const std::string& text) {
  Diagnostics diagnostics;
  try {
    const Model model = load_model_text(text, builtin_catalogue(), {}, diagnostics, "model.yaml");
    const auto assembly = assemble(model, diagnostics);
    if (!diagnostics.has_errors()) assembly->make_system("model");
  } catch (const InputError& error) {
    diagnostics.append(error.diagnostics());
  } catch (const ModelError& error) {
    return error.what();
  }
  std::string all;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::error)
      all += d.message + (d.suggestion.empty() ? "" : "; " + d.suggestion) + "\n";
  return all;
}

}  // namespace holon::test
