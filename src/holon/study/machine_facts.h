// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/analyse/checks/function_checks.h"
#include "holon/study/loading.h"

namespace holon {

/// What acts on a model's bodies from outside, and whether it has energies: its parts say so.
MachineFacts find_machine_facts(const LoadedModel& loaded);

}  // namespace holon
