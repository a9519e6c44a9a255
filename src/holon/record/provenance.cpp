// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/record/provenance.h"

#include "holon/record/digest.h"

namespace holon {

std::vector<ProvenanceItem> list_items(const Provenance& p) {
  std::string settings;
  for (const std::string& setting : p.settings)
    settings += (settings.empty() ? "" : "\n") + setting;
  const std::string digest =
      p.model_sha256.empty() && !p.model_text.empty() ? sha256(p.model_text) : p.model_sha256;
  return {{"title", p.title},
          {"model", p.model},
          {"model_sha256", digest},
          {"settings", settings},
          {"version", p.version},
          {"compiler", p.compiler},
          {"flags", p.flags},
          {"solver", p.solver},
          {"formulation", p.formulation},
          {"stabilisation", p.stabilisation},
          {"until", p.until},
          {"tolerance", p.tolerance},
          {"step", p.step},
          {"max_step", p.max_step},
          {"nominal_length", p.nominal_length},
          {"seed", p.seed},
          {"engine", p.engine},
          {"native_code", p.native_code},
          {"status", p.status},
          {"error", p.error},
          {"time", p.time},
          {"steps", p.steps},
          {"rejections", p.rejections},
          {"evaluations", p.evaluations},
          {"largest_drift", p.largest_drift}};
}

}  // namespace holon
