// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/study/loading.h"
#include "holon/view/plots/draw_sparsity.h"

namespace holon {

/// The non-zero entries on the left side of a model's augmented equations, [M C_qᵀ; C_q 0]. Nothing
/// where no joints hold its bodies.
std::optional<SparsityPlot> make_augmented_plot(const LoadedModel& loaded);

}  // namespace holon
