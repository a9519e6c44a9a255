// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/loading.h"

namespace holon::app {

/// An .m file that MATLAB and Octave run: [dx, y] = name(t, x, p), or (t, x) without parameters,
/// y the outputs to record; its comment names states, parameters and outputs with units and tells
/// how to call it from the start of the model. Throws ModelError for models whose equations change
/// with events.
std::string write_matlab(const LoadedModel& loaded);

}  // namespace holon::app
