// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/catalogue.h"

namespace holon {

/// All part types that come with Holon, and those of loaded plugins (plugin.h).
const Catalogue& builtin_catalogue();

}  // namespace holon
