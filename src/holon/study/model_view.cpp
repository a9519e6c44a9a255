// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/study/model_view.h"

#include "holon/model/assembly/report.h"

namespace holon {

std::optional<ModelView> make_view(const LoadedModel& loaded, Findings& findings) {
  try {
    std::vector<SceneFault> faults;
    ModelView view{choose_panels(loaded.system, loaded.model.plots, loaded.outputs),
                   make_scene(*loaded.assembly, loaded.model.scene, &faults)};
    if (faults.empty()) return view;
    Diagnostics diagnostics;
    for (const SceneFault& fault : faults) {
      for (const PartInstance& part : loaded.model.parts()) {
        if (part.name != fault.body) continue;
        detail::report(part, fault.parameter, Severity::error, fault.message, "", diagnostics);
      }
    }
    findings.report(diagnostics);
  } catch (const InputError& e) {
    findings.report(e.diagnostics());
  } catch (const ModelError& e) {
    findings.report(e);
  }
  return {};
}

ModelView make_view(const LoadedModel& loaded) {
  Findings findings(loaded.path, loaded.request.settings);
  std::optional<ModelView> view = make_view(loaded, findings);
  if (!view) throw InputError(findings.all());
  return *std::move(view);
}

}  // namespace holon
