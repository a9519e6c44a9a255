// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/loading.h"
#include "holon/view/plots/draw_sparsity.h"

namespace holon::app {

/// Where the left side of a model's augmented equations is filled. Nothing, and told, where no
/// joints hold its bodies.
std::optional<SparsityPlot> make_sparsity_plot(const LoadedModel& loaded);

}  // namespace holon::app
