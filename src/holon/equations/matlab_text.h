// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/study/loading.h"

namespace holon {

/// An .m file that MATLAB and Octave run: [dx, y] = name(t, x, p), or (t, x) without parameters,
/// y the outputs to record; its comment names states, parameters and outputs with units and says
/// how to call it from the start of the model. Where the run may end (`stop`, `assert`, a value
/// that leaves its range) a third output, ends, has one number for each reason, which falls to 0
/// there. Throws ModelError for models with resets, sampled parts or delays.
std::string write_matlab(const LoadedModel& loaded);

/// An .m file that runs by itself, `name`.m (MATLAB and Octave call a function by the name of its
/// file): [t, y] = name(times, x0, p), of which anything may be left out;
/// without results it plots. It stops where the run would, and fails where the run would fail.
/// Throws as write_matlab.
std::string write_matlab_program(const LoadedModel& loaded, const std::string& name);

/// The same function in C, with everything that it needs. Throws as write_matlab.
std::string write_c_program(const LoadedModel& loaded);

}  // namespace holon
