// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/study/loading.h"
#include "holon/view/plots/plot.h"
#include "holon/view/scene/scene.h"

namespace holon {

/// What figures and pages show of a model: its plots and its bodies.
struct ModelView {
  std::vector<PanelRequest> panels;
  Scene scene;
};

/// Nothing where the model's `plots` or shapes are wrong, which goes to `findings`.
std::optional<ModelView> make_view(const LoadedModel& loaded, Findings& findings);
/// The same for programs that handle exceptions: throws InputError.
ModelView make_view(const LoadedModel& loaded);

}  // namespace holon
