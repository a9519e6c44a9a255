// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/mechanics/mechanism/mechanism.h"
#include "holon/system/symbols.h"

namespace holon::detail {

/// Takes the mass and inertia of body `share`, whose frame coincides with the frame `on`, off the
/// body of that frame, whose numbers include them. Reports ("included") where that is no body, or
/// where what is left has a negative mass or moment of inertia at the values of the parameters.
void take_off_body(Mechanism& mechanism, const std::string& on, int share, const Symbols& symbols,
                   const ReportError& report);

}  // namespace holon::detail
