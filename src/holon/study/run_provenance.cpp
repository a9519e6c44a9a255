// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/run_provenance.h"

#include <fmt/format.h>

#include "holon/base/version.h"
#include "holon/record/digest.h"

namespace holon {

std::string describe_method(const RunSummary& summary) {
  return summary.step > 0 ? fmt::format("{}, step {:g} s", summary.solver, summary.step)
                          : fmt::format("{}, tolerance {:g}", summary.solver, summary.tolerance);
}

Provenance begin_provenance(const LoadedModel& loaded, bool with_parameters) {
  const SimulateSettings& simulate = loaded.model.simulate;
  Provenance p;
  p.title = loaded.system.title;
  p.model = loaded.path;
  p.model_text = loaded.model.text;
  p.model_sha256 = sha256(loaded.model.text);
  for (const Setting& setting : loaded.request.settings)
    p.settings.push_back(setting.name + "=" + setting.value);
  if (with_parameters) p.parameters = list_parameters(loaded);
  p.version = kVersion;
  p.compiler = kCompiler;
  p.flags = kCompileFlags;
  p.until = simulate.until;
  p.seed = simulate.seed;
  return p;
}

void end_provenance(Provenance& p, const RunSummary& summary, const std::string& error) {
  p.solver = summary.solver;
  p.formulation = summary.formulation;
  p.stabilisation = summary.stabilisation;
  p.tolerance = summary.tolerance;
  p.step = summary.step;
  p.max_step = summary.max_step;
  p.nominal_length = summary.nominal_length;
  p.engine = summary.engine;
  p.native_code = summary.engine_provenance;
  p.error = error;
  p.status = summary.failed || !error.empty() ? "failed"
             : summary.interrupted            ? "interrupted"
                                              : "done";
  p.time = summary.status.time;
  p.steps = summary.status.steps.steps;
  p.rejections = summary.status.steps.rejections;
  p.evaluations = summary.status.steps.evaluations;
  p.largest_drift = summary.largest_drift;
}

}  // namespace holon
