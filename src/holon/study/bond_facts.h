// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/study/loading.h"

namespace holon {

/// What the causality of its bond graph shows: dependent storage with what it depends on, and
/// elements through which algebraic loops lead. One line each.
std::vector<std::string> describe_causality(const LoadedModel& loaded);

/// What storage in derivative causality holds, as names of outputs.
struct DependentStorage {
  std::string stored;  ///< "drive.fan.momentum", which follows from the states
  std::string rate;    ///< "drive.fan.effort", its time derivative
};
std::vector<DependentStorage> list_dependent_storage(const LoadedModel& loaded);

/// Elements whose value is a plain number in the equations, as `--set` names them.
std::vector<std::string> list_plain_elements(const LoadedModel& loaded);

}  // namespace holon
