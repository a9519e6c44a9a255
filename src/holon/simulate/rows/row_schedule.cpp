// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#include "holon/simulate/rows/row_schedule.h"

namespace holon {

RowSchedule RowSchedule::from(const SimulateSettings& settings) {
  if (!settings.interval) return {};
  return {Kind::interval, *settings.interval};
}

}  // namespace holon
