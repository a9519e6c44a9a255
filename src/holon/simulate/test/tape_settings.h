// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/simulate/simulation.h"

namespace holon::test {

/// Of a run in a test: rows at equal intervals, on the tape, so that nothing is compiled.
inline SimulateSettings tape_settings(double until, double interval, double tolerance) {
  SimulateSettings settings;
  settings.until = until;
  settings.interval = interval;
  settings.tolerance = tolerance;
  settings.engine = EngineChoice::tape;
  return settings;
}

}  // namespace holon::test
