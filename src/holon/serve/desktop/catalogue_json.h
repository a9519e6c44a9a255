// SPDX-FileCopyrightText: 2026 The Holon Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/describe/catalogue.h"
#include "holon/serve/wire/wire_json.h"

namespace holon::serve {

/// The answer to `catalogue`: types with their fields, outputs, frames, ports; settings, functions,
/// units.
Json write_catalogue(const Catalogue& catalogue);

}  // namespace holon::serve
