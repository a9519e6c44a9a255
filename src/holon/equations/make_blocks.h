// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/study/loading.h"
#include "holon/view/diagram/block_diagram.h"

namespace holon {

/// The equations of a model as a block diagram: an integrator for each state, and the operations
/// that make its rate and the recorded outputs. Parameters are names in it. Throws ModelError where
/// there are more than `most` blocks, or no states.
BlockDiagram make_block_diagram(const LoadedModel& loaded, std::size_t most = 400);

}  // namespace holon
