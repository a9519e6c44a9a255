// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/settings.h"

namespace holon {

/// Throws InputError with everything about `simulate` that cannot be or would have no effect.
void check_settings(const SimulateSettings& s);

}  // namespace holon
