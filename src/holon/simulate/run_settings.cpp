// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/run_settings.h"

#include <string>

#include "holon/base/errors.h"

namespace holon {

void check_settings(const SimulateSettings& settings) {
  Diagnostics diagnostics;
  for (const SettingFault& fault : find_faults(settings)) {
    diagnostics.add_error({}, std::string("simulate.") + fault.setting + ": " + fault.message,
                          fault.advice);
  }
  diagnostics.throw_if_errors();
}

}  // namespace holon
