// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/analyse/function_checks.h"
#include "holon/loading.h"

namespace holon::app {

/// What acts on a model's bodies from outside, and whether it has energies: its parts say so.
MachineFacts find_machine_facts(const LoadedModel& loaded);

}  // namespace holon::app
