// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/catalogue.h"

namespace holon {

/// What builtin_catalogue() returns, for plugins to add to.
Catalogue& catalogue_of_program();

}  // namespace holon
