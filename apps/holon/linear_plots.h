// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/linear_text.h"

namespace holon::app {

/// Of each input and output Bode's two plots, Nyquist's plot and a step (of a loop gain none), and
/// the poles and zeros of all, as an SVG sheet.
std::string draw_linear(const LinearReport& report);

}  // namespace holon::app
