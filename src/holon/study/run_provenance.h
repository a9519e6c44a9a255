// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/record/provenance.h"
#include "holon/simulate/simulation.h"
#include "holon/study/loading.h"

namespace holon {

/// "dopri5, tolerance 1e-08".
std::string describe_method(const RunSummary& summary);

/// What a file of results says of a run before it begins: model, settings, and where
/// `with_parameters` the values of all the model's parameters, for which its file is read again.
Provenance begin_provenance(const LoadedModel& loaded, bool with_parameters);

/// What is known when it has ended; `error`: why it failed, or empty.
void end_provenance(Provenance& provenance, const RunSummary& summary, const std::string& error);

}  // namespace holon
