// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/loading.h"
#include "holon/record/results.h"

namespace holon::app {

/// The poses for the picture of a machine: those recorded over the whole run (rows of
/// scene.outputs(), equally spaced) or, where they lie too far apart to show the motion, those of
/// its beginning, which is run once more for them.
Motion make_film(const LoadedModel& loaded, const Scene& scene, const Results& whole_run);

}  // namespace holon::app
